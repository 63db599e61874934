/// Books what a source or a stream stage does with its writer.
struct WriterAccount: Sendable {
    let step: PipelinePlan.Common
    /// Whether the records come in here: what is sent or refused then counts as read, too.
    let isSource: Bool
    let journal: RunJournal

    /// Books records that were passed on.
    func count(sent: Int) {
        if isSource { journal.count { $0.read += sent } }
    }

    /// Makes the warnings known that were left on a record.
    func collectWarnings(of record: inout Record) {
        for remark in step.takeRemarks(of: &record) { journal.warn(remark) }
    }

    /// Books what cannot go on. A source has no `on_error`; what it refuses is rejected.
    ///
    /// - Throws: What ends the run, if the step says so or the rejects file cannot be written.
    func book(_ refused: RefusedInput) throws {
        if isSource { journal.count { $0.read += 1 } }
        switch isSource ? .reject : step.onError {
        case .fail:
            journal.count { $0.unfinished += 1 }
            throw step.failure(refused.reason, at: refused.origin)
        case .reject:
            try journal.book(Reject(step, refused))
        case .skip:
            journal.count { $0.skipped += 1 }
            journal.warn(step.skipping(refused.reason, at: refused.origin))
        }
    }
}
