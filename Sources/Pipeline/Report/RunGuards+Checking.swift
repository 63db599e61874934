extension RunGuards {
    /// Checks the counts at the end of a run.
    ///
    /// - Parameters:
    ///   - counts: The counts of the run, with the records that will be written once the outputs are in place.
    ///   - unavailable: The number of records that were rejected because a server gave no good response.
    ///   - first: The first reject.
    ///   - hasWholeOutputs: Whether an output appears at the end of the run, so that the old one can stay.
    ///   - hasState: Whether a state would pass the records of the run.
    /// - Throws: ``PipelineFailure`` of the kind `badData`, or `remoteUnavailable` if servers are the reason for all rejects.
    func check(_ counts: RunCounts, unavailable: Int = 0, first: Reject? = nil, hasWholeOutputs: Bool, hasState: Bool = false) throws {
        let stay =
            switch (hasWholeOutputs, hasState) {
            case (true, true): "; output files and the state stay as they were"
            case (true, false): "; output files stay as they were"
            case (false, true): "; the state stays as it was"
            case (false, false): ""
            }
        let reason = first.map { "; first reason: \($0.origin.description): \($0.reason)" } ?? ""
        let rejected = "\(counts.rejected.counted("record")) \(counts.rejected.was) rejected"
        let kind = unavailable > 0 && unavailable >= counts.rejected ? PipelineFailure.Kind.remoteUnavailable : .badData
        if let allowedRejects, !allowedRejects.covers(counts.rejected, of: counts.read + counts.made) {
            throw PipelineFailure(kind, "\(rejected), and \(allowedRejects) may be\(stay)\(reason)")
        }
        let allowsAll = allowedRejects == .percent(100)
        if keepsOutputsIfAllRejected, !allowsAll, hasWholeOutputs || hasState, counts.written == 0, counts.rejected > 0 {
            throw PipelineFailure(kind, "\(rejected) and none was written\(stay)\(reason)")
        }
        if counts.written < minRecords {
            let written = "\(counts.written.counted("record")) \(counts.written.was) written"
            throw PipelineFailure(.badData, "\(written), and min_records is \(minRecords)\(stay)\(reason)")
        }
    }
}
