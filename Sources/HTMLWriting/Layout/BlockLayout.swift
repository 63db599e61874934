/// Writes the lines of the output with their prefixes (quote marks, indents, list markers) and the empty lines between blocks.
struct BlockLayout {
    var out: [UInt8] = []
    /// Whether a line that begins with `import` or `export` is code.
    let isMDX: Bool
    /// Offset in `out` at which the content of the current line begins.
    private(set) var lineStart = 0
    /// The number of lines that the current block has before the current line.
    private(set) var lineInBlock = 0
    private(set) var containers = [BlockContainer(outerPrefix: 0, isTight: false)]

    /// The prefix of every line inside the open containers.
    private var prefix: [UInt8] = []
    /// Replaces `prefix` on the next line if a list item begins there; otherwise empty.
    private var marker: [UInt8] = []
    /// The number of bytes of `prefix` that the empty line before the next line gets; -1 for no empty line.
    private var blankPrefix = -1

    /// The limit of nested containers. Deeper content is written at this level, so that line prefixes cannot grow with the depth of
    /// the input.
    static let maximumNesting = 64

    init(isMDX: Bool) { self.isMDX = isMDX }

    var canNest: Bool { containers.count <= BlockLayout.maximumNesting }

    var container: BlockContainer { containers[containers.count - 1] }

    /// The length of the prefix of continuation lines, in bytes.
    var prefixWidth: Int { prefix.count }

    /// Whether the next line is the first of a list item.
    var isAtMarker: Bool { !marker.isEmpty }

    /// The bullet directly before the content of the next line, or 0.
    var lastBullet: UInt8 {
        guard let last = marker.lastIndex(where: { $0 != 0x20 }), marker[last] == 0x2D || marker[last] == 0x2A || marker[last] == 0x2B
        else {
            return 0
        }
        return marker[last]
    }

    /// Begins a block in the innermost container.
    ///
    /// - Parameter forcesBlankLine: Whether to separate the block by an empty line even in a tight container.
    mutating func startBlock(_ kind: BlockKind, forcesBlankLine: Bool = false) {
        let container = container
        lineInBlock = 0
        if container.last != .none, forcesBlankLine || !container.isTight || kind.needsBlankLine(after: container.last) {
            requestBlankLine()
        }
        containers[containers.count - 1].last = kind
        containers[containers.count - 1].lastMarker = 0
        containers[containers.count - 1].lastList = nil
    }

    /// Stores the bullet or number delimiter of the list that has just begun in the innermost container.
    mutating func setLastMarker(_ byte: UInt8) { containers[containers.count - 1].lastMarker = byte }

    /// Stores the number that continues the ordered list of the innermost container; nil if none does.
    mutating func setNextNumber(_ number: Int?, isLoose: Bool, hasSingleItems: Bool) {
        containers[containers.count - 1].lastList = number.map { ($0, isLoose, hasSingleItems) }
    }

    /// Writes an empty line before the next line, with the current prefix.
    mutating func requestBlankLine() {
        if blankPrefix < 0, !out.isEmpty { blankPrefix = prefix.count }
    }

    /// Opens a block quote: adds `mark` to the prefix of every following line.
    mutating func openQuote(mark: String) {
        containers.append(BlockContainer(outerPrefix: prefix.count, isTight: false))
        if !marker.isEmpty { marker.append(contentsOf: mark.utf8) }
        prefix.append(contentsOf: mark.utf8)
    }

    /// Opens a list item: its first line begins with the marker, the others with `width` spaces.
    mutating func openItem(marker bytes: [UInt8], width: Int, isTight: Bool) {
        if marker.isEmpty { marker = prefix }
        marker.append(contentsOf: bytes)
        openIndent(width: width, isTight: isTight)
    }

    /// Indents the following blocks, without a marker.
    ///
    /// - Parameters:
    ///   - width: The number of spaces.
    ///   - previous: For blocks that continue a list item, the kind of the item's last block.
    mutating func openIndent(width: Int, isTight: Bool, after previous: BlockKind = .none) {
        containers.append(BlockContainer(outerPrefix: prefix.count, isTight: isTight, last: previous))
        prefix.append(contentsOf: repeatElement(0x20, count: width))
    }

    /// Closes the innermost container. An empty container still gets one line with its marker.
    mutating func closeContainer() {
        if containers.count == 1 { return }
        let container = containers.removeLast()
        if container.last == .none {
            beginLine()
            endLine()
        }
        prefix.removeLast(prefix.count - container.outerPrefix)
        blankPrefix = min(blankPrefix, prefix.count)
    }

    /// Begins a line: writes the empty line before it, if requested, and its prefix.
    mutating func beginLine() {
        if blankPrefix >= 0 {
            out.append(contentsOf: prefix[..<blankPrefix])
            trimLine(from: out.count - blankPrefix)
            out.append(0x0A)
            blankPrefix = -1
        }
        if marker.isEmpty {
            out.append(contentsOf: prefix)
        } else {
            out.append(contentsOf: marker)
            marker.removeAll(keepingCapacity: true)
        }
        lineStart = out.count
    }

    /// Ends the line. Trims trailing spaces of a line without content.
    mutating func endLine() {
        if out.count == lineStart { trimLine(from: 0) }
        out.append(0x0A)
        lineInBlock += 1
    }

    private mutating func trimLine(from start: Int) {
        while out.count > start, out.last == 0x20 { out.removeLast() }
    }
}

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
    /// If the last block is an ordered list: the number that continues it, whether it is loose, and whether it consists of lists of one
    /// item. Otherwise nil.
    var lastList: (nextNumber: Int, isLoose: Bool, hasSingleItems: Bool)?
}

/// The kinds of block, as far as they decide whether an empty line has to separate two blocks.
enum BlockKind: UInt8 {
    case none, paragraph, heading, underlinedHeading, code, rule, quote, list, table, html

    /// Whether an empty line has to separate this block from the previous one even in a tight container.
    func needsBlankLine(after previous: BlockKind) -> Bool {
        switch self {
        case .none: false
        case .table, .html, .underlinedHeading: true
        case .quote: previous == .quote || previous == .html
        case .heading, .code, .rule, .list: previous == .html
        // A paragraph would also continue the last paragraph of a quote or list (lazy continuation).
        case .paragraph: previous != .heading && previous != .underlinedHeading && previous != .code && previous != .rule
        }
    }
}
