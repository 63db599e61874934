internal import HTMLParsing
internal import Pipeline

/// A shortcode of WordPress, such as `[gallery ids="1,2"]`, with the content up to its end tag.
///
/// - SeeAlso: [Shortcode API](https://developer.wordpress.org/plugins/shortcodes/)
struct Shortcode: Equatable {
    let name: String
    private(set) var attributes: [String: String] = [:]
    /// Values without a name, in their order.
    private(set) var values: [String] = []
    /// Whether an end tag follows.
    var hasEndTag = false
    /// Whether the line has no text beside it. Tags and other brackets are no text.
    var standsAlone = false
    /// The text between the tags; nil without an end tag, and for a name whose content nothing reads.
    var content: String?

    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - text: The text between the name and the closing bracket.
    init(name: String, attributes text: Substring) {
        self.name = name
        var rest = text.drop { $0.isWhitespace || $0 == "/" }
        while !rest.isEmpty {
            let key = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "\"" && $0 != "'" }
            rest = rest[key.endIndex...]
            if rest.first == "=", !key.isEmpty {
                if key.utf8.allSatisfy(Self.isInName) {
                    rest = rest.dropFirst()
                    attributes[key.lowercased()] = Self.value(&rest)
                } else {
                    // An address such as `https://example.org/?a=b` is one value.
                    let tail = rest.prefix { !$0.isWhitespace }
                    rest = rest[tail.endIndex...]
                    values.append(String(key + tail))
                }
            } else if key.isEmpty {
                if rest.first == "=" { rest = rest.dropFirst() }
                values.append(Self.value(&rest))
            } else if key != "/" {
                values.append(String(key))
            }
            rest = rest.drop { $0.isWhitespace }
        }
    }

    private static func value(_ rest: inout Substring) -> String {
        if let quote = rest.first, quote == "\"" || quote == "'" {
            let value = rest.dropFirst().prefix { $0 != quote }
            rest = rest[value.endIndex...].dropFirst()
            return String(value)
        }
        let value = rest.prefix { !$0.isWhitespace }
        rest = rest[value.endIndex...]
        return String(value)
    }

    /// The value of an attribute; nil for one that is missing or empty.
    subscript(name: String) -> String? { attributes[name]?.meaningful }

    /// Whether it looks like the shortcode of a plug-in, and not like a remark in brackets, such as `[sic]` or `[see https://example.org]`.
    ///
    /// WordPress knows the registered names, and writes all others as text. An export does not name them.
    var isCertain: Bool {
        hasEndTag || !attributes.isEmpty || name.contains("_") || name.contains("-")
            || standsAlone && values.contains { $0.contains("://") }
    }

    /// Whether a byte may be part of the name of a shortcode or of an attribute.
    static func isInName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

/// Finds shortcodes in HTML and replaces those that a function knows, in time proportional to the length of the text.
struct ShortcodeExpander {
    private var scanner: MarkupScanner
    /// The names whose content the replacement reads. Other contents are not copied: they could nest as deep as the text is long.
    private static let namesWithContent: Set<String> = [
        "caption", "wp_caption", "code", "sourcecode", "embed", "audio", "video",
    ]
    /// The names whose content is code, where a start tag is text.
    private static let namesOfCode: Set<String> = ["code", "sourcecode"]

    /// The offsets of end tags by their names, the first one last.
    private var ends: [String: [Int]]
    /// The offsets of start tags by their names, the first one last.
    private var starts: [String: [Int]]
    /// The offset of the next `]` and of the next `[`, as of the last search. A search is repeated only beyond these offsets.
    private var nextClose = -1
    private var nextOpen = -1
    private var output: [UInt8] = []
    /// The names of shortcodes that nothing replaced.
    private(set) var unknown: Set<String> = []

    private init(_ text: String) {
        scanner = MarkupScanner(text)
        (starts, ends) = Self.tags(in: scanner.bytes)
    }

