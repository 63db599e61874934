/// Reads markup outside of the root element, and markup that begins with `<!`.
extension XMLReader {
    /// Reads the XML declaration if the document begins with one.
    ///
    /// - SeeAlso: [XML 1.0, 2.8 Prolog and Document Type Declaration](https://www.w3.org/TR/xml/#sec-prolog-dtd)
    mutating func readDeclaration(isLast: Bool) throws(XMLFault) {
        let text = text
        let bytes = text.span
        if !isLast, bytes.endsInside("<?xml ", at: 0) { throw XMLFault(.endOfInput(expected: "the root element"), at: bytes.count) }
        stage = .prolog
        guard bytes.holds("<?xml", at: 0), bytes.count > 5, bytes[5].isXMLSpace else { return }
        do {
            offset = try endOfDeclaration()
        } catch {
            stage = .start
            throw error
        }
    }

    private func endOfDeclaration() throws(XMLFault) -> Int {
        var index = 5
        guard let version = try declared("version", at: &index) else {
            throw unexpected(at: index, expected: "version=\"1.0\" in the XML declaration")
        }
        let number = text.span.string(version)
        guard number.hasPrefix("1."), number.utf8.count > 2, number.utf8.dropFirst(2).allSatisfy({ $0 &- 0x30 < 10 }) else {
            throw XMLFault(.unexpected(found: "version \"\(number)\"", expected: "version 1.0 of XML"), at: version.lowerBound)
        }
        if let encoding = try declared("encoding", at: &index) {
            let label = text.span.string(encoding)
            let isName = label.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || "._-".utf8.contains($0) }
            guard isName, let first = label.utf8.first, (first | 0x20) &- 0x61 < 26 else {
                throw XMLFault(.unexpected(found: "\"\(label)\"", expected: "the name of an encoding"), at: encoding.lowerBound)
            }
            if let fault = fault(ofDeclaredEncoding: label) { throw XMLFault(fault, at: encoding.lowerBound) }
        }
        if let standalone = try declared("standalone", at: &index) {
            let word = text.span.string(standalone)
            guard word == "yes" || word == "no" else {
                throw XMLFault(.unexpected(found: "\"\(word)\"", expected: "yes or no behind standalone"), at: standalone.lowerBound)
            }
        }
        let expected = "\"?>\" at the end of the XML declaration"
        try skipSpace(at: &index, from: 0, expected: expected)
        try expect("?>", at: &index, from: 0, expected: expected)
        return index
    }

    /// Reads one part of the XML declaration with white space in front of it: the range of its value, or nil if it is not there.
    private func declared(_ name: StaticString, at index: inout Int) throws(XMLFault) -> Range<Int>? {
        var place = index
        guard try skipSpace(at: &place, from: 0, expected: "\"?>\"") else { return nil }
        let first = try byte(place, from: 0, expected: "\"?>\"")
        guard first == name.withUTF8Buffer({ unsafe $0[0] }) else { return nil }
        try expect(name, at: &place, from: 0, expected: "the word \(name)")
        let quote = try openingQuote(at: &place, from: 0)
        let start = place
        while try byte(place, from: 0, expected: "a quotation mark") != quote {
            if text[place] == UInt8(ascii: "<") { throw unexpected(at: place, expected: "a quotation mark") }
            place += 1
        }
        index = place + 1
        return start..<place
    }

    /// Reads the equals sign and the quotation mark in front of a value.
    func openingQuote(at index: inout Int, from start: Int) throws(XMLFault) -> UInt8 {
        try skipSpace(at: &index, from: start, expected: "\"=\"")
        try expect("=", at: &index, from: start, expected: "\"=\" behind the name of an attribute")
        let expected = "a value in quotation marks"
        try skipSpace(at: &index, from: start, expected: expected)
        let quote = try byte(index, from: start, expected: expected)
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw unexpected(at: index, expected: expected) }
        index += 1
        return quote
    }

    /// Skips white space outside of the root element.
    mutating func readOuterSpace() throws(XMLFault) {
        let text = text
        let bytes = text.span
        var index = offset
        while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
        guard index > offset else {
            let expected = stage == .prolog ? "the root element" : "the end of the document behind the root element"
            throw unexpected(at: index, expected: expected)
        }
        offset = index
    }

    /// Reads what begins with `<!`.
    mutating func beginMarkup() throws(XMLFault) {
        var index = offset + 2
        let expected =
            switch stage {
            case .content: "\"<!--\" or \"<![CDATA[\""
            case .start, .prolog: "\"<!--\" or \"<!DOCTYPE\""
            case .epilog: "\"<!--\""
            }
        switch try byte(index, from: offset, expected: expected) {
        case UInt8(ascii: "-"):
            try expect("--", at: &index, from: offset, expected: expected)
            construct = .comment
        case UInt8(ascii: "[") where stage == .content:
            try expect("[CDATA[", at: &index, from: offset, expected: expected)
            construct = .characterData
        case UInt8(ascii: "D") where !hasDocumentType && (stage == .prolog || mending.contains(.documentType)):
            do throws(XMLFault) {
                let fault = stage == .prolog ? nil : unexpected(at: index, expected: expected)
                try expect("DOCTYPE", at: &index, from: offset, expected: expected)
                if let fault { throw fault }
                try readDocumentType(at: &index)
            } catch {
                index = try endOfMendedDocumentType(error)
                note(error)
            }
            hasDocumentType = true
        default: throw unexpected(at: index, expected: expected)
        }
        offset = index
    }

    /// Reads a document type behind its first word, and refuses one that is more than a name.
    private func readDocumentType(at index: inout Int) throws(XMLFault) {
        let expected = "the name of the root element"
        guard try skipSpace(at: &index, from: offset, expected: expected) else {
            throw unexpected(at: index, expected: "white space behind <!DOCTYPE")
        }
        _ = try name(at: &index, from: offset, expected: expected)
        try skipSpace(at: &index, from: offset, expected: "\">\"")
        switch text[index] {
        case UInt8(ascii: "["): throw XMLFault(.documentTypeDeclarations, at: offset)
        case UInt8(ascii: "S"), UInt8(ascii: "P"): throw XMLFault(.externalDocumentType, at: offset)
        default: try expect(">", at: &index, from: offset, expected: "\">\" behind the name in a document type")
        }
    }
}
