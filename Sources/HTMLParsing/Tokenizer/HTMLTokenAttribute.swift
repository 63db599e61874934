/// An attribute of a tag token. Its value has not been copied.
struct HTMLTokenAttribute {
    /// The number that the sink gave to the name.
    var name: HTMLNameID
    /// Where the value is, in the source or among the decoded bytes.
    var start: Int
    var count: Int
    /// Whether the value had to be changed (character references, line ends, NUL) and so is not in the source.
    var isDecoded: Bool

    var range: Range<Int> { start..<start &+ count }
}
