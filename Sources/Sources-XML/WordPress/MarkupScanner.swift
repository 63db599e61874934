internal import HTMLParsing

/// Cuts HTML as editors write it into tags, comments and text, in time proportional to its length.
///
/// It builds no tree, so that what is not changed stays byte by byte. `HTMLParsing` would drop the blank lines that mean paragraphs.
struct MarkupScanner {
    /// A part of the text.
    enum Token: Equatable {
        case text(Range<Int>)
        case tag(Range<Int>, name: String, isEnd: Bool)
        /// A comment with its delimiters.
        case comment(Range<Int>)
        /// An element whose content keeps its blank lines, with its tags.
        case verbatim(Range<Int>, name: String)
    }

    /// The elements whose content keeps its blank lines.
    private static let verbatimNames: Set<String> = ["pre", "script", "style", "textarea", "svg"]

    let bytes: [UInt8]
    /// The offset of the next token. A caller may move it forward.
    var offset = 0
    /// Whether a quote in a tag has no end, so that quotes mean nothing from there on.
    private var ignoresQuotes = false
    private var hasNoTagEnd = false
    private var hasNoCommentEnd = false
    private var missingEnds: Set<String> = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) { self.init(Array(text.utf8)) }

    /// The text in a range.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The next token; nil at the end. Two texts may follow one another.
    mutating func next() -> Token? {
        guard offset < bytes.count else { return nil }
        let start = offset
        if bytes[start] == UInt8(ascii: "<"), let token = markup(at: start) { return token }
        let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        offset = end
        return .text(start..<end)
    }

    private mutating func markup(at start: Int) -> Token? {
        if has("<!--", at: start) {
            guard !hasNoCommentEnd, let end = find("-->", from: start + 4) else {
                hasNoCommentEnd = true
                return nil
            }
            offset = end + 3
            return .comment(start..<offset)
        }
        let isEnd = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
        let nameStart = start + (isEnd ? 2 : 1)
        let nameEnd = bytes[min(nameStart, bytes.count)...].firstIndex { !Self.isInName($0) } ?? bytes.count
        guard nameEnd > nameStart, nameEnd - nameStart <= 64, bytes[nameStart].isASCIILetter, let end = tagEnd(from: nameEnd) else {
            return nil
        }
        let name = text(nameStart..<nameEnd).lowercased()
        offset = end
        let isEmpty = end - 2 > start && bytes[end - 2] == UInt8(ascii: "/")
        if !isEnd, !isEmpty, Self.verbatimNames.contains(name), !missingEnds.contains(name) {
            if let close = findEndTag(name, from: end), let closeEnd = find(">", from: close) {
                offset = closeEnd + 1
                return .verbatim(start..<offset, name: name)
            }
            missingEnds.insert(name)
        }
        return .tag(start..<end, name: name, isEnd: isEnd)
    }

    /// The offset after the `>` of a tag; nil if the tag has no end.
    private mutating func tagEnd(from start: Int) -> Int? {
        guard !hasNoTagEnd else { return nil }
        if !ignoresQuotes {
            var quote: UInt8?
            for index in start..<bytes.count {
                let byte = bytes[index]
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == UInt8(ascii: ">") {
                    return index + 1
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                }
            }
            ignoresQuotes = true
        }
        guard let end = find(">", from: start) else {
            hasNoTagEnd = true
            return nil
        }
        return end + 1
    }

    private func findEndTag(_ name: String, from start: Int) -> Int? {
        let mark = Array("</\(name)".utf8)
        var index = start
        while let found = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            guard found + mark.count <= bytes.count else { return nil }
            if zip(bytes[found...], mark).allSatisfy({ $0 == $1 || $0.asciiLowercased == $1 }) { return found }
            index = found + 1
        }
        return nil
    }

    /// The offset of a text; nil if it does not occur.
    func find(_ text: StaticString, from start: Int) -> Int? {
        let first = text.withUTF8Buffer { unsafe $0[0] }
        var index = min(start, bytes.count)
        while let found = bytes[index...].firstIndex(of: first) {
            if has(text, at: found) { return found }
            index = found + 1
        }
        return nil
    }

    /// Whether a text stands at an offset.
    func has(_ text: StaticString, at start: Int) -> Bool {
        guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { text in
            for place in text.indices where unsafe bytes[start + place] != text[place] { return false }
            return true
        }
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
    }
}
