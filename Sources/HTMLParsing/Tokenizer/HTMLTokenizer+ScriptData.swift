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
    private func isScriptWord(_ bytes: Span<UInt8>, at start: Int) -> Match {
        let word = matches("script", bytes, at: start, ignoringCase: true)
        if word != .yes { return word }
        guard start + 6 < bytes.count else { return isLast ? .no : .needsMore }
        return bytes[start + 6].endsTagName ? .yes : .no
    }
}
