extension HTMLTokenizer {
    /// Reads the rest of a tag after its name: the states from "before attribute name" on.
    ///
    /// - Returns: The offset after the `>`, `needsMore` or `endOfInput`.
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    mutating func attributes(_ bytes: Span<UInt8>, from start: Int, isEndTag: Bool, into sink: inout some HTMLTokenSink) -> Int {
        let ended = isLast ? Self.endOfInput : Self.needsMore
        let end = bytes.count
        var index = start
        while index < end {
            let byte = bytes[index]
            if byte.isHTMLWhitespace {
                index &+= 1
                continue
            }
            if byte == UInt8(ascii: ">") { return index &+ 1 }
            if byte == UInt8(ascii: "/") {
                index &+= 1
                if index == end { return ended }
                if bytes[index] == UInt8(ascii: ">") {
                    token.isSelfClosing = true
                    return index &+ 1
                }
                error(.unexpectedSolidusInTag, at: index)
                continue
            }
            index = attribute(bytes, from: index, isEndTag: isEndTag, into: &sink)
            if index < 0 { return index }
        }
        return ended
    }

    /// Reads one attribute.
    ///
    /// - Returns: The offset after it, `needsMore` or `endOfInput`.
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state>
    @inline(__always)
    private mutating func attribute(_ bytes: Span<UInt8>, from start: Int, isEndTag: Bool, into sink: inout some HTMLTokenSink) -> Int {
        let ended = isLast ? Self.endOfInput : Self.needsMore
        let end = bytes.count
        var index = start
        var isPlain = true
        if bytes[index] == UInt8(ascii: "=") {
            error(.unexpectedEqualsSignBeforeAttributeName, at: index)
            index &+= 1
        }
        while index < end {
            let byte = bytes[index]
            if byte.endsTagName || byte == UInt8(ascii: "=") { break }
            if byte.isASCIIUpper {
                isPlain = false
            } else if byte == 0 {
                error(.unexpectedNullCharacter, at: index)
                isPlain = false
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "<") {
                error(.unexpectedCharacterInAttributeName, at: index)
            }
            index &+= 1
        }
        if index == end { return ended }
        let nameEnd = index
        let name = isPlain ? sink.intern(bytes.extracting(start..<nameEnd)) : internNormalized(bytes, start..<nameEnd, into: &sink)
        let isDuplicate = hasAttribute(name)
        if isDuplicate { error(.duplicateAttribute, at: nameEnd) }
        var attribute = HTMLTokenAttribute(name: name, start: nameEnd, count: 0, isDecoded: false)
        while index < end, bytes[index].isHTMLWhitespace { index &+= 1 }
        if index == end { return ended }
        if bytes[index] == UInt8(ascii: "=") {
            index = attributeValue(bytes, from: index &+ 1, into: &attribute)
            if index < 0 { return index }
        }
        if !isDuplicate { token.attributes.append(attribute) }
        return index
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state>
    @inline(__always)
    private mutating func attributeValue(_ bytes: Span<UInt8>, from start: Int, into attribute: inout HTMLTokenAttribute) -> Int {
        let ended = isLast ? Self.endOfInput : Self.needsMore
        let end = bytes.count
        var index = start
        while index < end, bytes[index].isHTMLWhitespace { index &+= 1 }
        if index == end { return ended }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            if quote == UInt8(ascii: ">") {
                error(.missingAttributeValue, at: index)
                return index
            }
            return unquotedValue(bytes, from: index, into: &attribute)
        }
        index &+= 1
        attribute.start = index
        index = firstIndex(of: quote, 0x26, 0x0D, 0, from: index, in: bytes)
        if index < end, bytes[index] == quote {
            attribute.count = index &- attribute.start
        } else {
            index = decodedValue(bytes, from: index, quote: quote, into: &attribute)
            if index < 0 { return index }
        }
        index &+= 1
        // The state "after attribute value (quoted)".
        if index < end, !bytes[index].endsTagName { error(.missingWhitespaceBetweenAttributes, at: index) }
        return index
    }

