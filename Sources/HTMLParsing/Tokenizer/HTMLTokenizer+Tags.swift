extension HTMLTokenizer {
    /// Reads a start tag from its `<`.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state>
    mutating func startTag(_ bytes: Span<UInt8>, at open: Int, into sink: inout some HTMLTokenSink) -> Int {
        decoded.removeAll(keepingCapacity: true)
        token.attributes.removeAll(keepingCapacity: true)
        token.isSelfClosing = false
        let nameEnd = tagName(bytes, from: open + 1, into: &sink)
        if nameEnd < 0 { return nameEnd }
        if nameEnd == bytes.count { return endInTag(bytes) }
        let end = bytes[nameEnd] == UInt8(ascii: ">") ? nameEnd &+ 1 : attributes(bytes, from: nameEnd, isEndTag: false, into: &sink)
        if end == Self.needsMore || end == Self.endOfInput { return end == Self.needsMore ? end : endInTag(bytes) }
        let next = sink.startTag(token, source: bytes, decoded: decoded.span)
        if token.isSelfClosing, collectsErrors, !sink.acknowledgesSelfClosing {
            error(.nonVoidHtmlElementStartTagWithTrailingSolidus, at: end - 1)
        }
        if next != .data {
            state = next
            lastStartTagName = (open + 1..<nameEnd).map { bytes[$0].asciiLowercased }
        }
        return end
    }

    /// Reads an end tag from its `<`.
    mutating func endTag(_ bytes: Span<UInt8>, at open: Int, into sink: inout some HTMLTokenSink) -> Int {
        decoded.removeAll(keepingCapacity: true)
        token.attributes.removeAll(keepingCapacity: true)
        token.isSelfClosing = false
        let nameEnd = tagName(bytes, from: open + 2, into: &sink)
        if nameEnd < 0 { return nameEnd }
        if nameEnd == bytes.count { return endInTag(bytes) }
        let end = bytes[nameEnd] == UInt8(ascii: ">") ? nameEnd &+ 1 : attributes(bytes, from: nameEnd, isEndTag: true, into: &sink)
        if end == Self.needsMore || end == Self.endOfInput { return end == Self.needsMore ? end : endInTag(bytes) }
        if !token.attributes.isEmpty {
            error(.endTagWithAttributes, at: end - 1)
            token.attributes.removeAll(keepingCapacity: true)
        }
        if token.isSelfClosing {
            error(.endTagWithTrailingSolidus, at: end - 1)
            token.isSelfClosing = false
        }
        sink.endTag(token)
        return end
    }

    /// A method returns this if the input ends inside a tag.
    static let endOfInput = -2

    private mutating func endInTag(_ bytes: Span<UInt8>) -> Int {
        error(.eofInTag, at: bytes.count)
        return bytes.count
    }

    /// Reads the name into `token`.
    ///
    /// - Returns: The end of the name; the number of bytes if the input ends there.
    @inline(__always)
    private mutating func tagName(_ bytes: Span<UInt8>, from start: Int, into sink: inout some HTMLTokenSink) -> Int {
        var index = start
        var isPlain = true
        let end = bytes.count
        while index < end {
            let byte = bytes[index]
            if byte.endsTagName { break }
            if byte == 0 {
                error(.unexpectedNullCharacter, at: index)
                isPlain = false
            } else if byte.isASCIIUpper {
                isPlain = false
            }
            index &+= 1
        }
        if index == end { return isLast ? end : Self.needsMore }
        let name = isPlain ? sink.intern(bytes.extracting(start..<index)) : internNormalized(bytes, start..<index, into: &sink)
        token.name = name
        token.tag = HTMLTag(nameID: name) ?? .other
        return index
    }

    /// Returns the number of a name with upper-case letters or NUL, after normalizing both.
    mutating func internNormalized(_ bytes: Span<UInt8>, _ range: Range<Int>, into sink: inout some HTMLTokenSink) -> HTMLNameID {
        var name: [UInt8] = []
        for index in range {
            if bytes[index] == 0 {
                name.appendReplacementCharacter()
            } else {
                name.append(bytes[index].asciiLowercased)
            }
        }
        return sink.intern(name.span)
    }
}
