extension JSONItemReader {
    /// Passes the item from `start` to the end of the last token to the sink.
    mutating func deliver(
        from start: Int, in chunk: Span<UInt8>, base: Int, into sink: inout some JSONItemSink
    ) throws(JSONError) {
        let end = scanner.tokenEnd
        try checkSize(end - start, at: start)
        if start == scanner.tokenStart {
            scanner.layout.begin(at: start, isContainer: false)
        } else {
            scanner.layout.end(at: end)
        }
        if start >= base, end - base <= chunk.count {
            sink.receive(chunk.extracting(start - base..<end - base), layout: &scanner.layout, offset: start)
        } else {
            var item: [UInt8] = []
            swap(&item, &partialBytes)
            appendBytes(chunk, 0..<max(0, end - base), to: &item)
            sink.receive(item.span, layout: &scanner.layout, offset: start)
            item.removeAll(keepingCapacity: item.count <= 1 << 20)
            swap(&item, &partialBytes)
        }
    }

    /// Whether the last key, once decoded, equals `name`.
    mutating func keyIs(_ name: String, in chunk: Span<UInt8>, base: Int) throws(JSONError) -> Bool {
        let start = scanner.tokenStart
        let end = scanner.tokenEnd
        if start >= base {
            // Most keys lie in one chunk and have no escape, so that no decoding is needed.
            let inner = chunk.extracting(start - base + 1..<end - base - 1)
            if firstQuoteOrBackslash(from: 0, to: inner.count, in: inner) == inner.count {
                let utf8 = name.utf8
                return inner.count == utf8.count && sameBytes(inner, utf8.span)
            }
        }
        var bytes: [UInt8] = []
        if start < base {
            swap(&bytes, &partialBytes)
            appendBytes(chunk, 0..<end - base, to: &bytes)
        } else {
            appendBytes(chunk, start - base..<end - base, to: &bytes)
        }
        let text = JSONText(checked: bytes, range: 0..<bytes.count)
        do {
            return sameBytes(try text.string(in: text.range), name)
        } catch {
            throw JSONError(error.reason, offset: start + error.offset)
        }
    }

    func checkSize(_ count: Int, at offset: Int) throws(JSONError) {
        guard count > limits.maxValueBytes else { return }
        throw JSONError(.tooLarge(limit: limits.maxValueBytes), offset: offset)
    }

    /// Throws an error for a step of the path that has no target, unless the step is optional.
    ///
    /// - Parameters:
    ///   - step: The index of that step.
    ///   - foundKind: The token of the wrong kind; nil if an object ended without the key.
    /// - Throws: ``JSONError/Reason/missing(path:)`` or ``JSONError/Reason/wrongKind(path:expected:found:)``.
    mutating func reportMissing(
        step: Int, foundKind: JSONToken?, in chunk: Span<UInt8>, base: Int, into sink: inout some JSONItemSink
    ) throws(JSONError) {
        if deliversDeadEnds { return try deliverDeadEnd(step: step, foundKind, in: chunk, base: base, into: &sink) }
        let rest = path[step...]
        let isNothing = foundKind == nil || foundKind == .null
        let deciding = isNothing ? rest.first(where: { if case .iterate = $0 { true } else { false } }) ?? path[step] : path[step]
        guard !deciding.isOptional else { return }
        guard let foundKind else {
            throw JSONError(.missing(path: JSONPathStep.text(of: path[...step])), offset: scanner.tokenStart)
        }
        let expected = if case .key = path[step] { "an object" } else { "an array" }
        throw JSONError(
            .wrongKind(path: JSONPathStep.text(of: path[..<step]), expected: expected, found: foundKind.valueName),
            offset: scanner.tokenStart)
    }

    /// Passes a value from which the path leads no further to the sink. As in jq, a missing member or element is null.
    private mutating func deliverDeadEnd(
        step: Int, _ found: JSONToken?, in chunk: Span<UInt8>, base: Int, into sink: inout some JSONItemSink
    ) throws(JSONError) {
        var bytes: [UInt8] = []
        switch found {
        case nil: bytes = Array("null".utf8)
        case .beginObject: bytes = Array("{}".utf8)
        case .beginArray: bytes = Array("[]".utf8)
        default:
            try checkSize(scanner.tokenEnd - scanner.tokenStart, at: scanner.tokenStart)
            if scanner.tokenStart < base { swap(&bytes, &partialBytes) }
            appendBytes(chunk, max(0, scanner.tokenStart - base)..<max(0, scanner.tokenEnd - base), to: &bytes)
        }
        scanner.layout.begin(at: 0, isContainer: false)
        let left = path.count - step - (found == nil ? 1 : 0)
        sink.receiveDeadEnd(bytes.span, layout: &scanner.layout, missingSteps: left)
    }
}
