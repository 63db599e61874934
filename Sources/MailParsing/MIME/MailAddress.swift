internal import HTMLParsing

/// An address in a header.
package struct MailAddress: Sendable, Equatable {
    /// The decoded display name; empty without one.
    package let name: String
    /// The address, such as `ann@example.org`; empty where the header has a name alone.
    package let address: String
    /// The name of the group that it stands in; nil outside of groups.
    package let group: String?

    /// The address in one line: `Name <address>`, or what there is of both. A name alone that could be read as an address has quotes.
    package var text: String {
        if address.isEmpty { return name.contains("@") ? "\"\(name)\"" : name }
        return name.isEmpty || name == address ? address : "\(name) <\(address)>"
    }

    /// Reads the addresses of a header.
    ///
    /// Comments are left out, but for one that is a name: `ann@example.org (Ann)`. Groups give their members. `Lund, Ann <ann@example.org>` is
    /// one address, whose name lacks its quotes.
    ///
    /// - Parameter bytes: The value of the header on one line.
    /// - SeeAlso: RFC 5322, sections 3.4 and 4.4
    package static func list(_ bytes: [UInt8]) -> [MailAddress] {
        var reader = AddressReader(bytes)
        return reader.read()
    }
}

/// What stands in front of the angle brackets of an address, or is the address itself.
private struct AddressPhrase {
    private(set) var bytes: [UInt8] = []
    /// Whether parts of it are quoted, so that they are no address.
    var hasQuotes = false
    private(set) var isBlank = true
    private var hasAt = false

    /// Whether it can be the name of a group.
    var isName: Bool { !isBlank && (hasQuotes || !hasAt) }

    mutating func add(_ more: ArraySlice<UInt8>) {
        bytes += more
        for byte in more {
            if !byte.isFoldedSpace { isBlank = false }
            if byte == UInt8(ascii: "@") { hasAt = true }
        }
    }
}

/// Reads a list of addresses.
private struct AddressReader {
    private let bytes: [UInt8]
    /// The end of the last encoded word.
    private let lastEnd: Int
    private var index = 0
    private var found: [MailAddress] = []
    private var group: String?
    private var commentEnds = HeaderComments()
    /// The place of the last quotation mark; -1 without one.
    private let lastQuote: Int
    /// Whether a quotation mark has no partner, so that all further ones are text.
    private var isBehindQuotes = false

