/// What matters at the beginning of a line only: decided when the line is known.
extension BlockLayout {
    /// Puts a backslash into the line that is being written if its beginning would be read as that of a block.
    mutating func guardLineStart() {
        if let place = LineStart.escape(in: out, from: lineStart, to: out.count, line: lineInBlock) { out.insert(0x5C, at: place) }
    }

    /// Puts a backslash before number signs at the end of a heading: a reader would leave them out.
    mutating func guardHeadingEnd() {
        var start = out.count
        while start > lineStart, out[start - 1] == 0x23 { start -= 1 }
        if start < out.count, out[start - 1] == 0x20 { out.insert(0x5C, at: start) }
    }

    /// Breaks the line that is being written so that it fits the width, and guards the beginning of each line.
    ///
    /// - Parameters:
    ///   - spaces: Where it may be broken: offsets of spaces in the output, in order.
    ///   - width: Characters a line, with its prefix. What has no space to break is longer.
    ///   - isPlain: Whether the beginnings of lines mean nothing.
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
        if !isPlain { guardLineStart() }
    }
}
