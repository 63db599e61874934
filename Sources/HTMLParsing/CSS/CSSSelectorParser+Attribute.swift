/// Attribute selectors.
extension CSSSelectorParser {
    mutating func parseAttribute(_ bytes: Span<UInt8>) -> Bool {
        place += 1
        skipWhitespace()
        guard place < tokens.endIndex, tokens[place].kind == .ident, let name = typeName(tokens[place], bytes),
            !name.hasPrefix("data-"), name != "hidden"
        else { return false }
        place += 1
        skipWhitespace()
        guard place < tokens.endIndex else { return false }
        if tokens[place].kind == .closeBracket, name != "id" {
            parts.append(.attribute(name))
            place += 1
            return true
        }
        // IDs have a prefix, so that only whole ones can be compared.
        guard let comparison = parseComparison(), name != "id" || comparison == .equal else { return false }
        skipWhitespace()
        guard place < tokens.endIndex, tokens[place].kind == .ident || tokens[place].kind == .string && tokens[place].isClosed,
            let value = CSSName.decoded(tokens[place].name, bytes)
        else { return false }
        place += 1
        skipWhitespace()
        var ignoresCase = false
        if place < tokens.endIndex, tokens[place].kind == .ident {
            guard bytes.matches("i", tokens[place].name) else { return false }
            ignoresCase = true
            place += 1
            skipWhitespace()
        }
        guard place < tokens.endIndex, tokens[place].kind == .closeBracket else { return false }
        place += 1
        parts.append(.attributeValue(name, comparison, name == "id" ? ContentID.prefixed(value) : value, ignoresCase: ignoresCase))
        return true
    }

    private mutating func parseComparison() -> CSSSelectorPart.Comparison? {
        guard tokens[place].kind == .delim, let comparison = CSSSelectorPart.Comparison(rawValue: tokens[place].delimiter) else {
            return nil
        }
        place += 1
        guard comparison != .equal else { return comparison }
        guard place < tokens.endIndex, tokens[place].kind == .delim, tokens[place].delimiter == UInt8(ascii: "=") else { return nil }
        place += 1
        return comparison
    }
}
