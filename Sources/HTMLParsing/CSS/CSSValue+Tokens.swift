/// The tokens that a value may hold.
extension CSSValue {
    mutating func isAllowed(_ token: CSSToken, _ followsSlash: Bool, _ bytes: Span<UInt8>) -> Bool {
        guard !token.hasEscape else { return false }
        let isInCalculation = groups.last == .calculation
        switch token.kind {
        case .whitespace: return true
        case .comma: return !isInCalculation
        case .ident: return !isInCalculation && isKeyword(token.start..<token.end, bytes)
        case .hash: return token.name.allSatisfy { bytes[$0].isASCIILetter || bytes[$0].isASCIIDigit }
        case .string: return token.isClosed && token.name.allSatisfy { Self.isAllowedInString(bytes[$0]) }
        case .number, .percentage, .dimension: return isAllowed(number: token, followsSlash, bytes)
        case .delim:
            return token.delimiter == UInt8(ascii: "/") || token.delimiter == UInt8(ascii: "*") || token.delimiter == UInt8(ascii: "+")
        case .openParenthesis: return open(.calculation) && isInCalculation
        case .function:
            if bytes.matches("calc", token.name) { return !(isLimited && property.extent.isHeight) && open(.calculation) }
            if bytes.matches("min", token.name) { return isLimited && property.extent.isSpacing && open(.minimum) }
            let isColor = Self.colors.contains { bytes.matches($0, token.name) }
            let isGradient = property.isBackground && Self.gradients.contains { bytes.matches($0, token.name) }
            return !isInCalculation && (isColor || isGradient) && open(.color)
        case .closeParenthesis: return groups.popLast() != nil
        default: return false
        }
    }

    mutating func open(_ group: Group) -> Bool {
        groups.append(group)
        return groups.count <= Self.maximumDepth
    }

    /// Whether a word can only be a keyword. A minus is allowed as a hyphen between letters only. The keyword `infinity` is a number:
    /// `calc(-infinity * 1px)`.
    ///
    /// - SeeAlso: [CSS Values 4, Degenerate numeric constants](https://www.w3.org/TR/css-values-4/#calc-error-constants)
    private func isKeyword(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        for index in range {
            let byte = bytes[index]
            if byte.isASCIILetter || byte.isASCIIDigit { continue }
            guard byte == UInt8(ascii: "-") else { return false }
            let followsLetter = index > range.lowerBound && bytes[index - 1].isASCIILetter
            let precedesLetter = index + 1 < range.upperBound && bytes[index + 1].isASCIILetter
            if !followsLetter && !precedesLetter { return false }
        }
        return !(bytes[range.lowerBound] == UInt8(ascii: "-") && bytes.matches("-infinity", range.prefix(9)))
    }

    /// Whether a byte may occur in a quoted string. Only font names in any language are expected there.
    private static func isAllowedInString(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || byte == 0x20 || byte == 0x2D || byte == 0x5F || byte == 0x2C
            || byte == 0x2E
    }

    static let colors: [StaticString] = ["rgb", "rgba", "hsl", "hsla"]
    private static let gradients: [StaticString] = [
        "linear-gradient", "radial-gradient", "repeating-linear-gradient", "repeating-radial-gradient", "conic-gradient",
    ]
}
