/// A piece of an input that is read by itself, while others read the pieces before and behind it.
struct InputSplit: Sendable {
    var chunk: InputChunk
    /// How many bytes of the input lie before it.
    let offset: Int
    /// Whether an item seems to begin with its first byte.
    let beginsAtBoundary: Bool
    /// Whether it is shorter than it was to be, because the input ends here or cannot be read any further.
    let isLast: Bool
}
