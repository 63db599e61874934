/// Parses one complex selector. A selector with anything unknown, or that could match elements outside of the mail, is rejected.
///
/// - SeeAlso: [Selectors 4, 18. Grammar](https://www.w3.org/TR/selectors-4/#grammar)
struct CSSSelectorParser {
    /// The maximum number of combinators. Browsers match each of them against all ancestors of an element.
    private static let maximumCombinators = 10
    /// The maximum number of parts, also in lists and in one compound.
    static let maximumParts = 60

    let tokens: ArraySlice<CSSToken>
    private let scope: CSSScope
    var place: Int
    var parts: [CSSSelectorPart] = []
    /// Whether all compounds so far stand for the scope.
    private var isAtScope = true

    init(_ tokens: ArraySlice<CSSToken>, in scope: CSSScope) {
        (self.tokens, self.scope) = (tokens, scope)
        place = tokens.startIndex
    }

    /// Returns the parts, the scope first; nil if the selector is not allowed.
    mutating func parse(_ bytes: Span<UInt8>) -> [CSSSelectorPart]? {
        parts = [.scope]
        var combinator: CSSSelectorPart.Combinator? = .descendant
        var combinators = 0
        skipWhitespace()
        skipScope(bytes, &combinator)
        while place < tokens.endIndex {
            guard let current = combinator, combinators <= Self.maximumCombinators else { return nil }
            if isScopeName(bytes) {
                // `html > body` is the scope itself.
                guard isAtScope, current == .descendant || current == .child else { return nil }
                place += tokens[place].kind == .colon ? 2 : 1
                guard isAtCompoundEnd else { return nil }
            } else {
                // What stands beside the scope is not in the mail.
                guard !isAtScope || current == .descendant || current == .child else { return nil }
                parts.append(.combinator(current))
                guard parseCompound(bytes) else { return nil }
                isAtScope = false
            }
            combinators += 1
            combinator = parseCombinator()
            if combinator == nil, place < tokens.endIndex { return nil }
        }
        // A combinator at the end has nothing to combine.
        return combinator == nil ? parts : nil
    }

    /// Skips the scope that an earlier sanitising put in front of the selector, so that it is not added twice.
    private mutating func skipScope(_ bytes: Span<UInt8>, _ combinator: inout CSSSelectorPart.Combinator?) {
        guard place < tokens.endIndex else { return }
        let start = tokens[place].start
        let end = start + scope.selector.count
        guard let after = tokens[place...].firstIndex(where: { $0.end == end }),
            (start..<end).allSatisfy({ bytes[$0] == scope.selector[$0 - start] })
        else { return }
        place = after + 1
        combinator = parseCombinator()
    }

    mutating func skipWhitespace() {
        while place < tokens.endIndex, tokens[place].kind == .whitespace { place += 1 }
    }

    /// Reads a combinator; nil if there is none, as at the end.
    private mutating func parseCombinator() -> CSSSelectorPart.Combinator? {
        let start = place
        skipWhitespace()
        guard place < tokens.endIndex else { return nil }
        if tokens[place].kind == .delim {
            let found: CSSSelectorPart.Combinator? =
                switch tokens[place].delimiter {
                case UInt8(ascii: ">"): .child
                case UInt8(ascii: "+"): .next
                case UInt8(ascii: "~"): .later
                default: nil
                }
            if let found {
                place += 1
                skipWhitespace()
                return found
            }
        }
        return place > start ? .descendant : nil
    }

    /// Whether the next compound begins with the name of the scope: `html`, `body`, `:root` or `:host`.
    private func isScopeName(_ bytes: Span<UInt8>) -> Bool {
        let token = tokens[place]
        if token.kind == .ident {
            return bytes.matches("html", token.name) || !scope.hasBody && bytes.matches("body", token.name)
        }
        guard token.kind == .colon, place + 1 < tokens.endIndex, tokens[place + 1].kind == .ident else { return false }
        let name = tokens[place + 1].name
        return bytes.matches("root", name) || bytes.matches("host", name)
    }

    private var isAtCompoundEnd: Bool {
        guard place < tokens.endIndex else { return true }
        return tokens[place].kind == .whitespace || tokens[place].kind == .delim && tokens[place].delimiter == UInt8(ascii: ">")
    }
}

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

/// The argument of `:nth-child()`: `2n+1`, `odd`, `3`.
///
/// - SeeAlso: [CSS Syntax 6, The An+B microsyntax](https://www.w3.org/TR/css-syntax-3/#anb-microsyntax)
private enum CSSNth {
    /// The maximum of both numbers.
    private static let maximum = 100_000

    /// Returns the step and the offset; nil for anything else.
    static func parse(_ tokens: ArraySlice<CSSToken>, _ bytes: Span<UInt8>) -> (step: Int, offset: Int)? {
        guard tokens.count <= 8, tokens.allSatisfy({ !$0.hasEscape && $0.end - $0.start <= 16 }) else { return nil }
        let text = tokens.filter { $0.kind != .whitespace }.map { bytes.string($0.start..<$0.end) }.joined().lowercased()
        switch text {
        case "odd": return (2, 1)
        case "even": return (2, 0)
        default: break
        }
        guard let letter = text.firstIndex(of: "n") else { return number(text).map { (0, $0) } }
        let (step, offset) = (text[..<letter], text[text.index(after: letter)...])
        guard let step = step.isEmpty || step == "+" ? 1 : step == "-" ? -1 : number(step),
            let offset = offset.isEmpty ? 0 : offset.first == "+" || offset.first == "-" ? number(offset) : nil
        else { return nil }
        return (step, offset)
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        Int(text).flatMap { abs($0) <= maximum ? $0 : nil }
    }
}
