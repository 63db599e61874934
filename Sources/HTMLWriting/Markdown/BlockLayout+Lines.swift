/// Escapes that depend on the position in a line, and line breaking. Both run when the line is complete.
extension BlockLayout {
    /// Inserts a backslash into the current line if a parser would read its start as the start of a block.
    mutating func escapeLineStart() {
        if let place = LineStart.escape(in: out, from: lineStart, to: out.count, line: lineInBlock) { out.insert(0x5C, at: place) }
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
