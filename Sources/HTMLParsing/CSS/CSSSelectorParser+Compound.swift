/// Compound selectors: simple selectors without a combinator between them.
extension CSSSelectorParser {
    /// Parses simple selectors without white space between them.
    mutating func parseCompound(_ bytes: Span<UInt8>, inList: Bool = false) -> Bool {
        let start = place
        while place < tokens.endIndex {
            guard parts.count < Self.maximumParts else { return false }
            let token = tokens[place]
            switch token.kind {
            case .ident:
                guard place == start, let name = typeName(token, bytes) else { return false }
                if name == "body" {
                    guard !inList else { return false }
                    parts += [.open(.where), .class(CSSScope.bodyClass), .close]
                } else {
                    parts.append(.type(name))
                }
                place += 1
            case .hash:
                guard let name = CSSName.decoded(token.name, bytes) else { return false }
                parts.append(.id(ContentID.prefixed(name)))
                place += 1
            case .delim where token.delimiter == UInt8(ascii: "*"):
                guard place == start else { return false }
                parts.append(.any)
                place += 1
            case .delim where token.delimiter == UInt8(ascii: "."):
                guard place + 1 < tokens.endIndex, tokens[place + 1].kind == .ident,
                    let name = CSSName.decoded(tokens[place + 1].name, bytes)
                else { return false }
                parts.append(.class(name))
                place += 2
            case .openBracket: guard parseAttribute(bytes) else { return false }
            case .colon: guard parsePseudoClass(bytes, inList: inList) else { return false }
            default: return place > start
            }
        }
        return place > start
    }

    /// The name of an HTML element in lower case; nil for names that no such element has.
    func typeName(_ token: CSSToken, _ bytes: Span<UInt8>) -> String? {
        guard !token.hasEscape, token.name.count <= CSSName.maximumBytes,
            token.name.allSatisfy({ bytes[$0].isASCIILetter || bytes[$0].isASCIIDigit || bytes[$0] == 0x2D })
        else { return nil }
        return bytes.string(token.name).lowercased()
    }

    private static let pseudoClasses: Set<String> = [
        "link", "any-link", "hover", "active", "focus", "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
        "only-of-type", "empty",
    ]

    private mutating func parsePseudoClass(_ bytes: Span<UInt8>, inList: Bool) -> Bool {
        place += 1
        guard place < tokens.endIndex, !tokens[place].hasEscape else { return false }
        let token = tokens[place]
        let name = bytes.string(token.name).lowercased()
        place += 1
        if token.kind == .ident {
            guard Self.pseudoClasses.contains(name) else { return false }
            parts.append(.pseudo(name))
            return true
        }
        guard token.kind == .function else { return false }
        if let list = CSSSelectorPart.List(rawValue: name) { return !inList && parseList(list, bytes) }
        guard ["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"].contains(name),
            let end = tokens[place...].firstIndex(where: { $0.kind == .closeParenthesis }),
            let (step, offset) = CSSNth.parse(tokens[place..<end], bytes)
        else { return false }
        parts.append(.nth(name, step: step, offset: offset))
        place = end + 1
        return true
    }

    /// Parses a list of compounds.
    private mutating func parseList(_ list: CSSSelectorPart.List, _ bytes: Span<UInt8>) -> Bool {
        parts.append(.open(list))
        while true {
            skipWhitespace()
            guard parseCompound(bytes, inList: true) else { return false }
            skipWhitespace()
            guard place < tokens.endIndex else { return false }
            let kind = tokens[place].kind
            place += 1
            if kind == .closeParenthesis { break }
            guard kind == .comma else { return false }
            parts.append(.alternative)
        }
        parts.append(.close)
        return true
    }
}
