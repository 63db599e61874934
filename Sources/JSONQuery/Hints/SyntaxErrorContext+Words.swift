extension SyntaxErrorContext {
    /// The advice on words of other languages, with the offset of the first character.
    var wordAdvice: (text: String, start: Int)? {
        let (last, start) = lastName
        let mark = byte(before: start)
        if mark == UInt8(ascii: "$"), precedes("("), !last.isEmpty {
            let name = OtherLanguageNames.function(last) ?? last
            return ("`$\(last)(…)` is JSONata; functions have no \"$\"; did you mean `\(name)`?", start - 1)
        }
        if mark != UInt8(ascii: "."), mark != UInt8(ascii: "$"), let text = advice(behind: last) { return (text, start) }
        let next = nextName
        guard !next.isEmpty, end > 0, !Self.expectsOperand(byte(before: end)) || Self.isName(bytes[end - 1]) else { return nil }
        if next == "if" { return ("a choice is `if a then b else c end`", offset) }
        if let text = Self.infixes[next.lowercased()] { return (text, offset) }
        guard BuiltIns.names.contains(where: { $0.hasPrefix(next + "/") && !BuiltIns.isInternal($0) }) else { return nil }
        return ("a function follows a pipe: `… | \(next)`", offset)
    }

    /// The advice on a name before an unexpected token.
    private func advice(behind name: String) -> String? {
        guard !name.isEmpty, let first else { return nil }
        if name == "f", isAdjacent, first == UInt8(ascii: "\"") { return "values stand in a text as `\"\\(.a)\"`" }
        if Self.isName(first) || first == UInt8(ascii: "$"), let text = Self.openers[name.lowercased()] { return text }
        let beginsArgument = "\":'".utf8.contains(first) || Lexer.isDigit(first)
        guard beginsArgument, !isAdjacent || first == UInt8(ascii: ":"), isFunctionWithArguments(name) else { return nil }
        return "arguments stand in parentheses: `\(name)(…)`"
    }

    private func isFunctionWithArguments(_ name: String) -> Bool {
        (1...3).contains { BuiltIns.names.contains("\(name)/\($0)") }
    }

    /// Whether an operand must follow this byte, so that a name after it cannot be an operator.
    private static func expectsOperand(_ byte: UInt8?) -> Bool {
        guard let byte else { return true }
        return "|,;:([{=<>+-*/%".utf8.contains(byte)
    }

    /// Words that begin a statement elsewhere.
    private static let openers: [String: String] = [
        "for": "jq has no \"for\"; `.items[] | …` takes each item", "foreach": "jq writes `foreach .items[] as $x (start; update)`",
        "return": "jq has no \"return\"; what a program gives is its result",
        "let": binding, "var": binding, "const": binding, "set": binding,
        "function": function, "func": function, "fn": function, "lambda": function,
        "switch": choice, "case": choice, "when": choice, "unless": choice, "else": choice,
        "select": "this is SQL, and not jq; use `.[] | select(.a > 1) | {a, b}`",
        "typeof": "use `.a | type`", "new": "jq has no \"new\"; an object is `{a: 1}`",
    ]
    private static let binding = "a variable is `.a as $name | …`"
    private static let function = "a function is `def name(f): …;`"
    private static let choice = "a choice is `if … then … elif … then … else … end`"

    /// Words that are operators elsewhere.
    private static let infixes: [String: String] = [
        "and": "use \"and\" in lower case", "or": "use \"or\" in lower case", "not": "use \"| not\" behind the condition",
        "is": "use \"==\" or \"!=\", as in `.a == null`", "in": "use `.a | IN(1, 2)`, or `IN(.list[])`",
        "like": test, "ilike": test, "matches": test, "regexp": test, "rlike": test,
        "between": "use `.a >= 1 and .a <= 2`", "eq": "use \"==\"", "equals": "use \"==\"", "ne": "use \"!=\"", "lt": "use \"<\"",
        "gt": "use \">\"", "le": "use \"<=\"", "lte": "use \"<=\"", "ge": "use \">=\"", "gte": "use \">=\"",
        "mod": "use \"%\"", "div": "use \"/\", and `floor` for integers", "xor": "use \"!=\" of two booleans",
        "instanceof": "use `| type`", "default": "use \"//\", as in `.a // \"none\"`", "where": "use `| select(…)`",
        "order": "use `| sort_by(.a)`", "group": "use `| group_by(.a)`", "for": "use `.items[] | …`",
    ]
    private static let test = "use `| test(\"…\")` behind the text"

    /// The advice on paths in the syntax of other languages, with the offset of the first character.
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

    /// The offset of the operator `...` of other languages.
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
            return ("an element is `[\(SyntaxErrorContext(text(offset + 1..<bytes.count), at: 0).nextName)]`", offset)
        }
        guard byte(before: start) == UInt8(ascii: "."), byte(before: start - 1) != UInt8(ascii: ".") else { return nil }
        let isMark = name.isEmpty ? "@$".utf8.contains(first) || Lexer.isDigit(first) : first == UInt8(ascii: ":")
        guard isMark || first >= 0x80 else { return nil }
        var keyEnd = offset + 1
        while keyEnd < bytes.count, Self.isName(bytes[keyEnd]) || bytes[keyEnd] >= 0x80 { keyEnd += 1 }
        if first == UInt8(ascii: ":"), keyEnd == offset + 1 { return nil }
        let key = text(start..<keyEnd)
        guard TypographicQuotes.advice(on: String(key.first ?? " ")) == nil else { return nil }
        return ("such a key stands in quotation marks: `.[\"\(key)\"]`", start - 1)
    }
}
