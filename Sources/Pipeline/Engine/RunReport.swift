/// The result of a run: counts, failure, rejects and remarks.
public struct RunReport: Sendable {
    /// The numbers of records that were read, written, filtered and rejected.
    public let counts: RunCounts
    /// The numbers of the source, the stages and the sinks, in the order of the pipeline.
    public let steps: [StepCounts]
    /// The error that ended the run early; nil if there is none.
    public let failure: (any Error)?
    /// The numbers of files of the sinks whose output is in place, by the path of the sink, such as `sinks[0]`.
    public let outputs: [String: OutputResult]
    /// The place of the rejected records.
    public let rejects: RejectsOutcome
    /// Whether the state of an incremental source has passed the records of the run. Later runs read a rejected one only if it changes.
    public let hasPassedRecords: Bool
    /// Whether the caller allows rejects. The commit point has then checked their number.
    let areRejectsAllowed: Bool
    /// The sentences of the components: ``Hooks/notes``, each with the name of its component.
    public let notes: [String]
    /// Warnings about likely mistakes, such as misspelt fields or a step that drops all records, each with the path of its step.
    public let warnings: [String]

    /// The exit code: 0 for success, 1 for rejected records without an allowance, otherwise that of ``PipelineFailure/Kind``; 128 plus the
    /// number of the signal for an interrupted run.
    public var exitCode: Int32 {
        switch failure {
        case nil where !counts.addUp || counts.unfinished > 0: PipelineFailure.Kind.internalError.rawValue
        case nil: counts.rejected > 0 && !areRejectsAllowed ? 1 : 0
        case let interrupted as Interrupted: interrupted.signal.map { 128 + $0 } ?? PipelineFailure.Kind.tryAgainLater.rawValue
        case let failure as PipelineFailure: failure.kind.rawValue
        default: PipelineFailure.Kind.internalError.rawValue  // each part converts its errors to ``PipelineFailure``
        }
    }
}

extension RunReport {
    /// The report of a run that could not begin.
    init(failure: PipelineFailure) {
        self.init(
            counts: RunCounts(), steps: [], failure: failure, outputs: [:], rejects: .none, hasPassedRecords: false,
            areRejectsAllowed: false, notes: [], warnings: [])
    }
}
