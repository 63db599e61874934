import HTMLParsing

/// A possible HTML tag in a text of unknown format.
struct MarkupTag {
    /// The element; `.other` for names with a hyphen or a colon, which are custom elements and elements of office programs.
    let name: HTMLTag
    /// The name of a custom element in lower case; empty for elements of HTML.
    private(set) var customName = ""
    let isEnd: Bool
    /// Whether the tag has an attribute.
    private(set) var hasAttributes = false
    /// Whether the value of an attribute is left out: `<a href="...">`.
    private(set) var hasElidedValue = false
    /// Whether the tag ends with `/>`.
    private(set) var isSelfClosing = false
    /// Whether the text ends inside of the tag, which has no error up to there.
    private(set) var isCut = false
    /// The offset after the tag.
    private(set) var end: Int

    /// A name in lower case, with the maximum length that is read, in bytes.
    private typealias Name = InlineArray<64, UInt8>

    /// Reads the tag at an angle bracket; nil if none is there, as in `if a <b and c> d`, `<ana@example.com>` or `<config>`.
    ///
    /// A tag with an attribute in quotation marks is one even if others of its attributes are not well-formed.
    ///
    /// - Parameter lastClosing: The offset of the last `>` of the text.
    init?(at start: Int, in bytes: Span<UInt8>, lastClosing: Int) {
        var index = start + 1
        isEnd = index < bytes.count && bytes[index] == 0x2F
        if isEnd { index += 1 }
        let nameStart = index
        var colons = 0
        var hyphens = 0
        while index < bytes.count, index - nameStart < Self.Name.count, Self.isInName(bytes[index]) {
            if bytes[index] == 0x3A { colons += 1 }
            if bytes[index] == 0x2D { hyphens += 1 }
            index += 1
        }
        guard index > nameStart, bytes[nameStart].isASCIILetter else { return nil }
        var letters = Name(repeating: 0)
        for offset in 0..<index - nameStart { letters[offset] = bytes[nameStart + offset].asciiLowercased }
        let lowercased = letters.span.extracting(0..<index - nameStart)
        if let tag = HTMLTag(name: lowercased), tag.isHTML || tag == .svg || tag == .math {
            name = tag
        } else if index == bytes.count || colons == 1 && bytes[index - 1] != 0x3A || colons == 0 && hyphens > 0 {
            name = .other
            customName = String(decoding: (0..<lowercased.count).map { letters[$0] }, as: UTF8.self)
        } else {
            return nil
        }
        end = index
        guard index < bytes.count else {
            isCut = true
            return
        }
        guard bytes[index].isFoldedSpace || bytes[index] == 0x2F || bytes[index] == 0x3E else { return nil }
        switch readAttributes(in: bytes) {
        case .wellFormed: break
        case .cut: isCut = true
        case .malformed(let hasQuotedValue):
            guard hasQuotedValue, end < lastClosing, let closing = bytes.index(of: 0x3E, from: end) else { return nil }
            end = closing + 1
        }
    }

    /// Whether the element belongs to Confluence's storage format.
    var isStorageFormat: Bool { name == .other && (customName.hasPrefix("ac:") || customName.hasPrefix("ri:")) }

    private enum Reading {
        case wellFormed, cut
        case malformed(hasQuotedValue: Bool)
    }

    private mutating func readAttributes(in bytes: Span<UInt8>) -> Reading {
        var hasQuotedValue = false
        while end < bytes.count {
            if bytes[end] == 0x3E {
                isSelfClosing = bytes[end - 1] == 0x2F
                end += 1
                return .wellFormed
            }
            if bytes[end].isFoldedSpace || bytes[end] == 0x2F {
                end += 1
            } else if let isQuoted = readAttribute(in: bytes) {
                hasQuotedValue = hasQuotedValue || isQuoted
            } else {
                return end < bytes.count ? .malformed(hasQuotedValue: hasQuotedValue) : .cut
            }
        }
        return .cut
    }

    /// Reads `name=value`, or the name of a boolean attribute.
    ///
    /// - Returns: Whether the value stands in quotation marks; nil if the attribute is not valid, or the text ends in it.
    private mutating func readAttribute(in bytes: Span<UInt8>) -> Bool? {
        let nameStart = end
        while end < bytes.count, Self.isInName(bytes[end]) { end += 1 }
        guard end > nameStart else { return nil }
        let nameEnd = end
        while end < bytes.count, bytes[end].isFoldedSpace { end += 1 }
        guard end < bytes.count else { return nil }
        guard bytes[end] == 0x3D else {
            let count = nameEnd - nameStart
            guard Self.namesWithoutValue.contains(where: { $0.utf8CodeUnitCount == count && bytes.hasPrefix($0, at: nameStart) }) else {
                return nil
            }
            hasAttributes = true
            return false
        }
        end += 1
        while end < bytes.count, bytes[end].isFoldedSpace { end += 1 }
        guard end < bytes.count else { return nil }
        hasAttributes = true
        let quote = bytes[end]
        guard quote == 0x22 || quote == 0x27 else {
            let start = end
            while end < bytes.count, Self.isInBareValue(bytes[end]) { end += 1 }
            return end > start ? false : nil
        }
        end += 1
        let valueStart = end
        var dots = 0
        while end < bytes.count, bytes[end] != quote {
            if bytes[end] == 0x2E { dots += 1 }
            end += 1
        }
        guard end < bytes.count else { return nil }
        let isElided = dots > 1 && dots == end - valueStart || end - valueStart == 3 && bytes.hasPrefix("\u{2026}", at: valueStart)
        if isElided { hasElidedValue = true }
        end += 1
        return true
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte == 0x5F || byte == 0x3A || byte == 0x2E
    }

    /// Whether a byte may occur in an unquoted attribute value.
    private static func isInBareValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27, 0x3C...0x3E, 0x60: false
        default: !byte.isFoldedSpace
        }
    }

    private static let namesWithoutValue: [StaticString] = [
        "allowfullscreen", "async", "autoplay", "checked", "compact", "controls", "defer", "disabled", "download", "hidden", "inert",
        "ismap",
        "itemscope", "loop", "mozallowfullscreen", "multiple", "muted", "nohref", "noshade", "nowrap", "open", "playsinline", "readonly",
        "required", "reversed", "selected", "webkitallowfullscreen",
    ]
}

extension HTMLTag {
    /// Whether this is a known HTML element. The tags of SVG and MathML have higher raw values.
    fileprivate var isHTML: Bool { self != .other && rawValue < HTMLTag.svg.rawValue }
}
