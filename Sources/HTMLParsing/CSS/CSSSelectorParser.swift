/// Parses selectors: compounds with combinators between them, and lists of those.
///
/// The parser calls itself for selectors in pseudo-classes, at most ``maximumDepth`` deep.
///
/// - SeeAlso: [Selectors 4, 18. Grammar](https://www.w3.org/TR/selectors-4/#grammar)
struct CSSSelectorParser {
    /// The maximum number of parts of all selectors together.
    static let maximumParts = 500
    /// The maximum number of parts whose results a matcher caches. Each of them takes memory for every element.
    static let maximumSlots = 64
    /// The maximum nesting depth of pseudo-classes with selectors.
    static let maximumDepth = 8
    /// The maximum length of names and values, in bytes.
    static let maximumBytes = 1_000

    let tokens: ArraySlice<CSSToken>
    /// Whether states of a reader, such as `:hover`, are allowed.
    let allowsReaderStates: Bool
    var place: Int
    var depth = 0
    private(set) var slotCount = 0
    private var partCount = 0
    /// Whether one of the selectors names `:scope`.
    private(set) var namesScope = false

    /// - Parameter tokens: The tokens of the selectors, without that of the end.
    init(_ tokens: ArraySlice<CSSToken>, allowsReaderStates: Bool) {
        (self.tokens, self.allowsReaderStates) = (tokens, allowsReaderStates)
        place = tokens.startIndex
    }

    /// Parses all tokens as one selector, without a comma outside of parentheses.
    mutating func parseSelector(_ bytes: Span<UInt8>) throws(HTMLSelectorError) -> [CSSSelectorPart] {
        let selector = try parseComplex(bytes, isRelative: false)
        guard place == tokens.endIndex else { throw unexpected("a combinator or the end", bytes) }
        return selector
    }

    /// Parses all tokens as a list of selectors.
    mutating func parseSelectors(_ bytes: Span<UInt8>) throws(HTMLSelectorError) -> [[CSSSelectorPart]] {
        let selectors = try parseList(bytes, isRelative: false)
        guard place == tokens.endIndex else { throw unexpected("a combinator, a comma or the end", bytes) }
        return selectors
    }

    /// Parses selectors with commas between them.
    ///
    /// - Parameter isRelative: Whether the selectors may begin with a combinator, as in `:has(> a)`.
    mutating func parseList(_ bytes: Span<UInt8>, isRelative: Bool) throws(HTMLSelectorError) -> [[CSSSelectorPart]] {
        var selectors = [try parseComplex(bytes, isRelative: isRelative)]
        while kind == .comma {
            place += 1
            selectors.append(try parseComplex(bytes, isRelative: isRelative))
        }
        return selectors
    }

    private mutating func parseComplex(_ bytes: Span<UInt8>, isRelative: Bool) throws(HTMLSelectorError) -> [CSSSelectorPart] {
        var parts: [CSSSelectorPart] = []
        skipWhitespace()
        if isRelative { try append(combinator: parseCombinator() ?? .descendant, to: &parts) }
        while true {
            try parseCompound(bytes, into: &parts)
            guard let combinator = parseCombinator() else { return parts }
            try append(combinator: combinator, to: &parts)
        }
    }

    /// Reads a combinator; nil if there is none, as at the end of a selector.
    private mutating func parseCombinator() -> CSSSelectorPart.Combinator? {
        let start = place
        skipWhitespace()
        switch kind {
        case nil, .comma, .closeParenthesis: return nil
        case .delim:
            let found: CSSSelectorPart.Combinator? =
                switch tokens[place].delimiter {
                case UInt8(ascii: ">"): .child
                case UInt8(ascii: "+"): .next
                case UInt8(ascii: "~"): .later
                default: nil
                }
            guard let found else { break }
            place += 1
            skipWhitespace()
            return found
        default: break
        }
        return place > start ? .descendant : nil
    }

    private mutating func append(
        combinator: CSSSelectorPart.Combinator, to parts: inout [CSSSelectorPart]
    ) throws(HTMLSelectorError) {
        let isRemembered = combinator == .descendant || combinator == .later
        try append(.combinator(combinator, slot: isRemembered ? try takeSlot() : 0), to: &parts)
    }

