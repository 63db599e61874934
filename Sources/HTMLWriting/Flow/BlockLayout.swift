/// The lines of the output: their prefixes (quote marks, indents, list markers) and the empty lines between blocks.
struct BlockLayout {
    var out: [UInt8] = []
    /// Where the content of the line that is being written begins in `out`.
    private(set) var lineStart = 0
    /// The number of lines that the block has had before this one.
    private(set) var lineInBlock = 0
    private(set) var containers = [BlockContainer(outerPrefix: 0, isTight: false)]

    /// What every line begins with, as long as the containers are open.
    private var prefix: [UInt8] = []
    /// What the next line begins with instead, because a list item begins there; empty if none does.
    private var marker: [UInt8] = []
    /// How much of the prefix the empty line before the next line has; -1 for no empty line.
    private var blankPrefix = -1

    /// How many containers may be open inside each other. What is nested deeper flows on at this level, so that the prefixes of lines
    /// cannot grow with the depth of the input.
    static let maximumNesting = 64

    var canNest: Bool { containers.count <= BlockLayout.maximumNesting }

    var container: BlockContainer { containers[containers.count - 1] }

    /// The length of the prefix of continued lines, in bytes.
    var prefixWidth: Int { prefix.count }

    /// Whether the next line is the first of a list item.
    var isAtMarker: Bool { !marker.isEmpty }

    /// The bullet right before the content of the next line, or 0.
    var lastBullet: UInt8 {
        guard let last = marker.lastIndex(where: { $0 != 0x20 }), marker[last] == 0x2D || marker[last] == 0x2A || marker[last] == 0x2B
        else {
            return 0
        }
        return marker[last]
    }

    /// A block begins in the innermost container.
    ///
    /// - Parameter forcesBlankLine: Whether an empty line has to come before it in any case.
    mutating func startBlock(_ kind: BlockKind, forcesBlankLine: Bool = false) {
        let container = container
        lineInBlock = 0
        if container.last != .none, forcesBlankLine || !container.isTight || kind.needsBlankLine(after: container.last) {
            requestBlankLine()
        }
        containers[containers.count - 1].last = kind
        containers[containers.count - 1].lastMarker = 0
    }

    /// Remembers the bullet or delimiter of the list that has just begun in the innermost container.
    mutating func setLastMarker(_ byte: UInt8) { containers[containers.count - 1].lastMarker = byte }

    /// An empty line comes before the next line, with the prefix that lines have now.
    mutating func requestBlankLine() {
        if blankPrefix < 0, !out.isEmpty { blankPrefix = prefix.count }
    }

    /// A quote begins: every line begins with `mark` from now on.
    mutating func openQuote(mark: String) {
        containers.append(BlockContainer(outerPrefix: prefix.count, isTight: false))
        if !marker.isEmpty { marker.append(contentsOf: mark.utf8) }
        prefix.append(contentsOf: mark.utf8)
    }

    /// A list item begins: its first line begins with the marker, the others with an indent of `width`.
    mutating func openItem(marker bytes: [UInt8], width: Int, isTight: Bool) {
        if marker.isEmpty { marker = prefix }
        marker.append(contentsOf: bytes)
        openIndent(width: width, isTight: isTight)
    }

    /// What follows is indented, without a marker.
    ///
    /// - Parameter previous: The block that stands before it in the container that goes on.
    mutating func openIndent(width: Int, isTight: Bool, after previous: BlockKind = .none) {
        containers.append(BlockContainer(outerPrefix: prefix.count, isTight: isTight, last: previous))
        prefix.append(contentsOf: repeatElement(0x20, count: width))
    }

    /// The innermost container ends. One without content still shows its mark.
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

    /// Begins a line: what comes before it, and its prefix.
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

    /// Ends the line. An empty one keeps no space at its end.
    mutating func endLine() {
        if out.count == lineStart { trimLine(from: 0) }
        out.append(0x0A)
        lineInBlock += 1
    }

    private mutating func trimLine(from start: Int) {
        while out.count > start, out.last == 0x20 { out.removeLast() }
    }
}
