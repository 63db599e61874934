/// Reads CSS token by token, and finds the ends of declarations, preludes and blocks.
struct CSSReader {
    /// The current token.
    private(set) var token: CSSToken
    private var tokenizer: CSSTokenizer
    /// The closing tokens of the open brackets.
    private var closers: [CSSToken.Kind] = []

    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        tokenizer = CSSTokenizer(range)
        token = tokenizer.next(bytes)
    }

    /// Moves to the next token.
    mutating func advance(_ bytes: Span<UInt8>) { token = tokenizer.next(bytes) }

    /// Moves to the next token that is no white space.
    mutating func skipWhitespace(_ bytes: Span<UInt8>) {
        while token.kind == .whitespace { token = tokenizer.next(bytes) }
    }

    /// Collects the tokens of a prelude, up to the brace of its block or the semicolon after it. Tokens inside brackets do not end it.
    ///
    /// - Returns: The token after the prelude: `openBrace`, `semicolon`, `closeBrace` of a block around it, or `end`.
    mutating func readPrelude(_ bytes: Span<UInt8>, endsAtSemicolon: Bool, into tokens: inout [CSSToken]) -> CSSToken.Kind {
        tokens.removeAll(keepingCapacity: true)
        closers.removeAll(keepingCapacity: true)
        while token.kind != .end {
            if closers.isEmpty {
                switch token.kind {
                case .openBrace, .closeBrace: return token.kind
                case .semicolon: if endsAtSemicolon { return .semicolon }
                default: break
                }
            }
            track()
            tokens.append(token)
            advance(bytes)
        }
        return .end
    }

    /// Collects the tokens of a declaration's value, up to the semicolon after it or the end of its block.
    ///
    /// - Returns: Whether the value can be valid: brackets match, and no bad token is in it.
    mutating func readValue(_ bytes: Span<UInt8>, inBlock: Bool, into tokens: inout [CSSToken]) -> Bool {
        tokens.removeAll(keepingCapacity: true)
        closers.removeAll(keepingCapacity: true)
        var isValid = true
        while token.kind != .end {
            if closers.isEmpty, token.kind == .semicolon || token.kind == .closeBrace && inBlock { return isValid }
            let isBlock = closers.isEmpty && token.kind == .openBrace
            switch token.kind {
            case .badString, .badURL, .openBrace: isValid = false
            default: break
            }
            if !track() { isValid = false }
            tokens.append(token)
            advance(bytes)
            if isBlock {
                // A declaration with a block is a nested rule, and ends with the block.
                skipBlock(bytes)
                return false
            }
        }
        return isValid
    }

    /// Skips a block whose opening brace has been read, with its closing brace.
    mutating func skipBlock(_ bytes: Span<UInt8>) {
        closers.removeAll(keepingCapacity: true)
        closers.append(.closeBrace)
        while token.kind != .end, !closers.isEmpty {
            track()
            advance(bytes)
        }
    }

    /// Opens or closes a bracket.
    ///
    /// - Returns: false for a closing bracket without an opening one.
    @discardableResult private mutating func track() -> Bool {
        switch token.kind {
        case .function, .openParenthesis: closers.append(.closeParenthesis)
        case .openBracket: closers.append(.closeBracket)
        case .openBrace: closers.append(.closeBrace)
        case .closeParenthesis, .closeBracket, .closeBrace:
            guard closers.last == token.kind else { return false }
            closers.removeLast()
        default: break
        }
        return true
    }
}

/// Compares words in a buffer of UTF-8.
extension Span<UInt8> {
    /// Whether the range equals the lower-case word, ignoring ASCII case.
    func matches(_ word: StaticString, _ range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        let letters = unsafe UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        for offset in 0..<range.count {
            if unsafe self[range.lowerBound + offset].asciiLowercased != letters[offset] { return false }
        }
        return true
    }

    /// The text of a range.
    func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
