/// The conditions for putting the outputs of a run in place. If one is not met, the outputs stay as they were.
public struct RunGuards: Sendable, Equatable {
    /// How many rejected records are acceptable; nil if the exit code is to be 1 for any.
    public var allowedRejects: RejectAllowance?
    /// The minimum number of written records.
    public var minRecords = 0
    /// Whether a run that rejects records and writes none leaves its outputs as they were.
    public var keepsOutputsIfAllRejected = true

    /// Guards that hold for every run, unless the caller names others.
    public init(allowedRejects: RejectAllowance? = nil, minRecords: Int = 0) {
        self.allowedRejects = allowedRejects
        self.minRecords = minRecords
    }

    /// Checks the counts at the end of a run.
    ///
    /// - Parameters:
    ///   - counts: What became of the records, `written` included.
    ///   - hasWholeOutputs: Whether an output appears at the end of the run, and so can stay as it was.
    /// - Throws: ``PipelineFailure`` of the kind `badData`.
    func check(_ counts: RunCounts, hasWholeOutputs: Bool) throws {
        let stay = hasWholeOutputs ? "; output files stay as they were" : ""
        let rejected = counts.rejected == 1 ? "1 record was rejected" : "\(counts.rejected) records were rejected"
        if let allowedRejects, !allowedRejects.covers(counts.rejected, of: counts.read + counts.made) {
            throw PipelineFailure(.badData, "\(rejected), and \(allowedRejects) may be\(stay)")
        }
        if keepsOutputsIfAllRejected, hasWholeOutputs, counts.written == 0, counts.rejected > 0 {
            throw PipelineFailure(.badData, "\(rejected) and none was written\(stay)")
        }
        if counts.written < minRecords {
            let written = counts.written == 1 ? "1 record was written" : "\(counts.written) records were written"
            throw PipelineFailure(.badData, "\(written), and min_records is \(minRecords)\(stay)")
        }
    }
}
