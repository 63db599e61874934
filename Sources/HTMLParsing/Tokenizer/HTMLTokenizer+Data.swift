extension HTMLTokenizer {
    /// Reads in the data state until the state changes, the bytes end or a token is incomplete.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    mutating func data(_ bytes: Span<UInt8>, from start: Int, into sink: inout some HTMLTokenSink) -> Int {
        var index = start
        while index < bytes.count {
            let stop = firstIndex(of: 0x3C, 0x26, 0x0D, 0, from: index, in: bytes)
            if stop > index { sink.characters(index..<stop, in: bytes) }
            if stop == bytes.count { return stop }
            let known = errors.count
            let next: Int
            switch bytes[stop] {
            case 0x3C:
                next = tagOpen(bytes, at: stop, into: &sink)
            case 0x26:
                next = textReference(bytes, at: stop, into: &sink)
            case 0x0D:
                next = carriageReturn(bytes, at: stop, into: &sink)
            default:
                error(.unexpectedNullCharacter, at: stop)
                sink.nullCharacter()
                next = stop + 1
            }
            if next == Self.needsMore {
                errors.removeLast(errors.count - known)
                return stop == start ? Self.needsMore : stop
            }
            index = next
            if state != .data { break }
        }
        return index
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state>
    @inline(__always)
    private mutating func tagOpen(_ bytes: Span<UInt8>, at open: Int, into sink: inout some HTMLTokenSink) -> Int {
        guard open + 1 < bytes.count else {
            if !isLast { return Self.needsMore }
            error(.eofBeforeTagName, at: open + 1)
            emitLessThan(into: &sink)
            return open + 1
        }
        let byte = bytes[open + 1]
        if byte.isASCIILetter { return startTag(bytes, at: open, into: &sink) }
        switch byte {
        case UInt8(ascii: "/"):
            return endTagOpen(bytes, at: open, into: &sink)
        case UInt8(ascii: "!"):
            return markupDeclaration(bytes, at: open, into: &sink)
        case UInt8(ascii: "?"):
            error(.unexpectedQuestionMarkInsteadOfTagName, at: open + 1)
            return bogusComment(bytes, from: open + 1, into: &sink)
        default:
            error(.invalidFirstCharacterOfTagName, at: open + 1)
            emitLessThan(into: &sink)
            return open + 1
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state>
    private mutating func endTagOpen(_ bytes: Span<UInt8>, at open: Int, into sink: inout some HTMLTokenSink) -> Int {
        guard open + 2 < bytes.count else {
            if !isLast { return Self.needsMore }
            error(.eofBeforeTagName, at: open + 2)
            sink.characters(open..<open + 2, in: bytes)
            return open + 2
        }
        let byte = bytes[open + 2]
        if byte.isASCIILetter { return endTag(bytes, at: open, into: &sink) }
        if byte == UInt8(ascii: ">") {
            error(.missingEndTagName, at: open + 2)
            return open + 3
        }
        error(.invalidFirstCharacterOfTagName, at: open + 2)
        return bogusComment(bytes, from: open + 2, into: &sink)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state>
    private mutating func markupDeclaration(_ bytes: Span<UInt8>, at open: Int, into sink: inout some HTMLTokenSink) -> Int {
        let start = open + 2
        switch matches("--", bytes, at: start) {
        case .yes: return comment(bytes, from: start + 2, into: &sink)
        case .needsMore: return Self.needsMore
        case .no: break
        }
        switch matches("doctype", bytes, at: start, ignoringCase: true) {
        case .yes: return documentType(bytes, from: start + 7, into: &sink)
        case .needsMore: return Self.needsMore
        case .no: break
        }
        switch matches("[CDATA[", bytes, at: start) {
        case .yes:
            if sink.allowsCDATA {
                state = .cdataSection
                return start + 7
            }
            error(.cdataInHtmlContent, at: start + 6)
            return bogusComment(bytes, from: start, into: &sink)
        case .needsMore: return Self.needsMore
        case .no:
            error(.incorrectlyOpenedComment, at: start)
            return bogusComment(bytes, from: start, into: &sink)
        }
    }

    enum WordMatch { case yes, no, needsMore }

    /// Whether an ASCII word is at `start`.
    func matches(_ word: StaticString, _ bytes: Span<UInt8>, at start: Int, ignoringCase: Bool = false) -> WordMatch {
        var index = start
        for expected in word.description.utf8 {
            if index == bytes.count { return isLast ? .no : .needsMore }
            let byte = ignoringCase ? bytes[index].asciiLowercased : bytes[index]
            if byte != expected { return .no }
            index += 1
        }
        return .yes
    }
}
