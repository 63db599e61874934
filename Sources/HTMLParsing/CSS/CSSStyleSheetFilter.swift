/// The style sheets of a mail, reduced to what is safe and confined to the elements of the mail.
///
/// The text is written anew from what was understood. It contains rules with allowed declarations, and media queries around them; every
/// selector begins with the scope. Nested rules and all other at-rules are removed.
///
/// - SeeAlso: [CSS Syntax 5, Parsing](https://www.w3.org/TR/css-syntax-3/#parsing)
struct CSSStyleSheetFilter {
    /// The maximum length of all style sheets of a mail, in bytes. What follows is not read.
    static let maximumBytes = 1_000_000
    /// The maximum number of parts of selectors times elements, which the time of the browser depends on.
    private static let maximumMatches = 60_000_000
    private static let partLimits = 1_000...15_000
    /// The maximum number of selectors with `~`, for which browsers look at all siblings, times the square of the number of elements.
    private static let maximumSiblingMatches = 20_000_000
    /// The maximum nesting depth of `@media`.
    private static let maximumDepth = 4

    /// The style sheet as it may be shown: scoped, and without what is not allowed.
    private(set) var text: [UInt8] = []
    /// The IDs, with their prefix, that selectors name.
    private(set) var ids: Set<String> = []
    /// The rules that decide whether an element is visible.
    private(set) var visibilityRules: [CSSVisibilityRule] = []

    let scope: StyleSheetScope
    private let confinement: CSSSelectorScoper
    private var declarations = CSSDeclarationFilter(for: .rule)
    var tokens: [CSSToken] = []
    private var remainingBytes = maximumBytes
    var remainingParts: Int
    var remainingSiblingSelectors: Int

    /// - Parameter elementCount: The number of elements of the mail.
    init(scope: StyleSheetScope, elementCount: Int) {
        self.scope = scope
        confinement = CSSSelectorScoper(scope)
        let limit = Self.maximumMatches / max(elementCount, 1)
        remainingParts = min(max(limit, Self.partLimits.lowerBound), Self.partLimits.upperBound)
        remainingSiblingSelectors = Self.maximumSiblingMatches / (max(elementCount, 1) * max(elementCount, 1))
    }

    /// Appends a style sheet.
    ///
    /// - Parameter media: The media queries of its element.
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>, media: String? = nil) {
        let range = range.prefix(remainingBytes)
        remainingBytes -= range.count
        var queries: [UInt8]?
        if let media {
            let bytes = Array(media.utf8)
            var reader = CSSReader(bytes.span, 0..<bytes.count)
            guard reader.readPrelude(bytes.span, endsAtSemicolon: false, into: &tokens) == .end,
                let reduced = CSSMediaQueryFilter.reduced(tokens, bytes.span)
            else { return }
            queries = reduced
        }
        var reader = CSSReader(bytes, range)
        if let queries {
            while reader.token.kind != .end { readMedia(queries, bytes, &reader, depth: 1, isConditional: false) }
        } else {
            readRules(bytes, &reader, depth: 0, isConditional: false)
        }
    }

    /// Reads rules up to the end of the source, or of the block around them.
    private mutating func readRules(_ bytes: Span<UInt8>, _ reader: inout CSSReader, depth: Int, isConditional: Bool) {
        while true {
            switch reader.token.kind {
            case .end: return
            case .closeBrace where depth > 0: return
            case .whitespace, .markup, .semicolon, .closeBrace: reader.advance(bytes)
            case .atKeyword: readAtRule(bytes, &reader, depth: depth, isConditional: isConditional)
            default: readRule(bytes, &reader, isConditional: isConditional)
            }
        }
    }

    private mutating func readAtRule(_ bytes: Span<UInt8>, _ reader: inout CSSReader, depth: Int, isConditional: Bool) {
        let isMedia = !reader.token.hasEscape && bytes.matches("media", reader.token.name)
        reader.advance(bytes)
        let end = reader.readPrelude(bytes, endsAtSemicolon: true, into: &tokens)
        guard end == .openBrace else {
            if end == .semicolon { reader.advance(bytes) }
            return
        }
        reader.advance(bytes)
        if isMedia, depth < Self.maximumDepth, let queries = CSSMediaQueryFilter.reduced(tokens, bytes) {
            readMedia(queries, bytes, &reader, depth: depth + 1, isConditional: isConditional)
        } else {
            reader.skipBlock(bytes)
        }
    }

    private mutating func readMedia(
        _ queries: [UInt8], _ bytes: Span<UInt8>, _ reader: inout CSSReader, depth: Int, isConditional: Bool
    ) {
        // Browsers fetch images for screens, so that `screen` and `all` always apply to an image.
        let isForScreens = ["screen", "all"].contains { queries.elementsEqual($0.utf8) }
        let start = text.count
        text.append(contentsOf: "@media ".utf8)
        text += queries
        text.append(contentsOf: " {\n".utf8)
        let content = text.count
        readRules(bytes, &reader, depth: depth, isConditional: isConditional || !isForScreens)
        if text.count == content {
            text.removeSubrange(start...)
        } else {
            text.append(contentsOf: "}\n".utf8)
        }
        if reader.token.kind == .closeBrace { reader.advance(bytes) }
    }

    private mutating func readRule(_ bytes: Span<UInt8>, _ reader: inout CSSReader, isConditional: Bool) {
        let end = reader.readPrelude(bytes, endsAtSemicolon: false, into: &tokens)
        guard end == .openBrace else { return }
        reader.advance(bytes)
        let selectors = isForOtherBrowsers(bytes) ? [] : selectors(bytes)
        if selectors.isEmpty { return reader.skipBlock(bytes) }
        let start = text.count
        for (index, selector) in selectors.enumerated() {
            if index > 0 { text.append(contentsOf: ", ".utf8) }
            CSSSelectorWriter.append(selector, scope, to: &text)
        }
        text.append(contentsOf: " {".utf8)
        let content = text.count
        declarations.read(bytes, &reader, into: &text)
        if reader.token.kind == .closeBrace { reader.advance(bytes) }
        if text.count == content { return text.removeSubrange(start...) }
        let effects = CSSVisibilityRule.Effects(of: text, in: content..<text.count)
        text.append(contentsOf: "}\n".utf8)
        for selector in selectors {
            ids.formUnion(selector.flatMap(\.identifiers))
            if let effects { visibilityRules.append(CSSVisibilityRule(selector, effects, isConditional: isConditional)) }
        }
    }
}

/// The selectors of a rule, and the limits of their number.
extension CSSStyleSheetFilter {
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
                var parser = CSSSelectorParser(tokens[start..<end], allowsReaderStates: true)
                if let selector = try? parser.parseSelector(bytes), let parts = confinement.confined(selector), isAffordable(parts) {
                    result.append(parts)
                }
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
        let siblings = selector.count { if case .combinator(.later, _) = $0 { true } else { false } }
        if siblings > 0 { remainingSiblingSelectors -= 1 }
        return remainingParts >= 0 && siblings <= 1 && (siblings == 0 || remainingSiblingSelectors >= 0)
    }

    /// The time that browsers need to match a part, relative to a match of a name.
    private static func cost(_ part: CSSSelectorPart) -> Int {
        switch part {
        // The number of an element among its siblings.
        case .nth: 31
        // A search through the value of an attribute.
        case .attributeValue(_, .part, _, _), .attributeValue(_, .word, _, _): 300
        // Parentheses and commas count, too.
        case .list(_, let selectors, _): selectors.reduce(1) { $1.reduce($0 + 1) { $0 + cost($1) } }
        default: 1
        }
    }
}
