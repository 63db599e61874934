/// A piece of an input that is read by itself, while others read the pieces before and behind it.
struct ItemSlab: Sendable {
    /// The bytes, one chunk after the other.
    private(set) var pieces: [ArraySlice<UInt8>] = []
    /// How many bytes of the input lie before it.
    let offset: Int
    /// Whether an item seems to begin with its first byte.
    let seemsToBeginItem: Bool
    private(set) var count = 0

    init(offset: Int, seemsToBeginItem: Bool) {
        self.offset = offset
        self.seemsToBeginItem = seemsToBeginItem
    }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        pieces.append(piece)
        count += piece.count
    }
}
