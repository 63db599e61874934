/// The conditions for putting the outputs of a run in place. If one is not met, the outputs stay as they were.
public struct RunGuards: Sendable, Equatable {
    /// The number of rejected records with which the run still succeeds; nil if any rejected record makes the exit code 1.
    public var allowedRejects: RejectAllowance?
    /// The minimum number of written records.
    public var minRecords = 0
    /// Whether a run that rejects records and writes none leaves its outputs as they were.
    public var keepsOutputsIfAllRejected = true

    /// Creates guards.
    ///
    /// - Parameters:
    ///   - allowedRejects: The number of rejected records with which the run still succeeds; nil if any makes the exit code 1.
    ///   - minRecords: The minimum number of written records.
    public init(allowedRejects: RejectAllowance? = nil, minRecords: Int = 0) {
        self.allowedRejects = allowedRejects
        self.minRecords = minRecords
    }

    /// Checks the counts at the end of a run.
    ///
    /// - Parameters:
    ///   - counts: The counts of the run, with the records that will be written once the outputs are in place.
    ///   - hasWholeOutputs: Whether an output appears at the end of the run, so that the old one can stay.
    /// - Throws: ``PipelineFailure`` of the kind `badData`.
    func check(_ counts: RunCounts, hasWholeOutputs: Bool) throws {
        let stay = hasWholeOutputs ? "; output files stay as they were" : ""
        let rejected = "\(counts.rejected.counted("record")) \(counts.rejected.was) rejected"
        if let allowedRejects, !allowedRejects.covers(counts.rejected, of: counts.read + counts.made) {
            throw PipelineFailure(.badData, "\(rejected), and \(allowedRejects) may be\(stay)")
        }
        if keepsOutputsIfAllRejected, hasWholeOutputs, counts.written == 0, counts.rejected > 0 {
            throw PipelineFailure(.badData, "\(rejected) and none was written\(stay)")
        }
        if counts.written < minRecords {
            let written = "\(counts.written.counted("record")) \(counts.written.was) written"
            throw PipelineFailure(.badData, "\(written), and min_records is \(minRecords)\(stay)")
        }
    }
}
