internal import HTMLParsing

/// The lines of tables.
///
/// - SeeAlso: [GFM 4.10, Tables (extension)](https://github.github.com/gfm/#tables-extension-)
enum TableSyntax {
    enum Alignment: UInt8 {
        case none, left, center, right
    }

    /// The number of cells that a document may have beyond those in its text: each row has as many as the header.
    static let maximumAddedCells = 200_000

    /// Reads the delimiter row between header and rows, such as `| --- | :-: |`; nil for other lines.
    static func alignments(_ line: Span<UInt8>) -> [Alignment]? {
        for index in line.indices {
            switch line[index] {
            case UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":"), 0x20, 0x09: continue
            default: return nil
            }
        }
        var alignments: [Alignment] = []
        var cells = TableCellReader(line)
        while let cell = cells.next(line) {
            var range = cell
            guard !range.isEmpty else { return nil }
            let isLeft = line[range.lowerBound] == UInt8(ascii: ":")
            if isLeft { range = range.dropFirst() }
            guard !range.isEmpty else { return nil }
            let isRight = line[range.upperBound - 1] == UInt8(ascii: ":")
            if isRight { range = range.dropLast() }
            guard !range.isEmpty else { return nil }
            for index in range where line[index] != UInt8(ascii: "-") { return nil }
            alignments.append(isLeft ? isRight ? .center : .left : isRight ? .right : .none)
        }
        return alignments
    }
}

/// Splits a row at its vertical bars. A bar after a backslash is text, even in code.
struct TableCellReader {
    private var index: Int
    private let end: Int

    init(_ line: Span<UInt8>) {
        let range = line.trimmed(line.indices)
        index = range.lowerBound
        end = range.upperBound
        if index < end, line[index] == UInt8(ascii: "|") { index += 1 }
    }

    /// The range of the next cell without blanks at its ends; nil after the last one.
    mutating func next(_ line: Span<UInt8>) -> Range<Int>? {
        guard index < end else { return nil }
        let start = index
        while index < end, line[index] != UInt8(ascii: "|") {
            index += line[index] == UInt8(ascii: "\\") && index + 1 < end ? 2 : 1
        }
        let cell = line.trimmed(start..<index)
        index += 1
        return cell
    }
}

extension BlockParser {
    /// Begins a table if this line is a delimiter row, and the last line of the paragraph has as many cells.
    mutating func startTable(_ text: Span<UInt8>) -> Bool {
        let paragraph = matched
        guard syntax.tables, blocks[Int(paragraph)].kind == .paragraph,
            let columns = TableSyntax.alignments(text.extracting(cursor.content..<cursor.end))
        else { return false }
        let range = blocks[Int(paragraph)].range
        var header = range.upperBound - 1
        while header > range.lowerBound, content[header - 1] != 0x0A { header -= 1 }
        guard cellCount(header..<range.upperBound) == columns.count else { return false }
        if header > range.lowerBound {
            // The lines before the header are a paragraph.
            let end = blocks[Int(paragraph)].end
            blocks[Int(paragraph)].end = Int32(truncatingIfNeeded: header)
            add(.table)
            blocks[Int(tip)].start = Int32(truncatingIfNeeded: header)
            blocks[Int(tip)].end = end
        } else {
            blocks[Int(paragraph)].kind = .table
        }
        blocks[Int(tip)].level = Int32(columns.count)
        blocks[Int(tip)].info = Int32(alignments.count)
        alignments += columns
        isLineTaken = true
        return true
    }

    private func cellCount(_ range: Range<Int>) -> Int {
        let line = content.span.extracting(range)
        var cells = TableCellReader(line)
        var count = 0
        while cells.next(line) != nil { count += 1 }
        return count
    }
}
