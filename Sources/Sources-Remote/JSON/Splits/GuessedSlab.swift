internal import JSONParsing
internal import Synchronization

/// A slab, and what came out of reading it before it was known what stands in front of it.
struct GuessedSlab: Sendable {
    struct Guess: Sendable {
        /// The reader behind the slab.
        let end: JSONItemReader
        var found: ItemReading.Found
    }

    var slab: ItemSlab
    /// nil if nobody has guessed.
    var guess: Guess?

    /// Hands a slab to another task, which becomes its only owner and may change what was found in place.
    final class Handover: Sendable {
        private let slab: Mutex<GuessedSlab?>

        init(_ slab: consuming GuessedSlab) { self.slab = Mutex(slab) }

        /// The slab; once.
        func take() -> GuessedSlab? { slab.withLock { $0.take() } }
    }
}
