internal import HTMLParsing

/// The parts of links and of link reference definitions. Each function gets the offset where the part should start.
///
/// - SeeAlso: [CommonMark 6.3, Links](https://spec.commonmark.org/0.31.2/#links)
enum LinkSyntax {
    /// The maximum length of a label, in bytes.
    static let longestLabel = 999
    /// The maximum depth of parentheses in an address without angle brackets.
    static let maximumParentheses = 32

    /// The content of a part, and the offset after it.
    struct Part {
        var content: Range<Int>
        var end: Int
    }

    /// Finds a link destination. It may be empty.
    static func destination(in text: Span<UInt8>, at start: Int) -> Part? {
        var index = start
        if index < text.count, text[index] == UInt8(ascii: "<") {
            index += 1
            while index < text.count {
                switch text[index] {
                case UInt8(ascii: ">"): return Part(content: start + 1..<index, end: index + 1)
                case UInt8(ascii: "<"), 0x0A: return nil
                case UInt8(ascii: "\\"): index += isEscape(text, at: index) ? 2 : 1
                default: index += 1
                }
            }
            return nil
        }
        var depth = 0
        scan: while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\\") where isEscape(text, at: index): index += 1
            case UInt8(ascii: "("):
                depth += 1
                if depth > maximumParentheses { return nil }
            case UInt8(ascii: ")"):
                if depth == 0 { break scan }
                depth -= 1
            case 0...0x20, 0x7F: break scan
            default: break
            }
            index += 1
        }
        return depth == 0 ? Part(content: start..<index, end: index) : nil
    }

    /// Finds a link title in quotes or parentheses.
    static func title(in text: Span<UInt8>, at start: Int) -> Part? {
        guard start < text.count else { return nil }
        let close: UInt8
        switch text[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): close = text[start]
        case UInt8(ascii: "("): close = UInt8(ascii: ")")
        default: return nil
        }
        var index = start + 1
        while index < text.count {
            if text[index] == close { return Part(content: start + 1..<index, end: index + 1) }
            if text[index] == UInt8(ascii: "("), close == UInt8(ascii: ")") { return nil }
            index += isEscape(text, at: index) ? 2 : 1
        }
        return nil
    }

    /// Finds a link label, whose content may be empty.
    static func label(in text: Span<UInt8>, at start: Int) -> Part? {
        guard start < text.count, text[start] == UInt8(ascii: "[") else { return nil }
        var index = start + 1
        while index < text.count, index - start <= longestLabel + 1 {
            switch text[index] {
            case UInt8(ascii: "]"): return Part(content: start + 1..<index, end: index + 1)
            case UInt8(ascii: "["): return nil
            default: index += isEscape(text, at: index) ? 2 : 1
            }
        }
        return nil
    }

    /// Whether a backslash and the character that it escapes are at an offset.
    @inline(__always)
    static func isEscape(_ text: Span<UInt8>, at index: Int) -> Bool {
        text[index] == UInt8(ascii: "\\") && index + 1 < text.count && text[index + 1].isASCIIPunctuation
    }

    /// Finds an address in angle brackets.
    ///
    /// - Parameter start: The offset of the `<`.
    /// - Returns: The offset after the `>`, and whether the address is one of mail.
    /// - SeeAlso: [CommonMark 6.5, Autolinks](https://spec.commonmark.org/0.31.2/#autolinks)
    static func autolink(in text: Span<UInt8>, at start: Int) -> (end: Int, isMail: Bool)? {
        var index = start + 1
        while index < text.count, text[index].isASCIIAlphanumeric || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(text[index]) { index += 1 }
        guard index > start + 1, index < text.count else { return nil }
        if text[index] == UInt8(ascii: "@") { return mailEnd(text, at: index).map { ($0, true) } }
        // A scheme has 2 to 32 letters, digits, `+`, `.` and `-`.
        guard text[index] == UInt8(ascii: ":"), (3...33).contains(index - start), text[start + 1].isASCIILetter else { return nil }
        for offset in start + 1..<index where !(text[offset].isASCIIAlphanumeric || "+.-".utf8.contains(text[offset])) { return nil }
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: ">"): return (index + 1, false)
            case UInt8(ascii: "<"), 0...0x20, 0x7F: return nil
            default: index += 1
            }
        }
        return nil
    }

    /// Reads the domain of an address from its `@` to the `>`.
    private static func mailEnd(_ text: Span<UInt8>, at start: Int) -> Int? {
        var index = start
        while true {
            index += 1
            let label = index
            while index < text.count, text[index].isASCIIAlphanumeric || text[index] == UInt8(ascii: "-") { index += 1 }
            let length = index - label
            guard (1...63).contains(length), text[label] != UInt8(ascii: "-"), text[index - 1] != UInt8(ascii: "-"), index < text.count
            else {
                return nil
            }
            if text[index] == UInt8(ascii: ">") { return index + 1 }
            if text[index] != UInt8(ascii: ".") { return nil }
        }
    }
}
