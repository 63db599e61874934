internal import JSONParsing
internal import Synchronization

/// A split with the result of reading it speculatively: before the bytes in front of it were read.
struct SpeculativeSplit: Sendable {
    /// The result of a speculative reading.
    struct Speculation: Sendable {
        /// The state of the reader at the end of the split.
        let end: JSONItemReader
        var found: ItemReading.Found
    }

    var split: InputSplit
    /// nil if the split was not read speculatively.
    var speculation: Speculation?

    /// Passes a split to another task as its only owner, so that the task can change the records without a copy.
    final class SingleOwner: Sendable {
        private let split: Mutex<SpeculativeSplit?>

        init(_ split: consuming SpeculativeSplit) { self.split = Mutex(split) }

        /// Returns the split on the first call; then nil.
        func take() -> SpeculativeSplit? { split.withLock { $0.take() } }
    }
}