    /// Decodes a quoted value. The offset `stop` is the first byte that differs from the decoded value.
    ///
    /// - Returns: The offset of the closing quote, `needsMore` or `endOfInput`.
    private mutating func decodedValue(
        _ bytes: Span<UInt8>, from stop: Int, quote: UInt8, into attribute: inout HTMLTokenAttribute
    ) -> Int {
        let start = decoded.count
        decoded.append(span: bytes.extracting(attribute.start..<stop))
        var index = stop
        while index < bytes.count {
            if bytes[index] == quote {
                (attribute.start, attribute.count, attribute.isDecoded) = (start, decoded.count - start, true)
                return index
            }
            index = decodeOne(bytes, at: index)
            if index == Self.needsMore { return index }
            let next = firstIndex(of: quote, 0x26, 0x0D, 0, from: index, in: bytes)
            decoded.append(span: bytes.extracting(index..<next))
            index = next
        }
        return isLast ? Self.endOfInput : Self.needsMore
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(unquoted)-state>
    private mutating func unquotedValue(_ bytes: Span<UInt8>, from start: Int, into attribute: inout HTMLTokenAttribute) -> Int {
        var index = start
        var copied = start
        let decodedStart = decoded.count
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isHTMLWhitespace || byte == UInt8(ascii: ">") {
                if copied == start {
                    (attribute.start, attribute.count) = (start, index - start)
                } else {
                    decoded.append(span: bytes.extracting(copied..<index))
                    (attribute.start, attribute.count, attribute.isDecoded) = (decodedStart, decoded.count - decodedStart, true)
                }
                return index
            }
            if byte == 0x26 || byte == 0 {
                decoded.append(span: bytes.extracting(copied..<index))
                index = decodeOne(bytes, at: index)
                if index == Self.needsMore { return index }
                copied = index
                continue
            }
            if byte == 0x22 || byte == 0x27 || byte == 0x3C || byte == 0x3D || byte == 0x60 {
                error(.unexpectedCharacterInUnquotedAttributeValue, at: index)
            }
            index += 1
        }
        return isLast ? Self.endOfInput : Self.needsMore
    }

    /// Decodes the `&`, carriage return or NUL at `index` into `decoded`.
    ///
    /// - Returns: The offset after it, or `needsMore`.
    private mutating func decodeOne(_ bytes: Span<UInt8>, at index: Int) -> Int {
        switch bytes[index] {
        case 0x26:
            let reference = reference(bytes, at: index, isInAttribute: true)
            if reference.end == Self.needsMore { return Self.needsMore }
            if reference.end == index {
                decoded.append(0x26)
                return index + 1
            }
            reference.append(to: &decoded)
            return reference.end
        case 0x0D:
            if index + 1 == bytes.count { return isLast ? index + 1 : Self.needsMore }
            if bytes[index + 1] != 0x0A { decoded.append(0x0A) }
            return index + 1
        default:
            error(.unexpectedNullCharacter, at: index)
            decoded.appendReplacementCharacter()
            return index + 1
        }
    }

    /// Whether the tag already has the attribute. From 16 attributes on a table replaces the linear search, so that a tag with many
    /// attributes takes linear time.
    @inline(__always)
    private mutating func hasAttribute(_ name: HTMLNameID) -> Bool {
        if token.attributes.count < 16 {
            for attribute in token.attributes where attribute.name == name { return true }
            return false
        }
        return hasSeen(name)
    }

    private mutating func hasSeen(_ name: HTMLNameID) -> Bool {
        if token.attributes.count == 16 {
            tokenNumber &+= 1
            for attribute in token.attributes { markSeen(attribute.name) }
        }
        if Int(name) < lastSeen.count, lastSeen[Int(name)] == tokenNumber { return true }
        markSeen(name)
        return false
    }

    private mutating func markSeen(_ name: HTMLNameID) {
        let missing = Int(name) + 1 - lastSeen.count
        if missing > 0 { lastSeen.append(contentsOf: repeatElement(0, count: max(missing, lastSeen.count))) }
        lastSeen[Int(name)] = tokenNumber
    }
}
