extension HTMLTokenizer {
    /// Reads in the RCDATA state or the RAWTEXT state, until the end tag, the end of the bytes or an incomplete token.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>
    mutating func rawText(
        _ bytes: Span<UInt8>, from start: Int, hasReferences: Bool, into sink: inout some HTMLTokenSink
    ) -> Int {
        let ampersand: UInt8 = hasReferences ? 0x26 : 0
        var index = start
        while index < bytes.count {
            let stop = firstIndex(of: 0x3C, ampersand, 0x0D, 0, from: index, in: bytes)
            if stop > index { sink.characters(index..<stop, in: bytes) }
            if stop == bytes.count { return stop }
            let known = errors.count
            var next = stop + 1
            switch bytes[stop] {
            case 0x3C:
                switch isAppropriateEndTag(bytes, at: stop) {
                case .yes: next = closeText(bytes, at: stop, into: &sink)
                case .no: emitLessThan(into: &sink)
                case .needsMore: next = Self.needsMore
                }
            case 0x26:
                next = textReference(bytes, at: stop, into: &sink)
            case 0x0D:
                next = carriageReturn(bytes, at: stop, into: &sink)
            default:
                error(.unexpectedNullCharacter, at: stop)
                emitReplacement(into: &sink)
            }
            if next == Self.needsMore {
                errors.removeLast(errors.count - known)
                return stop == start ? Self.needsMore : stop
            }
            index = next
            if state == .data { break }
        }
        return index
    }

    /// Whether an appropriate end tag token begins here: one with the name of the last start tag.
    func isAppropriateEndTag(_ bytes: Span<UInt8>, at open: Int) -> Match {
        guard open + 1 < bytes.count else { return isLast ? .no : .needsMore }
        if bytes[open + 1] != UInt8(ascii: "/") || lastStartTagName.isEmpty { return .no }
        let start = open + 2
        for (offset, expected) in lastStartTagName.enumerated() {
            guard start + offset < bytes.count else { return isLast ? .no : .needsMore }
            if bytes[start + offset].asciiLowercased != expected { return .no }
        }
        let end = start + lastStartTagName.count
        guard end < bytes.count else { return isLast ? .no : .needsMore }
        return bytes[end].endsTagName ? .yes : .no
    }

    /// Reads the end tag of the text and switches to the data state.
    mutating func closeText(_ bytes: Span<UInt8>, at open: Int, into sink: inout some HTMLTokenSink) -> Int {
        let end = endTag(bytes, at: open, into: &sink)
        if end != Self.needsMore { state = .data }
        return end
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state>
    mutating func plainText(_ bytes: Span<UInt8>, from start: Int, into sink: inout some HTMLTokenSink) -> Int {
        var index = start
        while index < bytes.count {
            let stop = firstIndex(of: 0, 0x0D, 0, 0x0D, from: index, in: bytes)
            if stop > index { sink.characters(index..<stop, in: bytes) }
            if stop == bytes.count { return stop }
            if bytes[stop] == 0 {
                error(.unexpectedNullCharacter, at: stop)
                emitReplacement(into: &sink)
                index = stop + 1
            } else {
                index = carriageReturn(bytes, at: stop, into: &sink)
                if index == Self.needsMore { return stop == start ? Self.needsMore : stop }
            }
        }
        return index
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state>
    mutating func cdataSection(_ bytes: Span<UInt8>, from start: Int, into sink: inout some HTMLTokenSink) -> Int {
        var index = start
        while index < bytes.count {
            let stop = firstIndex(of: 0x5D, 0x0D, 0, 0, from: index, in: bytes)
            if stop > index { sink.characters(index..<stop, in: bytes) }
            if stop == bytes.count { return stop }
            var next = stop + 1
            switch bytes[stop] {
            case 0x5D:
                switch matches("]]>", bytes, at: stop) {
                case .yes:
                    state = .data
                    return stop + 3
                case .no: sink.characters(stop..<stop + 1, in: bytes)
                case .needsMore: next = Self.needsMore
                }
            case 0x0D:
                next = carriageReturn(bytes, at: stop, into: &sink)
            default:
                sink.nullCharacter()
            }
            if next == Self.needsMore { return stop == start ? Self.needsMore : stop }
            index = next
        }
        return index
    }
}
