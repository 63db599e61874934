internal import Pipeline

/// The counts of a walk, for the summary of the run.
struct WalkCounts: Sendable, Equatable {
    /// The number of pages that were read.
    var pages = 0
    /// The number of items that were sent.
    var items = 0
    /// The number of items that came again and were dropped.
    var dropped = 0
    /// The counts of an incremental run; nil for another run.
    var incremental: IncrementalCounts?

    /// The progress in a few words, such as `page 3, 150 items`.
    var label: String { "page \(pages), \(items.counted("item"))" }

    /// The sentences of the summary.
    var notes: [String] {
        guard pages > 0 else { return [] }
        let kind = incremental == nil ? "item" : "new or changed item"
        var notes = ["\(items.counted(kind)) of \(pages.counted("page"))" + (incremental?.phrase ?? "")]
        if dropped > 0 {
            notes.append("\(dropped.counted("item")) came again on a later page and \(dropped.was) dropped")
        }
        return notes
    }
}
