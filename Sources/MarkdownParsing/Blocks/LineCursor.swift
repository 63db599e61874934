internal import HTMLParsing

/// A place in a line, with its column: a tab ends at a multiple of four columns, and markers may take a part of it.
struct LineCursor {
    /// The line without its end.
    private(set) var end: Int
    private(set) var offset: Int
    private(set) var column = 0
    /// The columns that are left of a tab at ``offset`` of which a part was taken; 0 for a whole one.
    private(set) var restOfTab = 0

    /// The first byte that is no blank, its column, and the columns up to there.
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

    /// Goes on to the content.
    mutating func skipBlanks() {
        (offset, column, restOfTab) = (content, contentColumn, 0)
    }

    /// Goes on by some bytes that are no tabs, and finds the next content.
    mutating func advance(bytes: Int, in text: Span<UInt8>) {
        offset += bytes
        column += bytes
        restOfTab = 0
        if content < offset { findContent(text) }
    }

    /// Goes on by some columns of blanks.
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
