/// What blocks stand in: the page, a quote or a list item.
struct BlockContainer {
    /// How long the prefix of lines was before the container began.
    var outerPrefix: Int
    var isTight: Bool
    /// The last block that began in it.
    var last = BlockKind.none
    /// The bullet or delimiter of the last list in it, if that is the last block.
    var lastMarker: UInt8 = 0
}
