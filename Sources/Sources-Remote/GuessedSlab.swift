internal import JSONParsing

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
}
