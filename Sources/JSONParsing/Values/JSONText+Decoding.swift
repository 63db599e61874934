extension JSONText {
    /// Decodes one level of this value. Elements and member values stay undecoded.
    ///
    /// - Throws: ``JSONError/Reason/duplicateKey(_:)`` or ``JSONError/Reason/loneSurrogate`` with an offset from the start of this
    ///   value.
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
                elements.append(.text(subvalue(at: element)))
            }
            return .array(elements)
        case .object:
            var object = JSONObject()
            var cursor = JSONCursor(inside: self)
            while let (key, value) = cursor.nextMember(in: bytes.span) {
                let name = try string(in: key.range)
                let isNew = object.append(.text(subvalue(at: value)), for: name)
                if !isNew, !lastKeyWins { throw JSONError(.duplicateKey(name), offset: key.start - start) }
            }
            return .object(object)
        }
    }

    /// Finds a member without decoding the others.
    ///
    /// - Returns: nil if there is no such member, or if this value is not an object.
    /// - Throws: ``JSONError/Reason/duplicateKey(_:)`` if the key occurs twice.
    public func member(_ name: String) throws(JSONError) -> JSONValue? {
        guard bytes[start] == UInt8(ascii: "{") else { return nil }
        let utf8 = name.utf8
        // Comparing spans instead of array and string slices saves 4 % of a run: the library compares slices element by element.
        let wanted = utf8.span
        let bytes = self.bytes.span
        var found: JSONCursor.ValueOffsets?
        var cursor = JSONCursor(inside: self)
        while let (key, value, mayContainEscape) = cursor.nextMember(in: bytes, keyBytes: wanted.count &+ 2) {
            let inner = bytes.extracting(key.start &+ 1..<key.end &- 1)
            guard mayContainEscape ? matches(wanted, key, in: bytes) : sameBytes(inner, wanted) else { continue }
            if found != nil, !lastKeyWins { throw JSONError(.duplicateKey(name), offset: key.start - start) }
            found = value
        }
        return found.map { .text(subvalue(at: $0)) }
    }

    /// Finds many members by decoding all keys once.
    ///
    /// - Returns: A value for each name, nil for a missing member.
    /// - Throws: ``JSONError/Reason/duplicateKey(_:)`` if one of these keys occurs twice.
    func members(_ names: [String]) throws(JSONError) -> [JSONValue?] {
        guard kind == .object else { return Array(repeating: nil, count: names.count) }
        var offsets: [JSONKey: JSONCursor.ValueOffsets?] = [:]
        for name in names { offsets[JSONKey(name)] = .some(nil) }
        var cursor = JSONCursor(inside: self)
        while let (key, value) = cursor.nextMember(in: bytes.span) {
            guard let name = try? string(in: key.range), let known = offsets[JSONKey(name)] else { continue }
            if known != nil, !lastKeyWins { throw JSONError(.duplicateKey(name), offset: key.start - start) }
            offsets[JSONKey(name)] = value
        }
        return names.map { name in offsets[JSONKey(name)]?.map { .text(subvalue(at: $0)) } }
    }

    /// Whether the decoded key equals `name`.
    ///
    /// - Parameter key: A string with its quotation marks. A string with a lone surrogate matches no name.
    private func matches(_ name: Span<UInt8>, _ key: JSONCursor.ValueOffsets, in bytes: Span<UInt8>) -> Bool {
        let inner = key.start &+ 1..<key.end &- 1
        let first = bytes[key.start &+ 1]
        guard first == UInt8(ascii: "\\") || first == (name.isEmpty ? UInt8(ascii: "\"") : name[0]) else { return false }
        // A key contains no unescaped quotation mark, so the search stops at a backslash or at the end.
        let hasEscape = firstQuoteOrBackslash(from: inner.lowerBound, to: inner.upperBound, in: bytes) < inner.upperBound
        guard hasEscape else { return inner.count == name.count && sameBytes(bytes.extracting(inner), name) }
        // A decoded character is shorter than its escape, so the key must be longer than the name.
        guard inner.count > name.count, var decoded = try? string(in: key.range) else { return false }
        return decoded.withUTF8 { unsafe $0.count == name.count && sameBytes($0.span, name) }
    }

    private func plainString(in range: Range<Int>) -> String {
        String(validated: bytes.span.extracting(range))
    }

    /// Decodes the string at `range`, which includes the quotation marks.
    ///
    /// - Throws: ``JSONError/Reason/loneSurrogate`` with an offset from the start of this value.
    func string(in range: Range<Int>) throws(JSONError) -> String {
        let inner = range.lowerBound + 1..<range.upperBound - 1
        let escape = firstQuoteOrBackslash(from: inner.lowerBound, to: inner.upperBound, in: bytes.span)
        guard escape < inner.upperBound else { return plainString(in: inner) }
        var decoder = JSONStringDecoder(plain: bytes[inner.lowerBound..<escape], capacity: inner.count)
        var position = escape
        while position < inner.upperBound {
            guard bytes[position] == UInt8(ascii: "\\") else {
                let next = firstQuoteOrBackslash(from: position, to: inner.upperBound, in: bytes.span)
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

/// Decodes one level of a large array or object in pieces, so that a caller can stop between two pieces.
package struct JSONLevelDecoder {
    private let text: JSONText
    private let isObject: Bool
    private var cursor: JSONCursor
    private var elements: [JSONValue] = []
    private var object = JSONObject()

    /// - Returns: nil if the value is no array or object.
    package init?(_ text: JSONText) {
        guard text.kind == .array || text.kind == .object else { return nil }
        self.text = text
        isObject = text.kind == .object
        cursor = JSONCursor(inside: text)
    }

    /// The value with the children decoded so far.
    package var partial: JSONValue { isObject ? .object(object) : .array(elements) }

    /// Decodes further children.
    ///
    /// - Parameter count: The maximum number of children to decode.
    /// - Returns: The whole value; nil if it has more children.
    /// - Throws: ``JSONError`` as ``JSONValue/decoded()`` does.
    package mutating func decode(_ count: Int) throws(JSONError) -> JSONValue? {
        let text = self.text
        let bytes = text.bytes.span
        for _ in 0..<count {
            if isObject {
                guard let (key, value) = cursor.nextMember(in: bytes) else { return partial }
                let name = try text.string(in: key.range)
                let isNew = object.append(.text(text.subvalue(at: value)), for: name)
                if !isNew, !text.lastKeyWins { throw JSONError(.duplicateKey(name), offset: key.start - text.start) }
            } else {
                guard let element = cursor.nextValue(in: bytes) else { return partial }
                elements.append(.text(text.subvalue(at: element)))
            }
        }
        return nil
    }
}

extension JSONText {
    /// Whether two texts are the same slice of the same buffer.
    package func isSamePlace(as other: JSONText) -> Bool {
        start == other.start && count == other.count && bufferAddress == other.bufferAddress
    }

    private var bufferAddress: UInt { unsafe bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
