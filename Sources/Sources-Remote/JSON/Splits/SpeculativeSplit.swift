internal import JSONParsing
internal import Synchronization

/// A split, and what came out of reading it before it was known what stands in front of it.
struct SpeculativeSplit: Sendable {
    struct Speculation: Sendable {
        /// The reader behind the split.
        let end: JSONItemReader
        var found: ItemReading.Found
    }

    var split: InputSplit
    /// nil if the split was not read speculatively.
    var speculation: Speculation?

    /// Hands a split to another task, which becomes its only owner and may change what was found in place.
    final class SingleOwner: Sendable {
        private let split: Mutex<SpeculativeSplit?>

        init(_ split: consuming SpeculativeSplit) { self.split = Mutex(split) }

        /// The split; once.
        func take() -> SpeculativeSplit? { split.withLock { $0.take() } }
    }
}
