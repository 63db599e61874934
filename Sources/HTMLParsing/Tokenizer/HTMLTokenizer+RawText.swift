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
    func isAppropriateEndTag(_ bytes: Span<UInt8>, at open: Int) -> WordMatch {
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

extension HTMLTokenizer {
    /// Reads in the script data state: text until `</script`; `<!--` switches to the escaped state.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
    mutating func scriptData(_ bytes: Span<UInt8>, from start: Int, into sink: inout some HTMLTokenSink) -> Int {
        var index = start
        while index < bytes.count {
            let stop = firstIndex(of: 0x3C, 0x0D, 0, 0, from: index, in: bytes)
            if stop > index { sink.characters(index..<stop, in: bytes) }
            if stop == bytes.count { return stop }
            let known = errors.count
            var next = stop + 1
            switch bytes[stop] {
            case 0x3C:
                next = scriptDataLessThan(bytes, at: stop, into: &sink)
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
            if state != .scriptData { break }
        }
        return index
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-less-than-sign-state>
    private mutating func scriptDataLessThan(_ bytes: Span<UInt8>, at open: Int, into sink: inout some HTMLTokenSink) -> Int {
        switch matches("<!--", bytes, at: open) {
        case .yes:
            sink.characters(open..<open + 4, in: bytes)
            state = .scriptDataEscaped(dashes: 2)
            return open + 4
        case .needsMore: return Self.needsMore
        case .no: break
        }
        switch isAppropriateEndTag(bytes, at: open) {
        case .yes: return closeText(bytes, at: open, into: &sink)
        case .needsMore: return Self.needsMore
        case .no:
            emitLessThan(into: &sink)
            return open + 1
        }
    }

    /// Reads in the escaped and double escaped states. `-->` ends them; `<script` and `</script>` switch between the two.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state>
    mutating func escapedScriptData(_ bytes: Span<UInt8>, from start: Int, into sink: inout some HTMLTokenSink) -> Int {
        var dashes: UInt8
        let isDouble: Bool
        switch state {
        case .scriptDataEscaped(let count): (dashes, isDouble) = (count, false)
        case .scriptDataDoubleEscaped(let count): (dashes, isDouble) = (count, true)
        default: return start
        }
        var index = start
        scan: while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "-"):
                dashes = min(2, dashes + 1)
                index += 1
            case UInt8(ascii: ">") where dashes == 2:
                index += 1
                sink.characters(start..<index, in: bytes)
                state = .scriptData
                return index
            case 0x3C, 0x0D, 0:
                break scan
            default:
                dashes = 0
                index += 1
            }
        }
        if index > start {
            sink.characters(start..<index, in: bytes)
            state = isDouble ? .scriptDataDoubleEscaped(dashes: dashes) : .scriptDataEscaped(dashes: dashes)
            return index
        }
        switch bytes[index] {
        case 0x3C:
            return isDouble
                ? doubleEscapedLessThan(bytes, at: index, into: &sink) : escapedLessThan(bytes, at: index, into: &sink)
        case 0x0D:
            index = carriageReturn(bytes, at: index, into: &sink)
            if index == Self.needsMore { return index }
        default:
            error(.unexpectedNullCharacter, at: index)
            emitReplacement(into: &sink)
            index += 1
        }
        state = isDouble ? .scriptDataDoubleEscaped(dashes: 0) : .scriptDataEscaped(dashes: 0)
        return index
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-less-than-sign-state>
    private mutating func escapedLessThan(_ bytes: Span<UInt8>, at open: Int, into sink: inout some HTMLTokenSink) -> Int {
        switch isAppropriateEndTag(bytes, at: open) {
        case .yes: return closeText(bytes, at: open, into: &sink)
        case .needsMore: return Self.needsMore
        case .no: break
        }
        switch isScriptWord(bytes, at: open + 1) {
        case .needsMore: return Self.needsMore
        case .yes:
            sink.characters(open..<open + 7, in: bytes)
            state = .scriptDataDoubleEscaped(dashes: 0)
            return open + 7
        case .no:
            emitLessThan(into: &sink)
            state = .scriptDataEscaped(dashes: 0)
            return open + 1
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-less-than-sign-state>
    private mutating func doubleEscapedLessThan(_ bytes: Span<UInt8>, at open: Int, into sink: inout some HTMLTokenSink) -> Int {
        let isClosing = matches("</", bytes, at: open)
        if isClosing == .needsMore { return Self.needsMore }
        let isScript = isClosing == .yes ? isScriptWord(bytes, at: open + 2) : .no
        switch isScript {
        case .needsMore: return Self.needsMore
        case .yes:
            sink.characters(open..<open + 8, in: bytes)
            state = .scriptDataEscaped(dashes: 0)
            return open + 8
        case .no:
            emitLessThan(into: &sink)
            state = .scriptDataDoubleEscaped(dashes: 0)
            return open + 1
        }
    }

    /// Whether "script" and a byte that ends a tag name are at `start`. That byte is not consumed: in the next state it is text.
    private func isScriptWord(_ bytes: Span<UInt8>, at start: Int) -> WordMatch {
        let word = matches("script", bytes, at: start, ignoringCase: true)
        if word != .yes { return word }
        guard start + 6 < bytes.count else { return isLast ? .no : .needsMore }
        return bytes[start + 6].endsTagName ? .yes : .no
    }
}
