internal import HTMLParsing

/// Text, references, CDATA sections, comments and processing instructions.
extension XMLReader {
    /// Reads a piece of text in an element, up to the next tag.
    ///
    /// - SeeAlso: [XML 1.0, 2.4 Character Data and Markup](https://www.w3.org/TR/xml/#syntax)
    mutating func readText(isLast: Bool, into sink: inout some XMLSink) throws(XMLFault) {
        let text = text
        let bytes = text.span
        let bracket = UInt8(ascii: "]")
        var end = firstIndex(of: UInt8(ascii: "<"), UInt8(ascii: "&"), bracket, bracket, from: offset, in: bytes)
        if end == offset, bytes[end] == UInt8(ascii: "&") {
            var index = offset
            let referenced = try referencedText(at: &index, from: offset)
            sink.text(Array(referenced.utf8).span)
            offset = index
            return
        }
        if end == offset, bytes[end] == bracket {
            if bytes.holds("]]>", at: end) { throw XMLFault(.unexpected(found: "\"]]>\"", expected: "\"]]&gt;\" in a text"), at: end) }
            if bytes.endsInside("]]>", at: end), !isLast { throw XMLFault(.endOfInput(expected: ""), at: bytes.count) }
            end += 1
        }
        sink.text(bytes.extracting(offset..<end))
        offset = end
    }

    /// Reads a reference in a construct that begins at `start`.
    ///
    /// - SeeAlso: [XML 1.0, 4.1 Character and Entity References](https://www.w3.org/TR/xml/#sec-references)
    func reference(at index: inout Int, from start: Int) throws(XMLFault) -> Unicode.Scalar {
        let first = index
        index += 1
        if try byte(index, from: start, expected: "a name or \"#\" behind \"&\"") == UInt8(ascii: "#") {
            index += 1
            return try characterReference(from: first, at: &index, start: start)
        }
        let range = try name(at: &index, from: start, expected: "a name or \"#\" behind \"&\"; write &amp; for the character itself")
        try expect(";", at: &index, from: start, expected: "\";\" behind a reference; write &amp; for \"&\" itself")
        switch text.span.string(range) {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "apos": return "'"
        case "quot": return "\""
        case let other: throw XMLFault(.unknownEntity(other), at: first)
        }
    }

    private func characterReference(from first: Int, at index: inout Int, start: Int) throws(XMLFault) -> Unicode.Scalar {
        let isHexadecimal = try byte(index, from: start, expected: "a digit or \"x\"") == UInt8(ascii: "x")
        if isHexadecimal { index += 1 }
        let digits = index
        var code: UInt32 = 0
        while true {
            let byte = try byte(index, from: start, expected: "\";\" behind a reference")
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80, digit < (isHexadecimal ? 16 : 10) else { break }
            // Larger numbers are no characters; more digits must not overflow.
            code = min(code * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
            index += 1
        }
        let expected = isHexadecimal ? "a hexadecimal digit" : "a digit"
        guard index > digits else { throw unexpected(at: index, expected: expected) }
        try expect(";", at: &index, from: start, expected: "\(expected) or \";\"")
        switch code {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF:
            if let scalar = Unicode.Scalar(code) { return scalar }
        default: break
        }
        throw XMLFault(.invalidReference(text.span.string(first..<min(index, first + Self.shownReferenceBytes))), at: first)
    }

    /// The length at which a reference is cut in messages.
    private static var shownReferenceBytes: Int { 32 }

    /// Reads a piece of a CDATA section.
    ///
    /// - SeeAlso: [XML 1.0, 2.7 CDATA Sections](https://www.w3.org/TR/xml/#sec-cdata-sect)
    mutating func readCharacterData(into sink: inout some XMLSink) throws(XMLFault) {
        let text = text
        let bytes = text.span
        let bracket = UInt8(ascii: "]")
        var end = firstIndex(of: bracket, bracket, bracket, bracket, from: offset, in: bytes)
        if end == offset {
            if bytes.holds("]]>", at: end) {
                construct = nil
                offset += 3
                return
            }
            if bytes.endsInside("]]>", at: end) {
                throw XMLFault(.endOfInput(expected: "the end of a CDATA section, \"]]>\","), at: bytes.count)
            }
            end += 1
        }
        sink.text(bytes.extracting(offset..<end))
        offset = end
    }

    /// Skips a piece of a comment.
    ///
    /// - SeeAlso: [XML 1.0, 2.5 Comments](https://www.w3.org/TR/xml/#sec-comments)
    mutating func readComment() throws(XMLFault) {
        let text = text
        let bytes = text.span
        let hyphen = UInt8(ascii: "-")
        let end = firstIndex(of: hyphen, hyphen, hyphen, hyphen, from: offset, in: bytes)
        guard end == offset else {
            offset = end
            return
        }
        if bytes.endsInside("-->", at: end) { throw XMLFault(.endOfInput(expected: "the end of a comment, \"-->\","), at: bytes.count) }
        if bytes.holds("-->", at: end) {
            construct = nil
            offset += 3
        } else if bytes.holds("--", at: end) {
            throw XMLFault(.unexpected(found: "\"--\" in a comment", expected: "\"-->\""), at: end)
        } else {
            offset += 1
        }
    }

    /// Reads the target of a processing instruction.
    ///
    /// - SeeAlso: [XML 1.0, 2.6 Processing Instructions](https://www.w3.org/TR/xml/#sec-pi)
    mutating func beginInstruction() throws(XMLFault) {
        var index = offset + 2
        let range = try name(at: &index, from: offset, expected: "the name of a processing instruction")
        let target = text.span.string(range)
        if target.lowercased() == "xml" {
            throw XMLFault(.unexpected(found: "<?\(target)", expected: "an XML declaration at the start of the document alone"), at: offset)
        }
        if target.contains(":") {
            throw XMLFault(
                .unexpected(found: "\":\"", expected: "a processing instruction without a colon in its name"), at: range.lowerBound)
        }
        let next = try byte(index, from: offset, expected: "\"?>\"")
        if !next.isXMLSpace {
            var end = index
            try expect("?>", at: &end, from: offset, expected: "white space or \"?>\" behind the name of a processing instruction")
        }
        construct = .instruction
        offset = index
    }

    /// Skips a piece of a processing instruction.
    mutating func readInstruction() throws(XMLFault) {
        let text = text
        let bytes = text.span
        let mark = UInt8(ascii: "?")
        let end = firstIndex(of: mark, mark, mark, mark, from: offset, in: bytes)
        guard end == offset else {
            offset = end
            return
        }
        if bytes.endsInside("?>", at: end) {
            throw XMLFault(.endOfInput(expected: "the end of a processing instruction, \"?>\","), at: bytes.count)
        }
        if bytes.holds("?>", at: end) { construct = nil }
        offset += construct == nil ? 2 : 1
    }
}
