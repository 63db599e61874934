/// A container of blocks that is open: the document, a block quote or a list item.
struct BlockContainer {
    /// The length of the line prefix outside the container, in bytes.
    var outerPrefix: Int
    /// Whether blocks follow each other without an empty line where Markdown allows it.
    var isTight: Bool
    /// The kind of the block that began last in the container.
    var last = BlockKind.none
    /// The bullet or number delimiter of the last block, if that is a list; otherwise 0.
    var lastMarker: UInt8 = 0
    /// The number that continues the last block, if that is an ordered list, whether that list is loose, and whether it consists of lists of
    /// one item; otherwise nil.
    var lastList: (nextNumber: Int, isLoose: Bool, hasSingleItems: Bool)?
}
