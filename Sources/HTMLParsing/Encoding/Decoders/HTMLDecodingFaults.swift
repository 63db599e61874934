/// The sequences of bytes that a decoder replaced by U+FFFD.
public struct HTMLDecodingFaults: Sendable, Equatable {
    /// The number of sequences.
    public private(set) var count = 0
    /// The offset of the first one in the input, in bytes; nil if there is none.
    public private(set) var firstOffset: Int?

    /// No faults.
    public init() {}

    mutating func add(at offset: Int) {
        if count == 0 { firstOffset = offset }
        count += 1
    }
}
