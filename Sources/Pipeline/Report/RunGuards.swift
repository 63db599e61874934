/// What has to hold at the end of a run before its outputs are put in place. If it does not, the outputs stay as they were.
public struct RunGuards: Sendable, Equatable {
    /// How many rejected records are a good end; nil if each one counts.
    public var allowedRejects: RejectAllowance?
    /// The least number of records that are written.
    public var minRecords = 0
    /// Whether a run that wrote nothing and rejected something leaves its outputs alone.
    public var keepsOutputsIfAllRejected = true

    /// Guards that hold for every run, unless the caller names others.
    public init(allowedRejects: RejectAllowance? = nil, minRecords: Int = 0) {
        self.allowedRejects = allowedRejects
        self.minRecords = minRecords
    }

    /// Checks the counts of a run that has come to its end.
    ///
    /// - Parameters:
    ///   - counts: What became of the records, `written` included.
    ///   - hasWholeOutputs: Whether an output appears at the end, and so can stay as it was.
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
