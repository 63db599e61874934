/// The text around a syntax error, for rules that recognise habits from other languages.
struct SyntaxErrorContext {
    let bytes: [UInt8]
    /// The offset of the token that the parser did not expect, in bytes.
    let offset: Int
    /// The end of the token before it, in bytes.
    let end: Int

    init(_ source: String, at offset: Int) {
        bytes = Array(source.utf8)
        self.offset = max(0, min(offset, bytes.count))
        var end = self.offset
        while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
        self.end = end
    }

    /// Whether there is no white space before the unexpected token.
    var isAdjacent: Bool { end == offset }

    /// Whether the program before the unexpected token ends with a text. White space in between is ignored.
    func follows(_ text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        return bytes[..<end].suffix(wanted.count).elementsEqual(wanted)
    }

    /// Whether a text begins at the unexpected token.
    func precedes(_ text: StaticString) -> Bool { bytes[offset...].starts(with: text.description.utf8) }

    /// The first byte of the unexpected token; nil at the end of the program.
    var first: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Whether a text occurs anywhere before the unexpected token.
    private func hasBefore(_ text: String) -> Bool { range(of: text, in: 0..<end) != nil }

    /// The name before the unexpected token, without a mark such as `.` or `$` before it, and the offset of the name.
    var lastName: (text: String, start: Int) {
        var start = end
        while start > 0, Self.isName(bytes[start - 1]) { start -= 1 }
        return (text(start..<end), start)
    }

    /// The name at the unexpected token; empty if there is none.
    var nextName: String {
        var end = offset
        while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
        return text(offset..<end)
    }

    /// The byte before an offset; nil at the start of the program.
    func byte(before offset: Int) -> UInt8? { offset > 0 ? bytes[offset - 1] : nil }

    /// The offset of the last occurrence of a text in a range.
    func range(of text: String, in range: Range<Int>) -> Int? {
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty, range.count >= wanted.count else { return nil }
        return (range.lowerBound...range.upperBound - wanted.count).last { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    static func isName(_ byte: UInt8) -> Bool { Lexer.startsName(byte) || Lexer.isDigit(byte) }
}

extension SyntaxErrorContext {
    /// The advice on a habit from another language, with the offset of the fault; nil if no rule applies.
    var advice: (text: String, start: Int)? {
        if first == UInt8(ascii: "%"), follows("{") { return ("a program stands in `{{ … }}`", end - 1) }
        if first == UInt8(ascii: "{"), isAdjacent, follows("{") {
            return ("this text is a jq program; write it without `{{ … }}`", end - 1)
        }
        return pathAdvice ?? operatorAdvice ?? wordAdvice
    }

    /// The advice on operators and brackets of other languages, with the offset of the first character.
    private var operatorAdvice: (text: String, start: Int)? {
        if follows("??") { return ("\"??\" is no operator; use \"//\", as in `.a // \"none\"`", end - 2) }
        if let mark = ternaryMark { return ("`a ? b : c` is not jq; use `if a then b else c end`", mark) }
        for (first, second, text) in Self.pairs where isAdjacent && byte(before: end) == first && self.first == second {
            return (text, end - 1)
        }
        if precedes(":=") { return ("\":=\" is no operator; use \"=\"", offset) }
        if follows("--"), first == nil { return ("\"--\" is no operator; use `-= 1`", end - 2) }
        if let first, let text = Self.characters[first] { return (text, offset) }
        return bracketAdvice.map { ($0, offset) }
    }

    /// Operators of two characters, the second of which is unexpected.
    private static let pairs: [(UInt8, UInt8, String)] = [
        (
            UInt8(ascii: "="), UInt8(ascii: ">"),
            "\"=>\" is no operator; arguments are programs, as in `map(.a)`, and \"at least\" is \">=\""
        ),
        (UInt8(ascii: "-"), UInt8(ascii: ">"), "\"->\" is no operator; arguments are programs, as in `map(.a)`"),
        (UInt8(ascii: "="), UInt8(ascii: "<"), "\"=<\" is no operator; use \"<=\""),
        (UInt8(ascii: "+"), UInt8(ascii: "+"), "\"++\" is no operator; use `+= 1`"),
        (UInt8(ascii: "*"), UInt8(ascii: "*"), "\"**\" is no operator; use `pow(a; b)`"),
        (UInt8(ascii: "/"), UInt8(ascii: "*"), "a comment begins with \"#\""),
        (UInt8(ascii: "|"), UInt8(ascii: ">"), "\"|>\" is no operator; use \"|\""),
    ]

    /// Characters that no program has outside of strings.
    private static let characters: [UInt8: String] = [
        UInt8(ascii: "`"): "strings stand in double quotes",
        UInt8(ascii: "^"): "\"^\" is no operator; use `pow(a; b)`",
        UInt8(ascii: "&"): "\"&\" is no operator; use \"and\", and for a program as argument `sort_by(.a)`",
        UInt8(ascii: "~"): "\"~\" is no operator; use `| test(\"…\")` behind the text",
    ]

    /// The offset of the `?` in `a ? b : c`.
    private var ternaryMark: Int? {
        if first == UInt8(ascii: ":"), let mark = range(of: "?", in: 0..<end), !hasOpenBrace(behind: mark) { return mark }
        return follows("?") && bytes[offset...].contains(UInt8(ascii: ":")) ? end - 1 : nil
    }

    private func hasOpenBrace(behind start: Int) -> Bool {
        let count = { (byte: UInt8) in self.bytes[start..<self.end].count { $0 == byte } }
        return count(UInt8(ascii: "{")) > count(UInt8(ascii: "}"))
    }

    private var bracketAdvice: String? {
        switch first {
        case UInt8(ascii: ")") where follows("("):
            let name = SyntaxErrorContext(text(0..<end - 1), at: end - 1).lastName.text
            guard let known = BuiltIns.names.contains(name + "/0") ? name : OtherLanguageNames.function(name) else { return nil }
            return "a function without arguments has no parentheses: `\(known)`"
        case UInt8(ascii: "]") where follows(","): return "a list has no comma at its end"
        case UInt8(ascii: ",") where hasBefore("def "):
            return range(of: ":", in: (range(of: "def ", in: 0..<end) ?? 0)..<end) == nil ? "parameters are separated by \";\"" : nil
        case UInt8(ascii: "{") where hasBefore("if "), UInt8(ascii: ":") where hasBefore("if "):
            return "a condition is `if … then … else … end`"
        case UInt8(ascii: "\"") where follows("\""): return "texts are joined by \"+\", or stand in one: `\"\\(.a) \\(.b)\"`"
        case UInt8(ascii: "/") where end == 0 && bytes.dropFirst(offset + 1).first != UInt8(ascii: "/"):
            return "a condition in a template is `{{ if … then … else … end }}`"
        default: return nil
        }
    }
}
