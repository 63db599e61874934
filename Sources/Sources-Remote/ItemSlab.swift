internal import Synchronization

/// A piece of an input that is read by itself, while others read the pieces before and behind it.
struct ItemSlab: Sendable {
    /// The bytes, one chunk after the other.
    var chunks: [InputChunk] = []
    /// How many bytes of the input lie before it.
    let offset: Int
    /// Whether an item seems to begin with its first byte.
    let seemsToBeginItem: Bool
    private(set) var count = 0

    init(offset: Int, seemsToBeginItem: Bool) {
        self.offset = offset
        self.seemsToBeginItem = seemsToBeginItem
    }

    mutating func append(_ chunk: InputChunk) {
        chunks.append(chunk)
        count += chunk.count
    }

    /// Hands a slab to another task, which becomes its only owner and may add notes in place.
    final class Handover: Sendable {
        private let slab: Mutex<ItemSlab?>

        init(_ slab: consuming ItemSlab) { self.slab = Mutex(slab) }

        /// The slab; once.
        func take() -> ItemSlab? { slab.withLock { $0.take() } }
    }
}
