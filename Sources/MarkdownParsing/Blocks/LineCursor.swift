internal import HTMLParsing

/// A position in a line, with its column. A tab ends at a multiple of four columns, and a marker may take only some of these columns.
struct LineCursor {
    /// The offset at which the line ends, without its line end.
    private(set) var end: Int
    private(set) var offset: Int
    private(set) var column = 0
    /// The remaining columns of a tab at ``offset`` of which a marker took some; 0 for a whole tab.
    private(set) var restOfTab = 0

    /// The offset of the first byte that is no blank. `contentColumn` is its column.
    private(set) var content: Int
    private(set) var contentColumn = 0

    var indent: Int { contentColumn - column }
    var isBlank: Bool { content == end }

    init(_ range: Range<Int>, in text: Span<UInt8>) {
        (offset, content, end) = (range.lowerBound, range.lowerBound, range.upperBound)
        findContent(text)
    }

    /// The byte at an offset; a line feed at the end of the line.
    @inline(__always)
    func byte(_ index: Int, in text: Span<UInt8>) -> UInt8 { index < end ? text[index] : 0x0A }

    private mutating func findContent(_ text: Span<UInt8>) {
        var index = offset
        var column = column
        while index < end {
            if text[index] == 0x20 {
                column &+= 1
            } else if text[index] == 0x09 {
                column &+= 4 &- column & 3
            } else {
                break
            }
            index &+= 1
        }
        (content, contentColumn) = (index, column)
    }

    /// Moves to the first byte that is no blank.
    mutating func skipBlanks() {
        (offset, column, restOfTab) = (content, contentColumn, 0)
    }

    /// Moves by a number of bytes, none of which is a tab.
    mutating func advance(bytes: Int, in text: Span<UInt8>) {
        offset += bytes
        column += bytes
        restOfTab = 0
        if content < offset { findContent(text) }
    }

    /// Moves over blanks by a number of columns.
    mutating func advance(columns: Int, in text: Span<UInt8>) {
        var count = columns
        while count > 0, offset < end, text[offset].isBlank {
            let width = text[offset] == 0x20 ? 1 : 4 - column & 3
            let taken = min(width, count)
            column += taken
            count -= taken
            restOfTab = width - taken
            if restOfTab == 0 { offset += 1 }
        }
    }
}