    /// Replaces the shortcodes of a text.
    ///
    /// - Parameter replacement: Returns the HTML for a shortcode; nil for one that stays. Shortcodes in a content that stays are looked at, too.
    /// - Returns: The text, and the names of the shortcodes that stay.
    static func expand(_ text: String, _ replacement: (Shortcode) -> String?) -> (text: String, unknown: Set<String>) {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return (text, []) }
        var expander = ShortcodeExpander(text)
        while let token = expander.scanner.next() {
            switch token {
            case .text(let range): expander.take(range, replacement)
            case .tag(let range, _, _), .comment(let range), .verbatim(let range, _): expander.output += expander.scanner.bytes[range]
            }
        }
        return (String(decoding: expander.output, as: UTF8.self), expander.unknown)
    }

    private mutating func take(_ range: Range<Int>, _ replacement: (Shortcode) -> String?) {
        let bytes = scanner.bytes
        var place = range.lowerBound
        while let open = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: "[")) {
            output += bytes[place..<open]
            if let (text, end) = escaped(at: open) {
                output += text
                place = end
            } else if let (code, tagEnd, end) = shortcode(at: open) {
                if let html = replacement(code) {
                    output += html.utf8
                    place = end
                } else {
                    if code.isCertain, unknown.count < Self.maxUnknown { unknown.insert(code.name) }
                    output += bytes[open..<tagEnd]
                    place = tagEnd
                }
            } else {
                output.append(bytes[open])
                place = open + 1
            }
            guard place < range.upperBound else { break }
        }
        if place < range.upperBound { output += bytes[place..<range.upperBound] } else { scanner.offset = max(place, scanner.offset) }
    }

    /// How many names of one text are noted.
    private static let maxUnknown = 100

    /// Reads `[[name]]`, which stands for `[name]`.
    private mutating func escaped(at open: Int) -> (text: ArraySlice<UInt8>, end: Int)? {
        let bytes = scanner.bytes
        guard open + 1 < bytes.count, bytes[open + 1] == UInt8(ascii: "["), let close = close(from: open + 2), close + 1 < bytes.count,
            bytes[close + 1] == UInt8(ascii: "]"), !opens(in: open + 2..<close), name(at: open + 2) != nil
        else { return nil }
        return (bytes[(open + 1)...close], close + 2)
    }

    /// Reads a shortcode.
    ///
    /// - Returns: The shortcode, the end of its start tag, and the end of all of it.
    private mutating func shortcode(at open: Int) -> (Shortcode, tagEnd: Int, end: Int)? {
        guard let (name, nameEnd) = name(at: open + 1), let close = close(from: nameEnd), !opens(in: nameEnd..<close) else { return nil }
        let isEmpty = scanner.bytes[close - 1] == UInt8(ascii: "/")
        var code = Shortcode(name: name, attributes: Substring(scanner.text(nameEnd..<close - (isEmpty ? 1 : 0))))
        code.standsAlone = standsAlone(open...close)
        var end = close + 1
        if !isEmpty {
            while let place = ends[name]?.last, place <= close { ends[name]?.removeLast() }
            while let place = starts[name]?.last, place <= close { starts[name]?.removeLast() }
            // An end tag belongs to the last start tag in front of it. So no text is the content of two shortcodes of one name.
            if let place = ends[name]?.last, Self.namesOfCode.contains(name) || place < starts[name]?.last ?? Int.max {
                code.hasEndTag = true
                if Self.namesWithContent.contains(name) { code.content = scanner.text(end..<place) }
                end = place + name.utf8.count + 3
            }
        }
        return (code, close + 1, end)
    }

    /// Whether nothing but blanks stands between a shortcode and the ends of its line, tags and other brackets.
    private func standsAlone(_ range: ClosedRange<Int>) -> Bool {
        let bytes = scanner.bytes
        let before = bytes[..<range.lowerBound].last { !Self.isBlank($0) }
        let after = bytes[(range.upperBound + 1)...].first { !Self.isBlank($0) }
        return before.map("\n\r>]".utf8.contains) ?? true && after.map("\n\r<[".utf8.contains) ?? true
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// The name at an offset, in lower case, and its end.
    private func name(at start: Int) -> (String, end: Int)? {
        let bytes = scanner.bytes
        guard start < bytes.count, bytes[start].isASCIILetter else { return nil }
        let end =
            bytes[start...].prefix(Self.maxNameBytes).firstIndex { !Shortcode.isInName($0) } ?? min(bytes.count, start + Self.maxNameBytes)
        guard end < bytes.count, Self.endsName.contains(bytes[end]) else { return nil }
        return (scanner.text(start..<end).lowercased(), end)
    }

    private static let maxNameBytes = 64
    private static let endsName: Set<UInt8> = Set("]/= \t\r\n".utf8)

    private mutating func close(from start: Int) -> Int? {
        if nextClose < start { nextClose = scanner.bytes[start...].firstIndex(of: UInt8(ascii: "]")) ?? Int.max }
        return nextClose == Int.max ? nil : nextClose
    }

    /// Whether another shortcode seems to begin.
    private mutating func opens(in range: Range<Int>) -> Bool {
        if nextOpen < range.lowerBound { nextOpen = scanner.bytes[range.lowerBound...].firstIndex(of: UInt8(ascii: "[")) ?? Int.max }
        return nextOpen < range.upperBound
    }

    /// The places of start tags such as `[caption]`, and of end tags such as `[/caption]`.
    private static func tags(in bytes: [UInt8]) -> (starts: [String: [Int]], ends: [String: [Int]]) {
        var starts: [String: [Int]] = [:]
        var ends: [String: [Int]] = [:]
        var place = 0
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "[")) {
            place = open + 1
            let isEnd = place < bytes.count && bytes[place] == UInt8(ascii: "/")
            let name = bytes[(isEnd ? place + 1 : place)...].prefix(maxNameBytes).prefix(while: Shortcode.isInName)
            guard let first = name.first, name.endIndex < bytes.count else { continue }
            if isEnd {
                guard bytes[name.endIndex] == UInt8(ascii: "]") else { continue }
                ends[String(decoding: name, as: UTF8.self).lowercased(), default: []].append(open)
            } else if first.isASCIILetter, endsName.contains(bytes[name.endIndex]) {
                starts[String(decoding: name, as: UTF8.self).lowercased(), default: []].append(open)
            }
        }
        return (starts.mapValues { $0.reversed() }, ends.mapValues { $0.reversed() })
    }
}
