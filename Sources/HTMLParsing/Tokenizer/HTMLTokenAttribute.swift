/// An attribute of a tag token. The value is a range and is not copied.
struct HTMLTokenAttribute {
    /// The number of the name, as the sink assigned it.
    var name: HTMLNameID
    /// The offset of the value, in the source or in the decoded bytes.
    var start: Int
    var count: Int
    /// Whether the value is in the decoded bytes, because it differs from the source (character references, line ends, NUL).
    var isDecoded: Bool

    var range: Range<Int> { start..<start &+ count }
}
