extension HTMLTokenizer {
    /// Reads a document type from the offset after `<!DOCTYPE`. It ends at the first `>`, whatever it contains.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#doctype-state>
    mutating func documentType(_ bytes: Span<UInt8>, from start: Int, into sink: inout some HTMLTokenSink) -> Int {
        let close = UInt8(ascii: ">")
        let end = firstIndex(of: close, close, close, close, from: start, in: bytes)
        if end == bytes.count, !isLast { return Self.needsMore }
        var token = HTMLDocumentTypeToken()
        readDocumentType(bytes, start..<end, into: &token)
        sink.documentType(token)
        return min(end + 1, bytes.count)
    }

    private mutating func readDocumentType(_ bytes: Span<UInt8>, _ range: Range<Int>, into token: inout HTMLDocumentTypeToken) {
        var index = range.lowerBound
        let end = range.upperBound
        let isCut = end == bytes.count
        if index < end, !bytes[index].isHTMLWhitespace { error(.missingWhitespaceBeforeDoctypeName, at: index) }
        index = skipWhitespace(bytes, index..<end)
        if index == end {
            error(isCut ? .eofInDoctype : .missingDoctypeName, at: end)
            token.forcesQuirks = true
            return
        }
        var name: [UInt8] = []
        while index < end, !bytes[index].isHTMLWhitespace {
            appendNormalized(bytes, at: index, lowercase: true, to: &name)
            index += 1
        }
        token.name = name
        index = skipWhitespace(bytes, index..<end)
        if index == end { return finish(isCut, at: end, &token) }
        // After the name comes PUBLIC, SYSTEM or nothing.
        let limited = bytes.extracting(0..<end)
        if startsWith("public", limited, at: index) {
            index = publicIdentifier(bytes, index + 6..<end, isCut: isCut, into: &token)
        } else if startsWith("system", limited, at: index) {
            index = systemIdentifier(bytes, index + 6..<end, isCut: isCut, isAfterKeyword: true, into: &token)
        } else {
            error(.invalidCharacterSequenceAfterDoctypeName, at: index)
            token.forcesQuirks = true
            bogus(bytes, index..<end)
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-keyword-state>
    private mutating func publicIdentifier(
        _ bytes: Span<UInt8>, _ range: Range<Int>, isCut: Bool, into token: inout HTMLDocumentTypeToken
    ) -> Int {
        let end = range.upperBound
        let index = skipWhitespace(bytes, range)
        if index == end {
            error(isCut ? .eofInDoctype : .missingDoctypePublicIdentifier, at: end)
            token.forcesQuirks = true
            return end
        }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            error(.missingQuoteBeforeDoctypePublicIdentifier, at: index)
            token.forcesQuirks = true
            bogus(bytes, index..<end)
            return end
        }
        if index == range.lowerBound { error(.missingWhitespaceAfterDoctypePublicKeyword, at: index) }
        let close = identifier(bytes, index + 1..<end, quote: quote, into: &token.publicIdentifier)
        if close == end {
            error(isCut ? .eofInDoctype : .abruptDoctypePublicIdentifier, at: end)
            token.forcesQuirks = true
            return end
        }
        let next = skipWhitespace(bytes, close + 1..<end)
        if next == end {
            finish(isCut, at: end, &token)
            return end
        }
        if next == close + 1, bytes[next] == UInt8(ascii: "\"") || bytes[next] == UInt8(ascii: "'") {
            error(.missingWhitespaceBetweenDoctypePublicAndSystemIdentifiers, at: next)
        }
        return systemIdentifier(bytes, next..<end, isCut: isCut, isAfterKeyword: false, into: &token)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-keyword-state>
    private mutating func systemIdentifier(
        _ bytes: Span<UInt8>, _ range: Range<Int>, isCut: Bool, isAfterKeyword: Bool, into token: inout HTMLDocumentTypeToken
    ) -> Int {
        let end = range.upperBound
        let index = skipWhitespace(bytes, range)
        if index == end {
            error(isCut ? .eofInDoctype : .missingDoctypeSystemIdentifier, at: end)
            token.forcesQuirks = true
            return end
        }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            error(.missingQuoteBeforeDoctypeSystemIdentifier, at: index)
            token.forcesQuirks = true
            bogus(bytes, index..<end)
            return end
        }
        if isAfterKeyword, index == range.lowerBound { error(.missingWhitespaceAfterDoctypeSystemKeyword, at: index) }
        let close = identifier(bytes, index + 1..<end, quote: quote, into: &token.systemIdentifier)
        if close == end {
            error(isCut ? .eofInDoctype : .abruptDoctypeSystemIdentifier, at: end)
            token.forcesQuirks = true
            return end
        }
        let next = skipWhitespace(bytes, close + 1..<end)
        if next < end {
            // This error does not set the force-quirks flag.
            error(.unexpectedCharacterAfterDoctypeSystemIdentifier, at: next)
            bogus(bytes, next..<end)
        } else {
            finish(isCut, at: end, &token)
        }
        return end
    }

    /// Reads a quoted identifier up to its closing quote or the end.
    private mutating func identifier(_ bytes: Span<UInt8>, _ range: Range<Int>, quote: UInt8, into identifier: inout [UInt8]?) -> Int {
        var text: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound, bytes[index] != quote {
            appendNormalized(bytes, at: index, lowercase: false, to: &text)
            index += 1
        }
        identifier = text
        return index
    }

    private mutating func appendNormalized(_ bytes: Span<UInt8>, at index: Int, lowercase: Bool, to text: inout [UInt8]) {
        switch bytes[index] {
        case 0:
            error(.unexpectedNullCharacter, at: index)
            text.appendReplacementCharacter()
        case 0x0D:
            if index + 1 == bytes.count || bytes[index + 1] != 0x0A { text.append(0x0A) }
        default:
            text.append(lowercase ? bytes[index].asciiLowercased : bytes[index])
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-doctype-state>
    private mutating func bogus(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard collectsErrors else { return }
        for index in range where bytes[index] == 0 { error(.unexpectedNullCharacter, at: index) }
    }

    private mutating func finish(_ isCut: Bool, at end: Int, _ token: inout HTMLDocumentTypeToken) {
        guard isCut else { return }
        error(.eofInDoctype, at: end)
        token.forcesQuirks = true
    }

    private func skipWhitespace(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, bytes[index].isHTMLWhitespace { index += 1 }
        return index
    }

    private func startsWith(_ word: StaticString, _ bytes: Span<UInt8>, at start: Int) -> Bool {
        matches(word, bytes, at: start, ignoringCase: true) == .yes
    }
}
