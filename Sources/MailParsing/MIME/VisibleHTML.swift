internal import HTMLParsing

/// Finds out whether a page shows anything, without parsing it.
struct VisibleHTML {
    /// Elements whose text is not shown.
    private static let hidden: [StaticString] = ["style", "script", "title", "template", "noscript"]
    /// Elements that are shown, although they may have no text.
    private static let media: [StaticString] = [
        "img", "svg", "video", "audio", "object", "embed", "iframe", "picture", "canvas", "input", "v:",
    ]
    /// References to characters that are not seen.
    private static let blanks: [StaticString] = [
        "nbsp", "#160", "#xa0", "zwnj", "zwj", "ensp", "emsp", "shy", "#8203", "#x200b", "#8204", "#65279",
    ]

    /// Whether a page has no text that is seen, and no picture. It looks no further than the first thing that is seen.
    static func isEmpty(_ html: String) -> Bool { isEmpty(html.utf8.span) }

    private static func isEmpty(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                guard let next = tagEnd(bytes, at: index) else { return false }
                index = next
            case UInt8(ascii: "&"):
                guard let blank = blanks.first(where: { isAt($0, bytes, index + 1) }) else { return false }
                index += 1 + blank.utf8CodeUnitCount
                if index < bytes.count, bytes[index] == UInt8(ascii: ";") { index += 1 }
            case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0: index += 2
            case 0xE2 where isAt("\u{200B}", bytes, index) || isAt("\u{200C}", bytes, index), 0xEF where isAt("\u{FEFF}", bytes, index):
                index += 3
            case let byte where byte.isFoldedSpace: index += 1
            default: return false
            }
        }
        return true
    }

    /// The offset behind the tag, the comment or the hidden element at an offset; nil for what is seen.
    private static func tagEnd(_ bytes: Span<UInt8>, at start: Int) -> Int? {
        if isAt("<!--", bytes, start) { return end(of: "-->", bytes, from: start + 4) }
        if media.contains(where: { isAt($0, bytes, start + 1) }) { return nil }
        guard start + 1 < bytes.count, bytes[start + 1].isASCIILetter || "/!?".utf8.contains(bytes[start + 1]) else { return nil }
        if let name = hidden.first(where: { isAt($0, bytes, start + 1) }), bytes[start + 1] != UInt8(ascii: "/") {
            var index = start
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/"),
                    isAt(name, bytes, index + 2)
                {
                    return end(of: ">", bytes, from: index)
                }
                index += 1
            }
            return bytes.count
        }
        var quote: UInt8?
        var index = start + 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return index
            } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) && bytes[index - 2] == UInt8(ascii: "=") {
                quote = byte
            }
        }
        return bytes.count
    }

    private static func end(of text: StaticString, _ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if isAt(text, bytes, index) { return index + text.utf8CodeUnitCount }
            index += 1
        }
        return bytes.count
    }

    /// Whether a text in lower case stands at an offset.
    private static func isAt(_ text: StaticString, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
        var index = start
        for byte in String(describing: text).utf8 {
            guard index < bytes.count, bytes[index].asciiLowercased == byte else { return false }
            index += 1
        }
        return true
    }
}
