internal import HTMLParsing
internal import JSONParsing

/// Reads the part of YAML that front matter uses: maps, lists, scalars of all styles, and comments.
///
/// - SeeAlso: [YAML 1.2.2](https://yaml.org/spec/1.2.2/)
struct YAMLReader {
    /// The maximum depth of maps and lists.
    static let maximumDepth = 64

    /// A line with its indentation. For an item of a list, `content` moves to the text after the dash.
    struct Line {
        var content: Int
        var indent: Int
        let end: Int
    }

    let text: [UInt8]
    var lines: [Line] = []
    var index = 0
    private var depth = 0

    /// Reads the fields.
    ///
    /// - Parameters:
    ///   - text: The file up to the end of its front matter.
    ///   - start: The offset of the first field.
    /// - Returns: Nil if the text is no map.
    static func read(_ text: [UInt8], from start: Int) throws(FrontMatterError) -> JSONObject? {
        var reader = try YAMLReader(text, from: start)
        reader.skipEmptyLines()
        guard reader.index < reader.lines.count else { return JSONObject() }
        let line = reader.lines[reader.index]
        if text[line.content] == UInt8(ascii: "{") {
            let value = try reader.value(at: line.content, parent: -1)
            try reader.finish()
            return value.object
        }
        guard reader.keyEnd(of: line) != nil else { return nil }
        let value = try reader.block(line.indent)
        try reader.finish()
        return value.object
    }

    private init(_ text: [UInt8], from start: Int) throws(FrontMatterError) {
        self.text = text
        var offset = start
        while offset < text.count {
            var end = offset
            while end < text.count, text[end] != 0x0A { end += 1 }
            let next = end + 1
            if end > offset, text[end - 1] == 0x0D { end -= 1 }
            var content = offset
            while content < end, text[content] == 0x20 { content += 1 }
            lines.append(Line(content: content, indent: content - offset, end: end))
            offset = next
        }
    }

    func fault(_ message: String, at offset: Int) -> FrontMatterError { FrontMatterError(message, at: offset, in: text) }

    /// Moves to the next line that is neither blank nor a comment.
    mutating func skipEmptyLines() {
        while index < lines.count, isEnd(lines[index].content, lines[index]) { index += 1 }
    }

    private mutating func finish() throws(FrontMatterError) {
        skipEmptyLines()
        if index < lines.count { throw fault("expected a field, or the end of the front matter", at: lines[index].content) }
    }

    /// Whether only blanks and a comment follow in the line.
    func isEnd(_ offset: Int, _ line: Line) -> Bool {
        var offset = offset
        while offset < line.end, text[offset].isBlank { offset += 1 }
        return offset >= line.end || text[offset] == UInt8(ascii: "#")
    }

    /// Reads the map, list or scalar that begins in the current line.
    mutating func block(_ indent: Int) throws(FrontMatterError) -> JSONValue {
        let line = lines[index]
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw fault("more than \(Self.maximumDepth) maps and lists inside of each other", at: line.content) }
        if text[line.content] == 0x09 { throw fault("a tab cannot indent", at: line.content) }
        if isItem(line) { return .array(try list(indent)) }
        if keyEnd(of: line) != nil { return .object(try map(indent)) }
        return try value(at: line.content, parent: indent - 1)
    }

    private func isItem(_ line: Line) -> Bool {
        guard line.content < line.end, text[line.content] == UInt8(ascii: "-") else { return false }
        return line.content + 1 == line.end || text[line.content + 1].isBlank
    }

    private mutating func list(_ indent: Int) throws(FrontMatterError) -> [JSONValue] {
        var items: [JSONValue] = []
        while true {
            skipEmptyLines()
            guard index < lines.count, lines[index].indent == indent, isItem(lines[index]) else { break }
            let line = lines[index]
            if isEnd(line.content + 1, line) {
                items.append(try nested(below: indent, allowsListAtIndent: false))
            } else {
                var content = line.content + 1
                while text[content].isBlank { content += 1 }
                lines[index].indent += content - line.content
                lines[index].content = content
                items.append(try block(lines[index].indent))
            }
        }
        try checkIndent(indent)
        return items
    }

    private mutating func map(_ indent: Int) throws(FrontMatterError) -> JSONObject {
        var fields = JSONObject()
        while true {
            skipEmptyLines()
            guard index < lines.count, lines[index].indent == indent, !isItem(lines[index]) else { break }
            let line = lines[index]
            guard let colon = keyEnd(of: line) else { throw fault("expected a key and a colon", at: line.content) }
            let key = try self.key(line.content, colon, line)
            if fields[key] != nil { throw fault("\"\(key)\" is there twice", at: line.content) }
            if isEnd(colon + 1, line) {
                fields[key] = try nested(below: indent, allowsListAtIndent: true)
            } else {
                var start = colon + 1
                while text[start].isBlank { start += 1 }
                fields[key] = try value(at: start, parent: indent)
            }
        }
        try checkIndent(indent)
        return fields
    }

    private func checkIndent(_ indent: Int) throws(FrontMatterError) {
        if index < lines.count, lines[index].indent > indent {
            throw fault("the line has more spaces before it than the lines around it", at: lines[index].content)
        }
    }

    /// Reads the value in the lines after a key or a dash; null if there is none.
    private mutating func nested(below indent: Int, allowsListAtIndent: Bool) throws(FrontMatterError) -> JSONValue {
        index += 1
        skipEmptyLines()
        guard index < lines.count else { return .null }
        let line = lines[index]
        let isInside = line.indent > indent || allowsListAtIndent && line.indent == indent && isItem(line)
        return isInside ? try block(line.indent) : .null
    }

    /// The offset of the colon after a key; nil if the line has no key.
    func keyEnd(of line: Line) -> Int? {
        var offset = line.content
        guard offset < line.end else { return nil }
        let quote = text[offset]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            offset += 1
            while offset < line.end, text[offset] != quote { offset += text[offset] == UInt8(ascii: "\\") && quote == 0x22 ? 2 : 1 }
            offset += 1
            while offset < line.end, text[offset].isBlank { offset += 1 }
            return offset < line.end && text[offset] == UInt8(ascii: ":") && isColon(offset, line) ? offset : nil
        }
        if "[{|>".utf8.contains(quote) { return nil }
        while offset < line.end {
            if text[offset] == UInt8(ascii: ":"), isColon(offset, line) { return offset > line.content ? offset : nil }
            if text[offset] == UInt8(ascii: "#"), text[offset - 1].isBlank { return nil }
            offset += 1
        }
        return nil
    }

    private func isColon(_ offset: Int, _ line: Line) -> Bool { offset + 1 >= line.end || text[offset + 1].isBlank }

    private func key(_ start: Int, _ colon: Int, _ line: Line) throws(FrontMatterError) -> String {
        if text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "'") {
            var scalar = YAMLFlowReader(text, at: start, end: colon)
            return try scalar.quoted()
        }
        if "&*!?@`%".utf8.contains(text[start]), text[start] != UInt8(ascii: "?") || text[start + 1].isBlank {
            throw fault("anchors, aliases, tags and complex keys are not supported", at: start)
        }
        var end = colon
        while end > start, text[end - 1].isBlank { end -= 1 }
        return String(decoding: text[start..<end], as: UTF8.self)
    }
}
