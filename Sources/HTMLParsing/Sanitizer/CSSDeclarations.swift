/// The declarations of a `style` attribute, reduced to those that are allowed.
///
/// Reads what CSS would read and is stricter: a value may only hold words, numbers, colours, quoted strings and a few functions. Escapes,
/// addresses, blocks and everything else that can hide something lose the declaration.
///
/// - SeeAlso: [CSS Syntax 5.4.4, Consume a declaration list](https://www.w3.org/TR/css-syntax-3/#consume-list-of-declarations)
enum CSSDeclarations {
    /// Gives `name:value` pairs, separated by `; `; empty if none is allowed.
    static func filtered(_ style: String) -> String {
        var kept: [String] = []
        for declaration in split(withoutComments(style)) {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = trimmed(declaration[..<colon]).lowercased()
            let value = trimmed(declaration[declaration.index(after: colon)...])
            if allows(name, value) { kept.append("\(name):\(value)") }
        }
        return kept.joined(separator: "; ")
    }

    /// Properties that style what is in the element and cannot take it out of its place or fetch anything.
    private static let properties: Set<String> = [
        "background", "background-color", "border-collapse", "border-spacing", "caption-side", "clear", "color", "direction", "display",
        "empty-cells", "float", "font", "height", "hyphens", "letter-spacing", "line-height", "max-height", "max-width", "min-height",
        "min-width", "opacity", "overflow-wrap", "table-layout", "vertical-align", "visibility", "white-space", "width", "word-break",
        "word-spacing", "word-wrap", "box-sizing", "mso-hide",
    ]
    private static let families = ["font-", "text-", "margin", "padding", "border", "list-style"]
    private static let functions: Set<String> = ["rgb", "rgba", "hsl", "hsla", "calc"]

    private static func allows(_ name: String, _ value: String) -> Bool {
        let isKnown = properties.contains(name) || families.contains { name.hasPrefix($0) }
        guard isKnown, !value.isEmpty, name.utf8.allSatisfy({ $0.isASCIILetter || $0 == 0x2D }) else { return false }
        return isHarmless(value, allowsNegative: !name.hasPrefix("margin") && name != "text-indent")
    }

    /// Whether a value holds nothing but words, numbers, colours, strings and allowed functions.
    private static func isHarmless(_ value: String, allowsNegative: Bool) -> Bool {
        var quote: Character?
        var word = ""
        for character in value {
            if let open = quote {
                if character == open { quote = nil }
                if character == "\\" || character.isNewline { return false }
                continue
            }
            switch character {
            case "\"", "'":
                quote = character
            case "(":
                // A bare parenthesis groups within calc().
                if !word.isEmpty, !functions.contains(word.lowercased()) { return false }
            case ")", ",", "/", "#", "%", ".", "+", "*", "!", " ", "\t", "\n": break
            case "-":
                // A negative margin would draw the content over what stands around it.
                if !allowsNegative, word.isEmpty { return false }
            default:
                guard character.isASCII, character.isLetter || character.isNumber else { return false }
            }
            let isWord = character.isLetter || character.isNumber || character == "-"
            word = isWord ? word + String(character) : ""
        }
        return quote == nil
    }

    private static func withoutComments(_ style: String) -> String {
        var result = ""
        var rest = style[...]
        while let open = rest.firstRange(of: "/*") {
            result += rest[..<open.lowerBound] + " "
            guard let close = rest[open.upperBound...].firstRange(of: "*/") else { return result }
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// Cuts at semicolons that stand in no string and no brackets.
    private static func split(_ style: String) -> [Substring] {
        var parts: [Substring] = []
        var start = style.startIndex
        var quote: Character?
        var depth = 0
        for index in style.indices {
            let character = style[index]
            if let open = quote {
                if character == open || character.isNewline { quote = nil }
                continue
            }
            switch character {
            case "\"", "'": quote = character
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case ";" where depth <= 0:
                parts.append(style[start..<index])
                start = style.index(after: index)
            default: break
            }
        }
        return parts + [style[start...]]
    }

    private static func trimmed(_ text: Substring) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0.isNewline || $0 == "\t" }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
