extension HTMLTokenizer {
    /// Reads a comment from the offset after its `<!--`.
    ///
    /// A comment ends at the first `-->` or `--!>` after its opening `<!--`; `<!-->` and `<!--->` are empty comments.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state>
    mutating func comment(_ bytes: Span<UInt8>, from start: Int, into sink: inout some HTMLTokenSink) -> Int {
        switch matches(">", bytes, at: start) {
        case .needsMore: return Self.needsMore
        case .yes: return abruptComment(bytes, at: start, into: &sink)
        case .no: break
        }
        switch matches("->", bytes, at: start) {
        case .needsMore: return Self.needsMore
        case .yes: return abruptComment(bytes, at: start + 1, into: &sink)
        case .no: break
        }
        var index = start
        while index < bytes.count {
            index = firstIndex(of: 0x2D, 0x3C, 0x2D, 0x3C, from: index, in: bytes)
            if index == bytes.count { break }
            if bytes[index] == 0x3C {
                if collectsErrors { nestedComment(bytes, at: index) }
                index += 1
                continue
            }
            let dashes = index
            while index < bytes.count, bytes[index] == 0x2D { index += 1 }
            guard index - dashes >= 2, index < bytes.count else { continue }
            if bytes[index] == UInt8(ascii: ">") {
                emitComment(bytes, start..<index - 2, into: &sink)
                return index + 1
            }
            guard bytes[index] == UInt8(ascii: "!"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ">") else { continue }
            error(.incorrectlyClosedComment, at: index + 1)
            emitComment(bytes, start..<index - 2, into: &sink)
            return index + 2
        }
        guard isLast else { return Self.needsMore }
        error(.eofInComment, at: bytes.count)
        emitComment(bytes, start..<endOfOpenComment(bytes, from: start), into: &sink)
        return bytes.count
    }

    /// Returns the end of the data of a comment that the end of the input cuts off: before an incomplete `-->` or `--!>`.
    private func endOfOpenComment(_ bytes: Span<UInt8>, from start: Int) -> Int {
        let end = bytes.count
        func has(_ byte: UInt8, _ back: Int) -> Bool { end - back >= start && bytes[end - back] == byte }
        if has(0x21, 1), has(0x2D, 2), has(0x2D, 3) { return end - 3 }
        if has(0x2D, 1) { return has(0x2D, 2) ? end - 2 : end - 1 }
        return end
    }

    private mutating func abruptComment(_ bytes: Span<UInt8>, at end: Int, into sink: inout some HTMLTokenSink) -> Int {
        error(.abruptClosingOfEmptyComment, at: end)
        sink.comment(end..<end, in: bytes)
        return end + 1
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-dash-state>
    private mutating func nestedComment(_ bytes: Span<UInt8>, at index: Int) {
        guard index + 4 < bytes.count, bytes[index + 1] == 0x21, bytes[index + 2] == 0x2D, bytes[index + 3] == 0x2D else { return }
        if bytes[index + 4] != UInt8(ascii: ">") { error(.nestedComment, at: index + 4) }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state>
    mutating func bogusComment(_ bytes: Span<UInt8>, from start: Int, into sink: inout some HTMLTokenSink) -> Int {
        let close = UInt8(ascii: ">")
        let end = firstIndex(of: close, close, close, close, from: start, in: bytes)
        if end == bytes.count, !isLast { return Self.needsMore }
        emitComment(bytes, start..<end, into: &sink)
        return min(end + 1, bytes.count)
    }

    /// Emits a comment with line ends normalized to line feeds and NUL replaced.
    private mutating func emitComment(_ bytes: Span<UInt8>, _ range: Range<Int>, into sink: inout some HTMLTokenSink) {
        let whole = bytes.extracting(range)
        var stop = firstIndex(of: 0, 0x0D, 0, 0x0D, from: 0, in: whole)
        if stop == whole.count {
            sink.comment(range, in: bytes)
            return
        }
        decoded.removeAll(keepingCapacity: true)
        var copied = 0
        while stop < whole.count {
            decoded.append(span: whole.extracting(copied..<stop))
            if whole[stop] == 0 {
                error(.unexpectedNullCharacter, at: range.lowerBound + stop)
                decoded.appendReplacementCharacter()
            } else if stop + 1 == whole.count || whole[stop + 1] != 0x0A {
                decoded.append(0x0A)
            }
            copied = stop + 1
            stop = firstIndex(of: 0, 0x0D, 0, 0x0D, from: copied, in: whole)
        }
        decoded.append(span: whole.extracting(copied..<whole.count))
        sink.comment(0..<decoded.count, in: decoded.span)
    }
}
