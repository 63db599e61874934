internal import HTMLParsing

extension PersonList {
    /// Adds names that a text shows as those of senders and receivers: in front of an address in brackets, and in the header lines that
    /// quoted and forwarded messages have.
    mutating func add(text: Bytes) {
        addNamesBeforeAddresses(text)
        addHeaderLines(text)
    }

    /// `On 3 May 2024, Ann Example <ann@example.com> wrote:`
    private mutating func addNamesBeforeAddresses(_ text: Bytes) {
        var place = 0
        while let sign = text[place...].firstIndex(of: UInt8(ascii: "@")) {
            place = sign + 1
            let limit = max(0, sign - 80)
            var open = sign
            while open > limit, !" <([\n>".utf8.contains(text[open - 1]) { open -= 1 }
            guard open > 1, "<([".utf8.contains(text[open - 1]) else { continue }
            if let name = name(in: text, endingAt: open - 1) { add(name: name) }
        }
    }

    /// The name that ends in front of an offset: words with capital letters, or what stands between quotation marks.
    private func name(in text: Bytes, endingAt bracket: Int) -> Bytes? {
        var end = bracket
        while end > 0, text[end - 1] == 0x20 { end -= 1 }
        guard end > 0, bracket - end < 3 else { return nil }
        let limit = max(0, end - 80)
        if text[end - 1] == UInt8(ascii: "\"") {
            var start = end - 1
            while start > limit, text[start - 1] != UInt8(ascii: "\""), text[start - 1] != 0x0A { start -= 1 }
            guard start > limit, text[start - 1] == UInt8(ascii: "\"") else { return nil }
            let quoted = Bytes(text[start..<end - 1])
            return Self.names(inHeader: quoted).count == 1 ? Self.names(inHeader: quoted)[0] : nil
        }
        var start = end
        var words = 0
        while start > limit, words < 6 {
            var wordStart = start
            while wordStart > limit, text[wordStart - 1].isWord { wordStart -= 1 }
            let word = text[wordStart..<start]
            guard !word.isEmpty, word.count <= NameFolding.maxBytes, !word.contains(where: \.isASCIIDigit) else { break }
            // In a script without spaces, a long word is a sentence.
            if word.count > 12, CaselessScripts.hasNoSpaces(lead: text[wordStart], next: text[wordStart + 1]) { break }
            let plain = String(decoding: word, as: UTF8.self).lowercased()
            let isInside = words > 0 && NameWords.particles.contains(plain)
            guard NameFolding.isCapitalized(word) && !NameWords.notNames.contains(plain) || isInside else { break }
            words += 1
            start = wordStart
            // What may stand between two words of a name.
            var gap = start
            while gap > limit, " .-'".utf8.contains(text[gap - 1]), start - gap < 3 { gap -= 1 }
            guard gap < start, gap > limit, text[gap - 1].isWord else { break }
            if text[gap] != 0x20, text[gap] != UInt8(ascii: "."), start - gap > 1 { break }
            start = gap
        }
        while start < end, !text[start].isWord { start += 1 }
        // One word could be any noun of German, or the first word of a sentence.
        return words > 1 && start < end ? Bytes(text[start..<end]) : nil
    }

    /// Labels of lines with names, in the languages of mail programs.
    private static let people: Set<String> = [
        "from", "to", "cc", "bcc", "sender", "reply-to", "von", "an", "kopie", "de", "à", "a", "para", "da", "per", "van", "aan", "fra",
        "til",
        "från", "till", "kopia", "od", "do", "dw", "от", "кому", "копия", "cci", "copie", "copia", "发件人", "收件人", "抄送", "差出人", "宛先",
    ]
    /// Labels of other lines in the header of a message.
    private static let others: Set<String> = [
        "sent", "date", "subject", "gesendet", "datum", "betreff", "objet", "envoyé", "enviado", "asunto", "fecha", "inviato", "oggetto",
        "verzonden", "onderwerp", "data", "assunto", "sendt", "emne", "skickat", "ämne", "wysłano", "temat", "отправлено", "тема", "дата",
        "发送时间",
        "主题", "送信日時", "件名",
    ]

    /// `From: Ann Example`, where a neighbour is a line such as `Subject: …`.
    private mutating func addHeaderLines(_ text: Bytes) {
        // Two lines at a time: a line with names counts once the one before or behind it is a header line as well.
        var waiting: Range<Int>?
        var wasHeader = false
        for line in text.split(separator: 0x0A) {
            guard let (label, value) = Self.label(of: line, in: text) else {
                wasHeader = false
                waiting = nil
                continue
            }
            let isOfPeople = Self.people.contains(label)
            guard isOfPeople || Self.others.contains(label) else {
                wasHeader = false
                waiting = nil
                continue
            }
            if let range = waiting { add(header: Bytes(text[range])) }
            waiting = nil
            if isOfPeople, !value.isEmpty {
                if wasHeader { add(header: Bytes(text[value])) } else { waiting = value }
            }
            wasHeader = true
        }
    }

    private static func label(of line: ArraySlice<UInt8>, in text: Bytes) -> (String, Range<Int>)? {
        var start = line.startIndex
        while start < line.endIndex, " >*_|".utf8.contains(line[start]) { start += 1 }
        guard let colon = line[start...].prefix(24).firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let label = String(decoding: line[start..<colon].filter { $0 != UInt8(ascii: "*") && $0 != 0x20 }, as: UTF8.self).lowercased()
        let end = min(line.endIndex, colon + 1 + 2000)
        return (label, colon + 1..<end)
    }
}
