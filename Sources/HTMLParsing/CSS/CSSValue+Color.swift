/// Colors in a value.
extension CSSValue {
    /// The tokens of the last color outside of any function.
    func lastColor(_ bytes: Span<UInt8>) -> ArraySlice<CSSToken>? {
        var found: ArraySlice<CSSToken>?
        var index = tokens.startIndex
        while index < tokens.endIndex {
            let token = tokens[index]
            let start = index
            index += 1
            if token.kind == .function || token.kind == .openParenthesis {
                var depth = 1
                while index < tokens.endIndex, depth > 0 {
                    if tokens[index].kind == .function || tokens[index].kind == .openParenthesis { depth += 1 }
                    if tokens[index].kind == .closeParenthesis { depth -= 1 }
                    index += 1
                }
            }
            let isColor =
                switch token.kind {
                case .hash: [3, 4, 6, 8].contains(token.name.count) && token.name.allSatisfy { bytes[$0].hexDigitValue != nil }
                case .function: Self.colors.contains { bytes.matches($0, token.name) }
                case .ident: CSSNamedColor.contains(bytes, token.start..<token.end)
                default: false
                }
            if isColor { found = tokens[start..<index] }
        }
        return found
    }
}
