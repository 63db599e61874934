/// The counts of a walk, for the summary of the run.
struct WalkCounts: Sendable, Equatable {
    /// The number of pages that were read.
    var pages = 0
    /// The number of items that were sent.
    var items = 0
    /// The number of items that came again and were dropped.
    var dropped = 0

    /// The progress in a few words, such as `page 3, 150 items`.
    var label: String { "page \(pages), \(items) item\(items == 1 ? "" : "s")" }

    /// The sentences of the summary.
    var notes: [String] {
        guard pages > 0 else { return [] }
        var notes = ["\(items) item\(items == 1 ? "" : "s") of \(pages) page\(pages == 1 ? "" : "s")"]
        if dropped > 0 {
            notes.append(
                dropped == 1
                    ? "1 item came again on a later page and was dropped" : "\(dropped) items came again on a later page and were dropped")
        }
        return notes
    }
}
