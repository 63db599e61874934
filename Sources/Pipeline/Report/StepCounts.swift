/// The numbers of records at one step of a run, by result, and the time that the step took.
///
/// Every record is accounted for: ``input`` + ``made`` = ``output`` + ``filtered`` + ``rejected`` + ``skipped`` + ``unfinished``. The numbers
/// of a run (``RunCounts``) are the sums over its steps.
///
/// Every record goes to all sinks. A record that one of them refuses is rejected there, and does not count at the others.
public struct StepCounts: Sendable {
    /// The path of the step in the pipeline file, such as `stages[2]`.
    public let path: String
    /// The `type` of the step in the pipeline file.
    public let type: String
    /// Records that reached the step. For the source: records that it read, with the input that it refused.
    public internal(set) var input = 0
    /// Records that the step made in addition to those that reached it.
    public internal(set) var made = 0
    /// Records that went to the next step. For a sink: records that it wrote; 0 if an output that appears whole did not appear.
    public internal(set) var output = 0
    /// Records that the step dropped as intended.
    public internal(set) var filtered = 0
    /// Records that failed at the step and were rejected.
    public internal(set) var rejected = 0
    /// Records that failed at the step and were dropped, because of `on_error`.
    public internal(set) var skipped = 0
    /// Records that were in the step, or on the way to it, when the run failed.
    public internal(set) var unfinished = 0
    /// The time that the step took. Workers measure it once a batch, and the times of several workers are added.
    ///
    /// For the source, a stream stage and the writing of a sink, the time excludes the waits for other steps. For an asynchronous stage, it
    /// is the time in which at least one record was in progress.
    public internal(set) var time = Duration.zero
    /// The share of the step in the time of all steps, from 0 to 1.
    public internal(set) var share = 0.0
    /// Whether the step dropped all records that reached it as intended. It is most likely the reason of an empty output.
    var hasDroppedAll: Bool { input > 0 && filtered == input && made == 0 }

    /// The number of the step in the run: 0 for the source, then the stages, then the sinks.
    let number: Int

    /// Creates counts that are all zero.
    ///
    /// - Parameter time: The time that the step took.
    init(of step: StepProperties, time: Duration = .zero) {
        path = step.path
        type = step.type
        number = step.number
        self.time = time
    }

    /// Creates counts for the step that rejected a record.
    init(of reject: Reject) {
        path = reject.step
        type = reject.stage
        number = reject.stepNumber
    }

    /// Whether every record is accounted for.
    public var addUp: Bool { input + made == output + filtered + rejected + skipped + unfinished }

    /// Adds the numbers of other records at the same step.
    static func += (counts: inout StepCounts, other: StepCounts) {
        counts.input += other.input
        counts.made += other.made
        counts.output += other.output
        counts.filtered += other.filtered
        counts.rejected += other.rejected
        counts.skipped += other.skipped
        counts.unfinished += other.unfinished
        counts.time += other.time
    }
}
