/// A block of a document: a node of the tree of blocks, which is an array.
struct Block {
    enum Kind: UInt8 {
        case document, quote, list, item, definition, footnote
        case paragraph, heading, rule, code, html, table
        /// A list of terms with definitions, and one of its terms.
        case definitionList, term
        /// A paragraph that consists of link reference definitions alone.
        case nothing
    }

    var kind: Kind
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    /// The range of the block's lines in the parser's content.
    var start: Int32 = 0
    var end: Int32 = 0
    var isOpen = true
    /// The number of blocks around the block.
    var depth: UInt16 = 0

    /// List, item: the marker. Fenced code: the character of the fence; 0 for indented code.
    var marker: UInt8 = 0
    /// List, item: whether a blank line is between the parts, so that paragraphs are elements.
    var isLoose = false
    /// Heading: its level. HTML: its start condition, from 1 to 7. Table: the number of columns.
    var level: Int32 = 0
    /// List, item: the number of the first item. Item, definition: the columns from the margin to the content. Fenced code: the length of
    /// the fence.
    var number: Int32 = 0
    var padding: Int32 = 0
    /// Fenced code: the range of its info string, or an empty one. Footnote: its label. Table: the index of its alignments.
    var info: Int32 = 0
    var infoEnd: Int32 = 0

    var range: Range<Int> { Int(start)..<Int(end) }
    var infoRange: Range<Int> { Int(info)..<Int(infoEnd) }

    /// Whether the block contains other blocks.
    var isContainer: Bool { kind.rawValue <= Kind.footnote.rawValue || kind == .definitionList }

    init(_ kind: Kind, parent: Int32) {
        self.kind = kind
        self.parent = parent
    }
}
