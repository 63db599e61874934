/// Pseudo-classes, without and with arguments.
extension CSSSelectorParser {
    /// The pseudo-elements that may have one colon.
    private static let oldPseudoElements: Set<String> = ["before", "after", "first-line", "first-letter"]

    /// The names of all pseudo-classes of documents, for messages about other names.
    static let names =
        CSSPseudoClass.allCases.filter { !$0.isOfReader }.map(\.rawValue) + ["scope", "lang"] + CSSNthSelector.Kind.allCases.map(\.rawValue)
        + CSSSelectorPart.List.allCases.map(\.rawValue)

    mutating func parsePseudoClass(_ bytes: Span<UInt8>, into parts: inout [CSSSelectorPart]) throws(HTMLSelectorError) {
        let start = offset
        place += 1
        if kind == .colon {
            place += 1
            guard kind == .ident || kind == .function else { throw unexpected("the name of a pseudo-element", bytes) }
            throw HTMLSelectorError(.pseudoElement(text(start..<tokens[place].name.upperBound, bytes)), at: start)
        }
        guard kind == .ident || kind == .function else { throw unexpected("the name of a pseudo-class", bytes) }
        let token = tokens[place]
        let name = text(token.name, bytes).asciiLowercased
        if Self.oldPseudoElements.contains(name) { throw HTMLSelectorError(.pseudoElement(":" + name), at: start) }
        if token.kind == .function {
            place += 1
            return try parseFunction(name, at: start, bytes, into: &parts)
        }
        if name == "scope" {
            try append(.scope, to: &parts)
        } else if let pseudo = CSSPseudoClass(rawValue: name) {
            guard allowsReaderStates || !pseudo.isOfReader else { throw HTMLSelectorError(.readerState(name), at: start) }
            try append(.pseudo(pseudo), to: &parts)
        } else if Self.names.contains(name) {
            place += 1
            throw unexpected("(, because :\(name) has an argument", bytes)
        } else {
            throw HTMLSelectorError(.unknownPseudoClass(name), at: start)
        }
        place += 1
    }

    /// Parses the arguments of a pseudo-class and the parenthesis after them.
    private mutating func parseFunction(
        _ name: String, at start: Int, _ bytes: Span<UInt8>, into parts: inout [CSSSelectorPart]
    ) throws(HTMLSelectorError) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw HTMLSelectorError(.tooDeep(limit: Self.maximumDepth), at: start) }
        let part: CSSSelectorPart
        if let list = CSSSelectorPart.List(rawValue: name) {
            let slot = list == .has ? try takeSlot() : 0
            part = .list(list, try parseList(bytes, isRelative: list == .has), slot: slot)
        } else if let kind = CSSNthSelector.Kind(rawValue: name) {
            part = .nth(try parseNth(kind, bytes))
        } else if name == "lang" {
            part = .language(try parseLanguages(bytes), slot: try takeSlot())
        } else if CSSPseudoClass(rawValue: name) != nil || name == "scope" {
            throw HTMLSelectorError(.unexpected("(", expected: "no argument of :\(name)"), at: tokens[place - 1].end - 1)
        } else {
            throw HTMLSelectorError(.unknownPseudoClass(name), at: start)
        }
        skipWhitespace()
        guard kind == .closeParenthesis else { throw unexpected(")", bytes) }
        place += 1
        try append(part, to: &parts)
    }

    private mutating func parseLanguages(_ bytes: Span<UInt8>) throws(HTMLSelectorError) -> [String] {
        var ranges: [String] = []
        repeat {
            if kind == .comma { place += 1 }
            skipWhitespace()
            guard kind == .ident || kind == .string && tokens[place].isClosed else {
                throw unexpected("a language such as en or \"*-CH\"", bytes)
            }
            ranges.append(try decoded(tokens[place], bytes).asciiLowercased)
            guard ranges.count <= Self.maximumParts else { throw HTMLSelectorError(.tooLong(limit: Self.maximumParts), at: offset) }
            place += 1
            skipWhitespace()
        } while kind == .comma
        return ranges
    }
}

/// The argument of `:nth-child()`: `2n+1`, `odd`, `3`, and selectors after `of`.
///
/// - SeeAlso: [CSS Syntax 6, The An+B microsyntax](https://www.w3.org/TR/css-syntax-3/#anb-microsyntax)
extension CSSSelectorParser {
    /// The maximum absolute value of A and B in `An+B`.
    private static let maximumNumber = 100_000
    /// The maximum length of `An+B`, in bytes.
    private static let maximumNumberBytes = 64

    private mutating func parseNth(_ kind: CSSNthSelector.Kind, _ bytes: Span<UInt8>) throws(HTMLSelectorError) -> CSSNthSelector {
        skipWhitespace()
        let first = place
        while let current = self.kind, current != .closeParenthesis, !isAtOf(bytes) { place += 1 }
        let range = first < place ? tokens[first].start..<tokens[place - 1].end : offset..<offset
        guard range.count <= Self.maximumNumberBytes, let (step, offset) = Self.numbers(bytes.string(range).asciiLowercased) else {
            place = first
            let expected = "a number, odd, even, or a pattern such as 2n+1"
            if range.isEmpty { throw unexpected(expected, bytes) }
            throw HTMLSelectorError(.unexpected(text(range, bytes), expected: expected), at: self.offset)
        }
        var nth = CSSNthSelector(kind: kind, step: step, offset: offset)
        guard isAtOf(bytes) else { return nth }
        guard kind == .child || kind == .lastChild else { throw unexpected(")", bytes) }
        place += 1
        nth.slot = try takeSlot()
        nth.selectors = try parseList(bytes, isRelative: false)
        return nth
    }

    private func isAtOf(_ bytes: Span<UInt8>) -> Bool { kind == .ident && bytes.matches("of", tokens[place].name) }

    /// Parses `An+B` into step and offset; nil for any other text.
    private static func numbers(_ text: String) -> (step: Int, offset: Int)? {
        let text = text.utf8.drop { $0.isHTMLWhitespace }
        var bytes = Array(text)
        while bytes.last?.isHTMLWhitespace == true { bytes.removeLast() }
        if bytes.elementsEqual("odd".utf8) { return (2, 1) }
        if bytes.elementsEqual("even".utf8) { return (2, 0) }
        guard let letter = bytes.firstIndex(of: UInt8(ascii: "n")) else { return number(bytes[...]).map { (0, $0) } }
        let factor = bytes[..<letter]
        let isBare = factor.isEmpty || factor.elementsEqual("+".utf8) || factor.elementsEqual("-".utf8)
        guard let step = isBare ? (factor.first == UInt8(ascii: "-") ? -1 : 1) : number(factor) else { return nil }
        let rest = bytes[(letter + 1)...].drop { $0.isHTMLWhitespace }
        guard let sign = rest.first else { return (step, 0) }
        // `An+B` allows white space around the sign, but no second sign after it.
        let digits = rest.dropFirst().drop { $0.isHTMLWhitespace }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), digits.first?.isASCIIDigit == true, let offset = number(digits)
        else { return nil }
        return (step, sign == UInt8(ascii: "-") ? -offset : offset)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: bytes, as: UTF8.self)).flatMap { (-maximumNumber...maximumNumber).contains($0) ? $0 : nil }
    }
}
