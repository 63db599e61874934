/// The selectors of a rule, and the limits of their number.
extension CSSStyleSheet {
    /// Whether the prelude in `tokens` names a pseudo-class that only some browsers know, such as `:-ms-fullscreen`. Other
    /// browsers drop the whole rule, so senders use it for styles of one browser.
    ///
    /// - SeeAlso: [Selectors 4, 3.9](https://www.w3.org/TR/selectors-4/#invalid)
    func isForOtherBrowsers(_ bytes: Span<UInt8>) -> Bool {
        for (colon, token) in zip(tokens, tokens.dropFirst()) where colon.kind == .colon && [.ident, .function].contains(token.kind) {
            let name = token.name
            if bytes.matches("-ms-", name.prefix(4)) || bytes.matches("-moz-", name.prefix(5)) || bytes.matches("-o-", name.prefix(3)) {
                return true
            }
        }
        return false
    }

    /// The allowed selectors of the prelude in `tokens`.
    mutating func selectors(_ bytes: Span<UInt8>) -> [[CSSSelectorPart]] {
        var result: [[CSSSelectorPart]] = []
        var start = 0
        var depth = 0
        for index in 0...tokens.count where remainingParts > 0 {
            if index < tokens.count {
                switch tokens[index].kind {
                case .function, .openParenthesis, .openBracket, .openBrace: depth += 1
                case .closeParenthesis, .closeBracket, .closeBrace: depth -= 1
                default: break
                }
                if tokens[index].kind != .comma || depth > 0 { continue }
            }
            var end = index
            while end > start, tokens[end - 1].kind == .whitespace { end -= 1 }
            if start < end {
                var parser = CSSSelectorParser(tokens[start..<end], in: scope)
                if let parts = parser.parse(bytes), isAffordable(parts) { result.append(parts) }
            }
            start = index + 1
        }
        return result
    }

    /// Counts the parts of a selector.
    ///
    /// - Returns: Whether the limits allow it.
    private mutating func isAffordable(_ selector: [CSSSelectorPart]) -> Bool {
        remainingParts -= selector.reduce(0) { $0 + Self.cost($1) }
        let siblings = selector.count { $0 == .combinator(.later) }
        if siblings > 0 { remainingSiblingSelectors -= 1 }
        return remainingParts >= 0 && siblings <= 1 && (siblings == 0 || remainingSiblingSelectors >= 0)
    }

    /// The time that browsers need to match a part, in that of a name.
    private static func cost(_ part: CSSSelectorPart) -> Int {
        switch part {
        // The number of an element among its siblings.
        case .nth: 31
        // A search through the value of an attribute.
        case .attributeValue(_, .part, _, ignoresCase: _), .attributeValue(_, .word, _, ignoresCase: _): 300
        default: 1
        }
    }
}