    /// Appends a part, and counts it.
    mutating func append(_ part: CSSSelectorPart, to parts: inout [CSSSelectorPart]) throws(HTMLSelectorError) {
        partCount += 1
        guard partCount <= Self.maximumParts else { throw HTMLSelectorError(.tooLong(limit: Self.maximumParts), at: offset) }
        if case .scope = part { namesScope = true }
        parts.append(part)
    }

    /// Assigns a cache slot to a part whose results a matcher caches.
    mutating func takeSlot() throws(HTMLSelectorError) -> Int {
        guard slotCount < Self.maximumSlots else { throw HTMLSelectorError(.tooManyCombinators(limit: Self.maximumSlots), at: offset) }
        slotCount += 1
        return slotCount - 1
    }
}

/// The current token, and errors at its offset.
extension CSSSelectorParser {
    /// The kind of the current token; nil at the end.
    var kind: CSSToken.Kind? { place < tokens.endIndex ? tokens[place].kind : nil }

    /// The offset of the current token, or the end of the last one, in bytes.
    var offset: Int { place < tokens.endIndex ? tokens[place].start : tokens.last?.end ?? 0 }

    mutating func skipWhitespace() {
        while kind == .whitespace { place += 1 }
    }

    /// Whether the current token is this delimiter.
    func isAt(_ delimiter: UInt8) -> Bool { kind == .delim && tokens[place].delimiter == delimiter }

    func unexpected(_ expected: String, _ bytes: Span<UInt8>) -> HTMLSelectorError {
        let found: String? = place < tokens.endIndex ? text(tokens[place].start..<tokens[place].end, bytes) : nil
        return HTMLSelectorError(.unexpected(found, expected: expected), at: offset)
    }

    /// The beginning of a range, for messages.
    func text(_ range: Range<Int>, _ bytes: Span<UInt8>) -> String { String(bytes.string(range.prefix(400)).prefix(40)) }

    /// The text of a name or a string without escapes.
    func decoded(_ token: CSSToken, _ bytes: Span<UInt8>) throws(HTMLSelectorError) -> String {
        if let text = CSSEscaping.decoded(token.name, bytes, limit: Self.maximumBytes) { return text }
        throw HTMLSelectorError(.tooLongName(limit: Self.maximumBytes), at: token.start)
    }
}

/// Compound selectors: simple selectors without a combinator between them.
extension CSSSelectorParser {
    private static let expectation = "the name of an element, *, #id, .class, [attribute] or :pseudo-class"

    /// Parses simple selectors without white space between them.
    private mutating func parseCompound(_ bytes: Span<UInt8>, into parts: inout [CSSSelectorPart]) throws(HTMLSelectorError) {
        let start = place
        while let kind {
            let token = tokens[place]
            switch kind {
            case .ident where place == start:
                try append(.type(try decoded(token, bytes).asciiLowercased), to: &parts)
                place += 1
                try refuseNamespace(bytes)
            case .hash:
                try append(.id(try decoded(token, bytes)), to: &parts)
                place += 1
            case .delim where token.delimiter == UInt8(ascii: "*") && place == start:
                try append(.any, to: &parts)
                place += 1
                try refuseNamespace(bytes)
            case .delim where token.delimiter == UInt8(ascii: "|"):
                try refuseNamespace(bytes)
                // `|=` names no namespace.
                throw unexpected(Self.expectation, bytes)
            case .delim where token.delimiter == UInt8(ascii: "."):
                place += 1
                guard self.kind == .ident else { throw unexpected("the name of a class", bytes) }
                try append(.class(try decoded(tokens[place], bytes)), to: &parts)
                place += 1
            case .openBracket: try parseAttribute(bytes, into: &parts)
            case .colon: try parsePseudoClass(bytes, into: &parts)
            case .ident: throw unexpected("a combinator, #id, .class, [attribute] or :pseudo-class", bytes)
            default:
                guard place > start else { throw unexpected(Self.expectation, bytes) }
                return
            }
        }
        guard place > start else { throw unexpected(Self.expectation, bytes) }
    }

    func refuseNamespace(_ bytes: Span<UInt8>) throws(HTMLSelectorError) {
        // `|=` is the operator of an attribute.
        guard isAt(UInt8(ascii: "|")), bytes.count == offset + 1 || bytes[offset + 1] != UInt8(ascii: "=") else { return }
        throw HTMLSelectorError(.namespace, at: offset)
    }
}
