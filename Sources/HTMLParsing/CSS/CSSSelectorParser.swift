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

    /// Skips the scope of a selector that was confined before.
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
