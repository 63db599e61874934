internal import HTMLParsing
internal import JSONParsing

extension YAMLReader {
    /// Reads a value that begins in the current line, and moves to the line after it.
    ///
    /// - Parameters:
    ///   - start: The offset of the value.
    ///   - parent: The indentation of the map or list that holds it: lines with more belong to the value.
    mutating func value(at start: Int, parent: Int) throws(FrontMatterError) -> JSONValue {
        switch text[start] {
        case UInt8(ascii: "|"), UInt8(ascii: ">"): return .string(try blockScalar(start, parent))
        case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            var scalar = YAMLFlowReader(text, at: start, end: text.count)
            let value = try scalar.flow()
            try endLine(after: scalar.offset)
            return value
        case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "%"):
            throw fault("anchors, aliases, tags and complex keys are not supported", at: start)
        default: return try plainScalar(start, parent)
        }
    }

    /// Moves to the line after a value. Nothing but blanks and a comment may follow the value in its line.
    private mutating func endLine(after offset: Int) throws(FrontMatterError) {
        while index < lines.count, lines[index].end < offset { index += 1 }
        guard index < lines.count else { return }
        guard isEnd(offset, lines[index]) else { throw fault("expected the end of the line", at: offset) }
        index += 1
    }

    private func plainEnd(_ start: Int, _ line: Line) -> Int {
        var end = start
        while end < line.end, !(text[end] == UInt8(ascii: "#") && end > start && text[end - 1].isBlank) { end += 1 }
        while end > start, text[end - 1].isBlank { end -= 1 }
        return end
    }

    private mutating func plainScalar(_ start: Int, _ parent: Int) throws(FrontMatterError) -> JSONValue {
        let line = lines[index]
        let end = plainEnd(start, line)
        if let colon = keyEnd(of: Line(content: start, indent: 0, end: end)) {
            throw fault("a colon before a space needs quotes around the value", at: colon)
        }
        var scalar = Array(text[start..<end])
        var isOneLine = true
        index += 1
        var blankLines = 0
        while index < lines.count {
            let next = lines[index]
            if next.content == next.end {
                blankLines += 1
                index += 1
                continue
            }
            guard next.indent > parent, text[next.content] != UInt8(ascii: "#") else { break }
            if let colon = keyEnd(of: next) { throw fault("a field inside of a value", at: colon) }
            isOneLine = false
            scalar.append(contentsOf: repeatElement(blankLines > 0 ? 0x0A : 0x20, count: max(1, blankLines)))
            blankLines = 0
            scalar.append(contentsOf: text[next.content..<plainEnd(next.content, next)])
            index += 1
        }
        let string = String(decoding: scalar, as: UTF8.self)
        return isOneLine ? YAMLFlowReader.typed(string) : .string(string)
    }

    /// Reads a text of whole lines after `|` or `>`.
    ///
    /// - SeeAlso: [YAML 8.1, Block Scalar Styles](https://yaml.org/spec/1.2.2/#81-block-scalar-styles)
    private mutating func blockScalar(_ start: Int, _ parent: Int) throws(FrontMatterError) -> String {
        let isFolded = text[start] == UInt8(ascii: ">")
        let header = lines[index]
        var offset = start + 1
        var chomping: UInt8 = 0
        var indent: Int?
        while offset < header.end, !text[offset].isBlank {
            switch text[offset] {
            case UInt8(ascii: "+"), UInt8(ascii: "-"): chomping = text[offset]
            case UInt8(ascii: "1")...UInt8(ascii: "9"): indent = max(parent, 0) + Int(text[offset] & 15)
            default: throw fault("expected \"+\", \"-\", a digit or the end of the line", at: offset)
            }
            offset += 1
        }
        guard isEnd(offset, header) else { throw fault("expected the end of the line", at: offset) }
        index += 1
        var found: [ArraySlice<UInt8>] = []
        while index < lines.count {
            let line = lines[index]
            if line.content < line.end {
                if indent == nil { indent = line.indent }
                guard line.indent > parent, line.indent >= indent ?? 0 else { break }
            }
            let lineStart = line.content - line.indent
            found.append(text[min(lineStart + (indent ?? line.indent), line.end)..<line.end])
            index += 1
        }
        return Self.joined(found, isFolded: isFolded, chomping: chomping)
    }

    private static func joined(_ lines: [ArraySlice<UInt8>], isFolded: Bool, chomping: UInt8) -> String {
        let count = (lines.lastIndex { !$0.isEmpty } ?? -1) + 1
        var result: [UInt8] = []
        for (number, line) in lines.prefix(count).enumerated() {
            if number > 0 {
                let previous = lines[number - 1]
                let isMore = line.first?.isBlank ?? false
                let wasMore = previous.first?.isBlank ?? false
                if !isFolded || isMore || wasMore {
                    result.append(0x0A)
                } else if line.isEmpty {
                    result.append(0x0A)
                } else if !previous.isEmpty {
                    result.append(0x20)
                }
            }
            result.append(contentsOf: line)
        }
        if chomping != UInt8(ascii: "-"), count > 0 { result.append(0x0A) }
        if chomping == UInt8(ascii: "+") { result.append(contentsOf: repeatElement(0x0A, count: lines.count - count)) }
        return String(decoding: result, as: UTF8.self)
    }
}
