/// A part of an input that one task reads while other tasks read the neighbouring parts.
struct InputSplit: Sendable {
    var chunk: InputChunk
    /// The offset of the split in the input, in bytes.
    let offset: Int
    /// Whether the bytes at its start look like the boundary of two items.
    let beginsAtBoundary: Bool
    /// Whether it is shorter than planned, because the input ends here.
    let isLast: Bool
}
