public import JSONParsing

/// The fields at the start of a Markdown file.
public struct MarkdownFrontMatter: Sendable {
    /// The formats of front matter.
    public enum Format: String, Sendable, CaseIterable {
        /// Between lines of `---`. Anchors, aliases, tags and complex keys are errors.
        case yaml
        /// Between lines of `+++`.
        case toml
        /// An object from the first byte on.
        case json
    }

    /// The result of looking for front matter at the start of a file.
    public enum Search: Sendable {
        /// The file has no front matter.
        case none
        /// More bytes have to be read.
        case needsMore
        /// The front matter is complete.
        case found(MarkdownFrontMatter)
    }

    /// The maximum length of front matter, in bytes. A file in which it does not end by then has none.
    public static let maximumBytes = 1 << 20

    /// The format.
    public let format: Format
    /// The fields in their order. Dates and times are strings.
    public let fields: JSONObject
    /// The offset of the text after the front matter, in bytes.
    public let bodyOffset: Int

    /// Looks for front matter at the start of a file.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of the file. Pass more of them after ``Search/needsMore``.
    ///   - isWhole: Whether these are all bytes of the file.
    /// - Throws: ``FrontMatterError`` if the front matter is complete and ill-formed.
    public static func read(_ bytes: Span<UInt8>, isWhole: Bool = true) throws(FrontMatterError) -> Search {
        let needsMore = isWhole || bytes.count > maximumBytes ? Search.none : .needsMore
        let start = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
        guard start < bytes.count else { return needsMore }
        switch bytes[start] {
        case UInt8(ascii: "{"): return try readJSON(bytes, from: start, isWhole: isWhole, needsMore)
        case UInt8(ascii: "-"), UInt8(ascii: "+"):
            guard let content = fence(bytes, at: start, bytes[start], isWhole: isWhole) else {
                return bytes.count - start < 4 ? needsMore : .none
            }
            return try readFenced(bytes, content: content, fence: bytes[start], isWhole: isWhole, needsMore)
        default: return .none
        }
    }

    private static func readFenced(
        _ bytes: Span<UInt8>, content: Int, fence character: UInt8, isWhole: Bool, _ needsMore: Search
    ) throws(FrontMatterError) -> Search {
        var line = content
        while line < bytes.count, line <= maximumBytes {
            if let body = fence(bytes, at: line, character, isWhole: isWhole)
                ?? (character == UInt8(ascii: "-") ? fence(bytes, at: line, UInt8(ascii: "."), isWhole: isWhole) : nil)
            {
                let text = (0..<line).map { bytes[$0] }
                if character == UInt8(ascii: "+") {
                    return .found(MarkdownFrontMatter(format: .toml, fields: try TOMLReader.read(text, from: content), bodyOffset: body))
                }
                // Text between two rules that is no map is no front matter.
                guard let fields = try YAMLReader.read(text, from: content) else { return .none }
                return .found(MarkdownFrontMatter(format: .yaml, fields: fields, bodyOffset: body))
            }
            while line < bytes.count, bytes[line] != 0x0A { line += 1 }
            line += 1
        }
        return needsMore
    }

    /// The offset after a line of three equal characters; nil if there is none.
    private static func fence(_ bytes: Span<UInt8>, at start: Int, _ character: UInt8, isWhole: Bool) -> Int? {
        guard start + 3 <= bytes.count, bytes[start] == character, bytes[start + 1] == character, bytes[start + 2] == character else {
            return nil
        }
        var index = bytes.afterBlanks(start + 3)
        if index < bytes.count, bytes[index] == 0x0D { index += 1 }
        if index == bytes.count { return isWhole ? index : nil }
        return bytes[index] == 0x0A ? index + 1 : nil
    }

    /// Reads an object that begins the file. A template's `{{` and `{%` begin none.
    private static func readJSON(
        _ bytes: Span<UInt8>, from start: Int, isWhole: Bool, _ needsMore: Search
    ) throws(FrontMatterError) -> Search {
        var index = start + 1
        while index < bytes.count, bytes[index].isBlankOrNewline || bytes[index] == 0x0D { index += 1 }
        guard index < bytes.count else { return needsMore }
        guard bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "}") else { return .none }
        guard let end = objectEnd(bytes, from: start) else { return needsMore }
        // After the object, the line ends.
        var body = bytes.afterBlanks(end)
        if body < bytes.count, bytes[body] == 0x0D { body += 1 }
        if body == bytes.count, !isWhole { return needsMore }
        if body < bytes.count {
            if bytes[body] != 0x0A { return .none }
            body += 1
        }
        let text = (start..<end).map { bytes[$0] }
        do {
            guard case .object(let fields) = try JSONValue(parsing: text).decoded() else { return .none }
            return .found(MarkdownFrontMatter(format: .json, fields: fields, bodyOffset: body))
        } catch {
            throw FrontMatterError(error.message, at: start + error.offset, in: (0..<end).map { bytes[$0] })
        }
    }

    private static func objectEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        var depth = 0
        var isString = false
        while index < bytes.count, index - start <= maximumBytes {
            switch bytes[index] {
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "\\") where isString: index += 1
            case UInt8(ascii: "{") where !isString: depth += 1
            case UInt8(ascii: "}") where !isString:
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return nil
    }
}

/// A fault in front matter.
public struct FrontMatterError: Error, Equatable, Sendable {
    /// The fault.
    public let message: String
    /// The line in the file, from 1 on.
    public let line: Int
    /// The column in the line, in bytes, from 1 on.
    public let column: Int

    init(_ message: String, at offset: Int, in text: [UInt8]) {
        self.message = message
        let before = text.prefix(max(0, offset))
        line = before.count { $0 == 0x0A } + 1
        column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    }
}