    // The address that is being read.
    /// What stands in front of the angle brackets, or is the address itself.
    private var phrase = AddressPhrase()
    private var angle: [UInt8]?
    private var comments: [[UInt8]] = []
    /// A name in front of a comma that may belong to the next address.
    private var waiting: [UInt8] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lastEnd = EncodedText.lastEnd(in: bytes)
        lastQuote = bytes.lastIndex(of: UInt8(ascii: "\"")) ?? -1
    }

    mutating func read() -> [MailAddress] {
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: ","):
                index += 1
                end(atComma: true)
            case UInt8(ascii: ";"):
                index += 1
                end()
                group = nil
            case UInt8(ascii: ":") where group == nil && angle == nil && phrase.isName:
                index += 1
                // The address in front of a group may lack its comma; a name does not.
                group = EncodedText.decoded(phrase.bytes).onOneLine
                phrase = AddressPhrase()
            case UInt8(ascii: "<"): readAngle()
            case UInt8(ascii: ">") where angle != nil: index += 1
            case UInt8(ascii: "("):
                if let end = commentEnds.end(in: bytes, at: index) {
                    comments.append(Self.unescaped(bytes[(index + 1)..<(end - 1)]))
                    index = end
                } else {
                    take(1)
                }
            case UInt8(ascii: "\""): readQuoted()
            case UInt8(ascii: "="):
                if let word = EncodedText.word(in: bytes, at: index, before: lastEnd) { take(word.end - index) } else { take(1) }
            default: take(1)
            }
        }
        end()
        return found
    }

    private mutating func take(_ count: Int) {
        phrase.add(bytes[index..<(index + count)])
        index += count
    }

    private mutating func readQuoted() {
        guard !isBehindQuotes else { return take(1) }
        let start = index
        index += 1
        var text: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
            text.append(bytes[index])
            index += 1
        }
        guard index < bytes.count else {
            // Without its partner, a quotation mark would take the rest of the header.
            isBehindQuotes = true
            index = start
            return phrase.isBlank ? index += 1 : take(1)
        }
        index += 1
        // A quoted local part keeps its quotes.
        if index < bytes.count, bytes[index] == UInt8(ascii: "@") {
            phrase.add(bytes[start..<index])
            return
        }
        phrase.hasQuotes = true
        phrase.add(text[...])
    }

    private mutating func readAngle() {
        index += 1
        var text: [UInt8] = []
        var isQuoted = false
        while index < bytes.count, isQuoted || bytes[index] != UInt8(ascii: ">") {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\""), isQuoted || index < lastQuote { isQuoted.toggle() }
            if !isQuoted, byte == UInt8(ascii: "("), let end = commentEnds.end(in: bytes, at: index) {
                index = end
                continue
            }
            if !isQuoted, byte == UInt8(ascii: "<") {
                // `<Name <address>`: the inner one is the address.
                phrase.add(text[...])
                text = []
            } else {
                text.append(byte)
            }
            index += 1
        }
        index = min(index + 1, bytes.count)
        text = text.contains(UInt8(ascii: "\"")) ? Self.trimmed(text) : text.filter { !$0.isFoldedSpace }
        // An obsolete route stands in front of the address.
        if text.first == UInt8(ascii: "@"), let colon = text.firstIndex(of: UInt8(ascii: ":")) { text.removeSubrange(...colon) }
        if angle != nil { end() }
        angle = text
    }

    /// Ends an address.
    private mutating func end(atComma: Bool = false) {
        defer {
            phrase = AddressPhrase()
            angle = nil
            comments = []
        }
        let hasQuotes = phrase.hasQuotes
        let phrase = Self.trimmed(phrase.bytes)
        if let angle {
            let name = waiting.isEmpty ? phrase : Self.trimmed(waiting + phrase)
            waiting = []
            add(name, angle)
            return
        }
        let isAddress = !hasQuotes && phrase.contains(UInt8(ascii: "@"))
        if atComma, !isAddress, !hasQuotes, group == nil, waiting.isEmpty, !phrase.isEmpty {
            waiting = phrase + Array(", ".utf8)
            return
        }
        if !waiting.isEmpty {
            let name = Self.trimmed(waiting.dropLast(2))
            waiting = []
            found.append(MailAddress(name: EncodedText.decoded(name).onOneLine, address: "", group: group))
        }
        guard !phrase.isEmpty else { return }
        isAddress ? addBare(phrase) : add(phrase, [])
    }

    /// Adds an address without angle brackets. Names may stand beside it by mistake.
    private mutating func addBare(_ phrase: [UInt8]) {
        if phrase.first == UInt8(ascii: "\"") { return add([], phrase) }
        let words = Self.joinedParts(phrase.split(whereSeparator: \.isFoldedSpace).map(Array.init))
        let at = UInt8(ascii: "@")
        guard words.count > 1, let place = words.firstIndex(where: { $0.contains(at) }) else { return add([], Array(words.joined())) }
        add(Array((words[..<place] + words[(place + 1)...]).joined(separator: [0x20])), words[place])
    }

    /// Joins the parts of addresses that RFC 822 allowed to stand apart: `ann . lund @ example . org`.
    private static func joinedParts(_ words: [[UInt8]]) -> [[UInt8]] {
        let marks = [UInt8(ascii: "."), UInt8(ascii: "@")]
        var joined: [[UInt8]] = []
        var takesNext = false
        for word in words {
            let isMark = word.first.map(marks.contains) == true
            if let last = joined.indices.last, takesNext || isMark { joined[last] += word } else { joined.append(word) }
            takesNext = word.last == UInt8(ascii: "@") || isMark && word.count == 1
        }
        return joined
    }

    private mutating func add(_ name: [UInt8], _ address: [UInt8]) {
        var name = EncodedText.decoded(name).onOneLine
        let address = MailCharset.guessed(address).onOneLine
        if name.isEmpty, let comment = comments.last(where: { !$0.isEmpty }) { name = EncodedText.decoded(comment).onOneLine }
        guard !name.isEmpty || !address.isEmpty else { return }
        found.append(MailAddress(name: name, address: address, group: group))
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isEscaped = false
        for byte in text {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else {
                result.append(byte)
                isEscaped = false
            }
        }
        return result
    }

    private static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
        Array(bytes.drop { $0.isFoldedSpace }.reversed().drop { $0.isFoldedSpace }.reversed())
    }
}
