internal import HTMLParsing

extension MIMEPart {
    /// The content as text, with line feeds; flowed lines are joined.
    func decodedText(_ problems: inout MIMEProblems) -> String {
        guard let bytes = content?.kept else { return "" }
        let decoded = decoded(bytes)
        if !decoded.isKnown, let charset {
            problems.add("the charset \(charset.prefix(40).debugDescription) is unknown; the text is read as UTF-8 or windows-1252")
        }
        // A text that is cut may end inside of a character.
        if !decoded.isWellFormed, content?.isCut == false {
            problems.add("the text has bytes that its charset does not have; they are read as U+FFFD")
        }
        let text = Self.withLineFeeds(decoded.text)
        return isFlowed ? FlowedText.joined(text, dropsSpace: dropsSpace) : text
    }

    private func decoded(_ bytes: [UInt8]) -> MailCharset.Decoded {
        // A page without a charset in the header may declare it itself.
        if type == "text/html", charset == nil || charset.map(MailCharset.isASCII) == true, let encoding = HTMLEncoding.sniff(bytes.span),
            String(validating: bytes, as: UTF8.self) == nil, encoding.isDecodable
        {
            return MailCharset.decode(bytes, as: encoding)
        }
        return MailCharset.decode(bytes, named: charset)
    }

    private static func withLineFeeds(_ text: String) -> String {
        let span = text.utf8.span
        let carriageReturn = UInt8(ascii: "\r")
        let first = firstIndex(of: carriageReturn, carriageReturn, carriageReturn, carriageReturn, from: 0, in: span)
        if first == span.count { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(span.count)
        bytes.append(span: span.extracting(0..<first))
        for index in first..<span.count
        where span[index] != carriageReturn || index + 1 == span.count || span[index + 1] != UInt8(ascii: "\n") {
            bytes.append(span[index])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
