/// Attribute selectors.
///
/// - SeeAlso: [Selectors 4, 6](https://www.w3.org/TR/selectors-4/#attribute-selectors)
extension CSSSelectorParser {
    mutating func parseAttribute(_ bytes: Span<UInt8>, into parts: inout [CSSSelectorPart]) throws(HTMLSelectorError) {
        place += 1
        skipWhitespace()
        guard kind == .ident else {
            if isAt(UInt8(ascii: "*")) { place += 1 }
            try refuseNamespace(bytes)
            throw unexpected("the name of an attribute", bytes)
        }
        let name = try decoded(tokens[place], bytes).asciiLowercased
        place += 1
        try refuseNamespace(bytes)
        skipWhitespace()
        if kind == .closeBracket {
            place += 1
            return try append(.attribute(name), to: &parts)
        }
        let comparison = try parseComparison(bytes)
        skipWhitespace()
        let value = try parseValue(bytes)
        skipWhitespace()
        let caseRule = parseCaseRule(bytes)
        guard kind == .closeBracket else { throw unexpected(caseRule == .ofAttribute ? "], i or s" : "]", bytes) }
        place += 1
        try append(.attributeValue(name, comparison, value, caseRule), to: &parts)
    }

    private mutating func parseComparison(_ bytes: Span<UInt8>) throws(HTMLSelectorError) -> CSSSelectorPart.Comparison {
        guard kind == .delim, let comparison = CSSSelectorPart.Comparison(rawValue: tokens[place].delimiter) else {
            throw unexpected("], =, ~=, |=, ^=, $= or *=", bytes)
        }
        place += 1
        guard comparison != .equal else { return comparison }
        guard isAt(UInt8(ascii: "=")) else { throw unexpected("=", bytes) }
        place += 1
        return comparison
    }

    private mutating func parseValue(_ bytes: Span<UInt8>) throws(HTMLSelectorError) -> String {
        switch kind {
        case .string where !tokens[place].isClosed:
            place += 1
            throw unexpected("the closing quotation mark", bytes)
        case .ident, .string:
            place += 1
            return try decoded(tokens[place - 1], bytes)
        default: throw unexpected("a value: a name, or a text in quotation marks", bytes)
        }
    }

    private mutating func parseCaseRule(_ bytes: Span<UInt8>) -> CSSSelectorPart.CaseRule {
        guard kind == .ident else { return .ofAttribute }
        let rule: CSSSelectorPart.CaseRule =
            bytes.matches("i", tokens[place].name) ? .ignored : bytes.matches("s", tokens[place].name) ? .kept : .ofAttribute
        if rule != .ofAttribute {
            place += 1
            skipWhitespace()
        }
        return rule
    }
}

extension String {
    /// The text with ASCII letters in lower case, as the names of HTML are compared.
    var asciiLowercased: String { String(decoding: utf8.lazy.map(\.asciiLowercased), as: UTF8.self) }
}
