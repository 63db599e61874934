/// Checks SVG images. One with scripts, styles that fetch, or references to other files is refused: it would run when a reader opens it.
///
/// The check is an allow list: elements that draw, and attributes and texts without addresses. A document type is refused, because it can
/// define entities.
///
/// - SeeAlso: [SVG 2, Conformance, secure static mode](https://www.w3.org/TR/SVG2/conform.html#secure-static-mode)
package enum HarmlessSVG {
    /// The greatest length of a drawing, in bytes.
    package static let maximumBytes = 4 << 20

    private static let elements: Set<String> = Set(
        """
        svg g path rect circle ellipse line polyline polygon text tspan textPath defs symbol use marker pattern mask clipPath title desc \
        linearGradient radialGradient stop style switch metadata filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix \
        feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge \
        feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
        """.split(separator: " ").map(String.init))
    /// Parts of values that fetch or run something.
    private static let forbidden = ["script", "expression", "@import", "\\", "&#"]

    /// Whether a file begins like an SVG image.
    package static func begins(_ head: [UInt8]) -> Bool {
        let start = String(decoding: head.prefix(1024), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return start.hasPrefix("<") && start.lowercased().contains("<svg")
    }

    /// Whether a file is a drawing that runs nothing and fetches nothing.
    package static func accepts(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else { return false }
        var rest = Array(text.utf8)[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        var isFirst = true
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            // The text may be a style sheet.
            guard accepts(String(decoding: rest[..<start], as: UTF8.self)) else { return false }
            rest = rest[start...]
            if rest.starts(with: "<![CDATA[".utf8) {
                guard let end = Self.end(of: "]]>", in: rest), accepts(String(decoding: rest[..<end], as: UTF8.self)) else { return false }
                rest = rest[end...]
                continue
            }
            if rest.starts(with: "<!--".utf8) {
                guard let end = Self.end(of: "-->", in: rest.dropFirst(4)) else { return false }
                rest = rest[end...]
                continue
            }
            if rest.starts(with: "<?xml ".utf8), isFirst {
                guard let end = Self.end(of: "?>", in: rest) else { return false }
                let declaration = String(decoding: rest[..<end], as: UTF8.self).lowercased()
                // Another encoding would read other tags.
                if declaration.contains("encoding"), !declaration.contains("utf-8") { return false }
                rest = rest[end...]
                continue
            }
            guard let tag = SVGTag(&rest), Self.accepts(tag, isFirst: isFirst) else { return false }
            isFirst = false
        }
        return !isFirst
    }

    private static func accepts(_ tag: SVGTag, isFirst: Bool) -> Bool {
        guard elements.contains(tag.name), !isFirst || tag.name == "svg" && !tag.isEnd else { return false }
        return tag.attributes.allSatisfy { name, value in
            if name == "xmlns" { return value == "http://www.w3.org/2000/svg" }
            if name == "xmlns:xlink" { return value == "http://www.w3.org/1999/xlink" }
            let lower = name.lowercased()
            if lower == "href" || lower == "xlink:href" { return value.hasPrefix("#") }
            guard !lower.hasPrefix("on"), !name.contains(":") || ["xml:space", "xml:lang"].contains(name), lower != "src" else {
                return false
            }
            return accepts(value)
        }
    }

    /// Whether a value or a text fetches nothing and runs nothing, whatever language it is in.
    private static func accepts(_ text: String) -> Bool {
        let compact = text.utf8.filter { $0 > 0x20 }.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        if forbidden.contains(where: { end(of: $0, in: compact[...]) != nil }) { return false }
        var rest = compact[...]
        while let start = end(of: "url(", in: rest) {
            rest = rest[start...].drop { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
            guard rest.first == UInt8(ascii: "#") else { return false }
        }
        return true
    }

    private static func end(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let wanted = Array(text.utf8)
        var place = bytes.startIndex
        while let found = bytes[place...].firstIndex(of: wanted[0]) {
            if bytes[found...].starts(with: wanted) { return found + wanted.count }
            place = found + 1
        }
        return nil
    }
}

/// A start or end tag of XML.
private struct SVGTag {
    let name: String
    let isEnd: Bool
    private(set) var attributes: [(name: String, value: String)] = []

    /// Reads a tag at the start of some bytes and drops it from them; nil for anything else.
    init?(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.dropFirst()
        isEnd = rest.first == UInt8(ascii: "/")
        if isEnd { rest = rest.dropFirst() }
        guard let name = Self.name(&rest) else { return nil }
        self.name = name
        while true {
            Self.skipSpace(&rest)
            if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
            if rest.first == UInt8(ascii: ">") {
                rest = rest.dropFirst()
                return
            }
            guard !isEnd, let attribute = Self.name(&rest) else { return nil }
            Self.skipSpace(&rest)
            guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
            Self.skipSpace(&rest)
            guard let mark = rest.popFirst(), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"), let end = rest.firstIndex(of: mark)
            else { return nil }
            let value = rest[..<end]
            if value.contains(UInt8(ascii: "<")) { return nil }
            attributes.append((attribute, String(decoding: value, as: UTF8.self)))
            rest = rest[(end + 1)...]
        }
    }

    private static func name(_ rest: inout ArraySlice<UInt8>) -> String? {
        let name = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_")
            }
        }
        rest = rest.dropFirst(name.count)
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private static func skipSpace(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
}
