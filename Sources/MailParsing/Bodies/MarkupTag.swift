import HTMLParsing

/// A possible HTML tag in a text of unknown format.
struct MarkupTag {
    let name: HTMLTag
    let isEnd: Bool
    private(set) var hasAttributes = false
    /// Whether it ends with `>` and has only valid attributes, unlike `<b and c>` in `if a <b and c> d`.
    private(set) var isWellFormed = false
    /// The offset behind the tag, or of the first error in it.
    private(set) var end: Int

    /// Reads the tag at an angle bracket; nil if no complete name of an HTML element follows.
    init?(at start: Int, in bytes: Span<UInt8>) {
        var index = start + 1
        isEnd = index < bytes.count && bytes[index] == 0x2F
        if isEnd { index += 1 }
        var letters: [UInt8] = []
        while index < bytes.count, letters.count < 20, bytes[index].isASCIILetter || bytes[index].isASCIIDigit {
            letters.append(bytes[index].isASCIILetter ? bytes[index] | 0x20 : bytes[index])
            index += 1
        }
        guard let first = letters.first, first.isASCIILetter, index < bytes.count else { return nil }
        guard bytes[index].isFoldedSpace || bytes[index] == 0x2F || bytes[index] == 0x3E else { return nil }
        guard let tag = HTMLTag(name: String(decoding: letters, as: UTF8.self)), tag.isHTML else { return nil }
        name = tag
        end = index
        readAttributes(in: bytes)
    }

    private mutating func readAttributes(in bytes: Span<UInt8>) {
        while end < bytes.count {
            if bytes[end] == 0x3E {
                end += 1
                isWellFormed = true
                return
            }
            if bytes[end].isFoldedSpace || bytes[end] == 0x2F {
                end += 1
            } else if !readAttribute(in: bytes) {
                return
            }
        }
    }

    /// Reads `name=value`, or the name of a boolean attribute.
    ///
    /// - Returns: Whether the attribute is valid.
    private mutating func readAttribute(in bytes: Span<UInt8>) -> Bool {
        let nameStart = end
        while end < bytes.count, Self.isInName(bytes[end]) { end += 1 }
        guard end > nameStart else { return false }
        let nameEnd = end
        while end < bytes.count, bytes[end].isFoldedSpace { end += 1 }
        guard end < bytes.count, bytes[end] == 0x3D else {
            let name = bytes.extracting(nameStart..<nameEnd).lowercasedString
            if Self.namesWithoutValue.contains(name) { hasAttributes = true }
            return Self.namesWithoutValue.contains(name)
        }
        end += 1
        while end < bytes.count, bytes[end].isFoldedSpace { end += 1 }
        guard end < bytes.count else { return false }
        hasAttributes = true
        let quote = bytes[end]
        guard quote == 0x22 || quote == 0x27 else {
            let start = end
            while end < bytes.count, Self.isInBareValue(bytes[end]) { end += 1 }
            return end > start
        }
        end += 1
        while end < bytes.count, bytes[end] != quote { end += 1 }
        guard end < bytes.count else { return false }
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

    private static let namesWithoutValue: Set<String> = [
        "allowfullscreen", "async", "autoplay", "checked", "compact", "controls", "defer", "disabled", "hidden", "inert", "ismap",
        "itemscope",
        "loop", "multiple", "muted", "nohref", "noshade", "nowrap", "open", "readonly", "required", "reversed", "selected",
    ]
}

extension HTMLTag {
    /// Whether this is a known HTML element. The tags of SVG and MathML have higher raw values.
    fileprivate var isHTML: Bool { self != .other && rawValue < HTMLTag.svg.rawValue }
}

extension Span<UInt8> {
    /// The bytes as a string, with ASCII letters in lower case.
    var lowercasedString: String {
        var bytes: [UInt8] = []
        for index in indices { bytes.append(self[index].asciiLowercased) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
