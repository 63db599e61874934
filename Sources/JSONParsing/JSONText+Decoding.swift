extension JSONText {
    /// Decodes this value, one level deep: what it contains stays text.
    ///
    /// - Throws: ``JSONError/Reason/duplicateKey(_:)`` or ``JSONError/Reason/loneSurrogate``; offsets count from the
    ///   start of this value.
    func decoded() throws(JSONError) -> JSONValue {
        switch kind {
        case .null: return .null
        case .boolean: return .bool(bytes[start] == UInt8(ascii: "t"))
        case .number: return .number(JSONNumber(checked: plainString(in: range)))
        case .string: return .string(try string(in: range))
        case .array:
            var elements: [JSONValue] = []
            var cursor = JSONCursor(inside: self)
            while let element = cursor.nextValue(in: bytes.span) {
                elements.append(.text(piece(element)))
            }
            return .array(elements)
        case .object:
            var object = JSONObject()
            var cursor = JSONCursor(inside: self)
            while let key = cursor.nextValue(in: bytes.span), let value = cursor.nextValue(in: bytes.span) {
                let name = try string(in: key.range)
                let isNew = object.append(.text(piece(value)), for: name)
                if !isNew, !lastKeyWins { throw JSONError(.duplicateKey(name), offset: key.range.lowerBound - start) }
            }
            return .object(object)
        }
    }

    /// The value of a member, found without decoding the other members.
    func member(_ name: String) throws(JSONError) -> JSONValue? {
        let utf8 = name.utf8
        // Spans: slices of arrays and strings, compared by what the library has for all sequences, cost 4 % of a run.
        let wanted = utf8.span
        let bytes = self.bytes.span
        var found: (range: Range<Int>, index: Int)?
        var cursor = JSONCursor(inside: self)
        while let key = cursor.nextValue(in: bytes), let value = cursor.nextValue(in: bytes) {
            guard try matches(wanted, key.range, in: bytes) else { continue }
            if found != nil, !lastKeyWins { throw JSONError(.duplicateKey(name), offset: key.range.lowerBound - start) }
            found = value
        }
        return found.map { .text(piece($0)) }
    }

    @inline(__always)
    private func matches(_ name: Span<UInt8>, _ key: Range<Int>, in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        let inner = key.lowerBound &+ 1..<key.upperBound &- 1
        if inner.count < name.count { return false }
        // Most keys begin with another character.
        if !name.isEmpty, bytes[inner.lowerBound] != name[0], bytes[inner.lowerBound] != UInt8(ascii: "\\") { return false }
        if inner.count == name.count, !sameBytes(bytes.extracting(inner), name) { return false }
        // What stops this is a backslash: there is no quotation mark inside.
        let hasEscape = endOfQuotedRun(from: inner.lowerBound, to: inner.upperBound, in: bytes) < inner.upperBound
        // What an escape stands for is shorter than the escape.
        guard hasEscape, inner.count > name.count else { return inner.count == name.count && !hasEscape }
        var decoded = try string(in: key)
        return decoded.withUTF8 { unsafe $0.count == name.count && sameBytes($0.span, name) }
    }

    private func plainString(in range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Decodes the string at `range`, quotation marks included.
    func string(in range: Range<Int>) throws(JSONError) -> String {
        let inner = range.lowerBound + 1..<range.upperBound - 1
        let escape = endOfQuotedRun(from: inner.lowerBound, to: inner.upperBound, in: bytes.span)
        guard escape < inner.upperBound else { return plainString(in: inner) }
        var decoder = JSONStringDecoder(plain: bytes[inner.lowerBound..<escape], capacity: inner.count)
        var position = escape
        while position < inner.upperBound {
            guard bytes[position] == UInt8(ascii: "\\") else {
                let next = endOfQuotedRun(from: position, to: inner.upperBound, in: bytes.span)
                decoder.append(bytes[position..<next])
                position = next
                continue
            }
            guard decoder.decodeEscape(in: bytes, at: &position, end: inner.upperBound) else {
                throw JSONError(.loneSurrogate, offset: position - start)
            }
        }
        return decoder.string
    }
}
