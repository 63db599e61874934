extension ErrorContext {
    /// The advice on paths in the syntax of other languages, with the place of the first character.
    var pathAdvice: (text: String, start: Int)? {
        if follows("["), precedes("*") { return ("`[*]` is JSONPath; use `[]`", end - 1) }
        if follows("["), precedes("?") { return ("`[?…]` is JSONPath or JMESPath; use `.items[] | select(…)`", end - 1) }
        if follows("."), precedes("*") { return ("`.*` is JSONPath; use `.[]`", end - 1) }
        if let start = spread { return ("\"...\" is no operator; lists and objects are joined by \"+\"", start) }
        if follows(".."), isAdjacent, let first, Self.isName(first) {
            return ("`..\(nextName)` is JSONPath; use `.. | .\(nextName)?`", end - 2)
        }
        if precedes(".."), isAdjacent, end > 0 { return ("`..` begins a path; use `.a | .. | .b?`", offset) }
        if let key = oddKey { return key }
        if precedes("@"), !precedes("@ ") {
            return ("\"@\" stands for the value in JSONPath and JMESPath; in jq that is `.`", offset)
        }
        if precedes("$"), !(offset + 1 < bytes.count && Self.isName(bytes[offset + 1])) {
            return ("\"$\" begins the name of a variable; the input is `.`", offset)
        }
        return nil
    }

    /// The place of "...".
    private var spread: Int? {
        if precedes("...") { return offset }
        if follows("..."), isAdjacent { return end - 3 }
        return follows("..") && precedes(".") ? end - 2 : nil
    }

    /// A key that has to stand in quotation marks: `.@type`, `.dc:title`, `.größe`; and the number of an element, `.0`.
    private var oddKey: (text: String, start: Int)? {
        let (name, start) = lastName
        if byte(before: start) == UInt8(ascii: "@"), byte(before: start - 1) == UInt8(ascii: "."), !name.isEmpty {
            // `.@type` is a format without its string.
            return ("such a key stands in quotation marks: `.[\"@\(name)\"]`", start - 2)
        }
        guard isAdjacent, let first else { return nil }
        if first == UInt8(ascii: "."), offset + 1 < bytes.count, Lexer.isDigit(bytes[offset + 1]), end > 0 {
            return ("an element is `[\(ErrorContext(text(offset + 1..<bytes.count), at: 0).nextName)]`", offset)
        }
        guard byte(before: start) == UInt8(ascii: "."), byte(before: start - 1) != UInt8(ascii: ".") else { return nil }
        let isMark = name.isEmpty ? "@$".utf8.contains(first) || Lexer.isDigit(first) : first == UInt8(ascii: ":")
        guard isMark || first >= 0x80 else { return nil }
        var keyEnd = offset + 1
        while keyEnd < bytes.count, Self.isName(bytes[keyEnd]) || bytes[keyEnd] >= 0x80 { keyEnd += 1 }
        if first == UInt8(ascii: ":"), keyEnd == offset + 1 { return nil }
        let key = text(start..<keyEnd)
        guard QuotationMark.advice(on: String(key.first ?? " ")) == nil else { return nil }
        return ("such a key stands in quotation marks: `.[\"\(key)\"]`", start - 1)
    }
}
