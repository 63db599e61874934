extension ErrorContext {
    /// The advice on operators and brackets of other languages, with the place of the first character.
    var operatorAdvice: (text: String, start: Int)? {
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

    /// The place of the `?` in `a ? b : c`.
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
            let name = ErrorContext(text(0..<end - 1), at: end - 1).lastName.text
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
