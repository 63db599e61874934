internal import HTMLParsing

/// Escapes text at the start of a line that Markdown would read as the start of a block.
///
/// - SeeAlso: [CommonMark 4, Leaf blocks](https://spec.commonmark.org/0.31.2/#leaf-blocks)
private enum LineStart {
    /// The offset at which a line of a paragraph needs a backslash to be read as text; nil if it needs none.
    ///
    /// - Parameters:
    ///   - bytes: The output, with inline markup and escapes.
    ///   - start: Offset of the line's content.
    ///   - end: Offset of the line's end.
    ///   - line: The number of lines that the paragraph has before this line.
    static func escape(in bytes: [UInt8], from start: Int, to end: Int, line: Int) -> Int? {
        guard start < end else { return nil }
        let first = bytes[start]
        switch first {
        case 0x3E: return start
        case 0x23:
            let count = runLength(of: first, in: bytes, start, end)
            return count <= 6 && endsWord(bytes, start + count, end) ? start : nil
        case 0x2B: return endsWord(bytes, start + 1, end) ? start : nil
        // Bullets, thematic breaks, setext underlines and delimiter rows of tables: words of nothing but these characters.
        case 0x2D: return isWord(bytes, start, end) { $0 == 0x2D || $0 == 0x7C || $0 == 0x3A } ? start : nil
        case 0x2A, 0x5F: return isWord(bytes, start, end) { $0 == first } ? start : nil
        case 0x3D: return line > 0 && isWord(bytes, start, end) { $0 == 0x3D } ? start : nil
        case 0x7C, 0x3A: return line > 0 && looksLikeDelimiterRow(bytes, start, end) ? start : nil
        case 0x7E, 0x60: return runLength(of: first, in: bytes, start, end) >= 3 && !isCode(bytes, start, end) ? start : nil
        case 0x30...0x39: return numberEnd(bytes, start, end)
        default: return nil
        }
    }

    private static func runLength(of byte: UInt8, in bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
        var index = start
        while index < end, bytes[index] == byte { index += 1 }
        return index - start
    }

    private static func endsWord(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool { index >= end || bytes[index] == 0x20 }

    /// Whether all characters up to the next space belong to the set.
    private static func isWord(_ bytes: [UInt8], _ start: Int, _ end: Int, _ belongs: (UInt8) -> Bool) -> Bool {
        var index = start
        while index < end, belongs(bytes[index]) { index += 1 }
        return endsWord(bytes, index, end)
    }

    private static func looksLikeDelimiterRow(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
        var hasDash = false
        var index = start
        while index < end, bytes[index] == 0x7C || bytes[index] == 0x3A || bytes[index] == 0x2D || bytes[index] == 0x20 {
            hasDash = hasDash || bytes[index] == 0x2D
            index += 1
        }
        return hasDash && index == end
    }

    /// Whether the run of backticks belongs to a code span: a line with a code fence has no other backtick.
    private static func isCode(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
        guard bytes[start] == 0x60 else { return false }
        let count = runLength(of: 0x60, in: bytes, start, end)
        return bytes[start + count..<end].contains(0x60)
    }

    /// The offset after the digits of text that looks like the marker of an ordered list; nil for other text.
    private static func numberEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
        var index = start
        while index < end, index - start < 10, bytes[index].isASCIIDigit { index += 1 }
        guard index < end, index - start < 10, bytes[index] == 0x2E || bytes[index] == 0x29, endsWord(bytes, index + 1, end) else {
            return nil
        }
        return index
    }
}

/// Escapes that depend on the position in a line, and line breaking. Both run when the line is complete.
extension BlockLayout {
    /// Inserts a backslash into the current line if a parser would read its start as the start of a block.
    mutating func escapeLineStart() {
        if isMDX, let first = out[lineStart...].first, beginsModule {
            out.replaceSubrange(lineStart...lineStart, with: "&#\(first);".utf8)
            return
        }
        if let place = LineStart.escape(in: out, from: lineStart, to: out.count, line: lineInBlock) { out.insert(0x5C, at: place) }
    }

    /// Whether the line begins with a word that begins code of a module in MDX.
    private var beginsModule: Bool {
        let line = out[lineStart...]
        return ["import", "export"].contains { line.starts(with: $0.utf8) && line.dropFirst(6).first.map { !$0.isASCIILetter } ?? true }
    }

    /// Escapes number signs at the end of a heading, which a parser would drop as its closing sequence.
    mutating func escapeHeadingEnd() {
        var start = out.count
        while start > lineStart, out[start - 1] == 0x23 { start -= 1 }
        if start < out.count, out[start - 1] == 0x20 { out.insert(0x5C, at: start) }
    }

    /// Breaks the current line to fit a width, and escapes the start of each line.
    ///
    /// - Parameters:
    ///   - spaces: Ascending offsets of spaces in the output at which the line may be broken.
    ///   - width: The limit of a line with its prefix, in characters. Longer text without a space is not broken.
    ///   - isPlain: Whether the output is plain text, whose line starts need no escapes.
    mutating func wrapLine(at spaces: [Int], width: Int, isPlain: Bool) {
        let line = Array(out[lineStart...])
        let origin = lineStart
        out.removeLast(line.count)
        var start = 0
        var column = prefixWidth
        var counted = 0
        var lastSpace = -1
        for space in spaces.map({ $0 - origin }) + [line.count] {
            column += line.characterCount(counted..<space)
            counted = space
            if column > width, lastSpace > start {
                writeLine(line[start..<lastSpace], isPlain)
                endLine()
                beginLine()
                start = lastSpace + 1
                column = prefixWidth + line.characterCount(start..<space)
            }
            lastSpace = space
        }
        writeLine(line[start...], isPlain)
    }

    private mutating func writeLine(_ line: ArraySlice<UInt8>, _ isPlain: Bool) {
        out.append(contentsOf: line)
        if !isPlain { escapeLineStart() }
    }
}
