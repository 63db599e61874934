/// Filters the declarations of a `style` attribute by an allow-list.
///
/// Works on bytes, because Swift joins a quote and a combining character into one `Character` while CSS still reads a quote. Stricter than
/// CSS: a value holds only keywords, non-negative numbers, colours, quoted names and a few functions. Declarations with escapes, URLs or
/// blocks are removed, as these can hide other content.
///
/// - SeeAlso: [CSS Syntax 5.4.4, Consume a declaration list](https://www.w3.org/TR/css-syntax-3/#consume-list-of-declarations)
enum CSSDeclarations {
    /// The maximum length of a value, in bytes. Longer values are removed.
    private static let maximumValueBytes = 1000

    /// Returns the allowed declarations as `name:value`, joined by `; `; empty if none is allowed.
    static func filtered(_ style: String) -> String {
        let bytes = withoutComments(Array(style.utf8))
        var kept: [String] = []
        for declaration in split(bytes) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: trimmed(declaration[..<colon]).map(\.asciiLowercased), as: UTF8.self)
            let value = trimmed(declaration[(colon + 1)...])
            guard isAllowed(name), !value.isEmpty, value.count <= maximumValueBytes, isHarmless(value) else { continue }
            kept.append("\(name):\(String(decoding: value, as: UTF8.self))")
        }
        return kept.joined(separator: "; ")
    }

    /// Properties that change only how an element and its content look. None of them loads a resource or moves the element over its
    /// surroundings: no position, no transform, no shadow, no content.
    private static let properties: Set<String> = [
        "background", "background-color", "border-collapse", "border-spacing", "box-sizing", "caption-side", "clear", "color", "direction",
        "display", "empty-cells", "float", "font", "font-family", "font-size", "font-stretch", "font-style", "font-variant", "font-weight",
        "height", "hyphens", "letter-spacing", "line-height", "list-style", "list-style-type", "max-height", "max-width",
        "min-height", "min-width", "mso-hide", "opacity", "overflow-wrap", "table-layout", "text-align", "text-decoration",
        "text-decoration-color", "text-decoration-line", "text-decoration-style", "text-indent", "text-transform", "vertical-align",
        "visibility", "white-space", "width", "word-break", "word-spacing", "word-wrap",
    ]
    /// Margins, paddings and borders: the shorthands and the properties of each side.
    private static let boxProperties: Set<String> = {
        var names: Set<String> = ["border-radius", "border-color", "border-style", "border-width"]
        for side in ["", "-top", "-right", "-bottom", "-left"] {
            names.formUnion(["margin\(side)", "padding\(side)", "border\(side)"])
            if !side.isEmpty { names.formUnion(["-color", "-style", "-width"].map { "border\(side)\($0)" }) }
        }
        return names
    }()
    private static let functions: Set<String> = ["rgb", "rgba", "hsl", "hsla", "calc"]

    private static func isAllowed(_ name: String) -> Bool { properties.contains(name) || boxProperties.contains(name) }

    /// Whether a value holds only keywords, non-negative numbers, colours, quoted names and allowed functions.
    private static func isHarmless(_ value: ArraySlice<UInt8>) -> Bool {
        var quote: UInt8?
        var wordStart = value.startIndex
        for (index, byte) in zip(value.indices, value) {
            if let open = quote {
                if byte == open {
                    quote = nil
                    wordStart = index + 1
                } else if !isAllowedInString(byte) {
                    return false
                }
                continue
            }
            if byte.isASCIILetter || byte.isASCIIDigit { continue }
            let word = value[wordStart..<index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "("):
                // A parenthesis without a name groups terms within calc().
                let function = String(decoding: word.map(\.asciiLowercased), as: UTF8.self)
                if !word.isEmpty, !functions.contains(function) { return false }
            case UInt8(ascii: "-"):
                // A minus is allowed as a hyphen in a keyword only. A negative length, as in `0-9px` or `calc(0px - 9px)`, could draw
                // content over its surroundings.
                let rest = value[(index + 1)...]
                let isInWord = index > value.startIndex && value[index - 1].isASCIILetter || rest.first?.isASCIILetter ?? false
                if !isInWord || beginsWithInfinity(rest) { return false }
                continue
            case 0x20, 0x09, 0x0A, UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "%"),
                UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "!"):
                break
            default: return false
            }
            wordStart = index + 1
        }
        return quote == nil
    }

    /// Whether the value begins with the keyword `infinity`, which is a number: `calc(-infinity * 1px)`.
    ///
    /// - SeeAlso: [CSS Values 4, Degenerate numeric constants](https://www.w3.org/TR/css-values-4/#calc-error-constants)
    private static func beginsWithInfinity(_ value: ArraySlice<UInt8>) -> Bool {
        value.prefix(8).map(\.asciiLowercased).elementsEqual("infinity".utf8)
    }

    /// Whether a byte may occur in a quoted string. Only font names in any language are expected there.
    private static func isAllowedInString(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || byte == 0x20 || byte == 0x2D || byte == 0x5F || byte == 0x2C
            || byte == 0x2E
    }

    private static func withoutComments(_ style: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < style.count {
            guard style[index] == UInt8(ascii: "/"), index + 1 < style.count, style[index + 1] == UInt8(ascii: "*") else {
                result.append(style[index])
                index += 1
                continue
            }
            result.append(0x20)
            index += 2
            while index < style.count, !(style[index] == UInt8(ascii: "/") && style[index - 1] == UInt8(ascii: "*")) { index += 1 }
            index += 1
        }
        return result
    }

    /// Splits at semicolons outside of strings and brackets.
    private static func split(_ style: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        var quote: UInt8?
        var depth = 0
        for (index, byte) in style.enumerated() {
            if let open = quote {
                if byte == open || byte == 0x0A || byte == 0x0C || byte == 0x0D { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
            case UInt8(ascii: ";") where depth == 0:
                parts.append(style[start..<index])
                start = index + 1
            default: break
            }
        }
        return parts + [style[start...]]
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = text.drop(while: \.isHTMLWhitespace)
        guard let last = start.lastIndex(where: { !$0.isHTMLWhitespace }) else { return [] }
        return start[...last]
    }
}
