internal import HTMLParsing

/// Bare addresses.
///
/// - SeeAlso: [GFM 6.9, Autolinks (extension)](https://github.github.com/gfm/#autolinks-extension-)
extension InlineParser {
    /// Reads an address that begins with `www.`.
    mutating func webAddress(_ text: Span<UInt8>) {
        let next = position + 1
        guard next < text.count, text[next] | 0x20 == UInt8(ascii: "w"), text.hasWord("www.", at: position), brackets.isEmpty,
            position >= domainlessEnd, canBegin(text)
        else {
            position += 1
            return
        }
        addAddress(text, from: position, domain: position, .web)
    }

    /// Reads an address that begins with `http://`, `https://` or `ftp://`, at its colon.
    mutating func schemeAddress(_ text: Span<UInt8>) {
        guard brackets.isEmpty, text.hasWord("://", at: position), position >= domainlessEnd else {
            position += 1
            return
        }
        var start = position
        while start > textStart, text[start - 1].isASCIILetter, position - start <= 5 { start -= 1 }
        let length = position - start
        let isKnown =
            length == 4 && text.hasWord("http", at: start) || length == 5 && text.hasWord("https", at: start)
            || length == 3 && text.hasWord("ftp", at: start)
        guard isKnown else {
            position += 1
            return
        }
        addAddress(text, from: start, domain: position + 3, .complete)
    }

    /// Whether an address may begin at the current position: at the start, after white space, or after `*`, `_`, `~` or `(`.
    private func canBegin(_ text: Span<UInt8>) -> Bool {
        guard position > 0 else { return true }
        let before = text[position - 1]
        return before.isBlankOrNewline || "*_~(".utf8.contains(before)
    }

    private mutating func addAddress(_ text: Span<UInt8>, from start: Int, domain: Int, _ kind: AddressKind) {
        guard var end = domainEnd(text, from: domain) else {
            position += 1
            return
        }
        while end < text.count, !text[end].isBlankOrNewline, text[end] != UInt8(ascii: "<") { end += 1 }
        end = withoutTail(text, start..<end)
        guard end > domain else {
            position += 1
            return
        }
        position = start
        take(.address, start..<end, end: end, value: kind.rawValue)
    }

    /// The end of a domain: parts with periods between them, of which the last two have no underscore. Nil if there is none.
    private mutating func domainEnd(_ text: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        var periods = 0
        var (underscores, earlierUnderscores) = (0, 0)
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "_") {
                underscores += 1
            } else if byte == UInt8(ascii: ".") {
                (underscores, earlierUnderscores) = (0, underscores)
                periods += 1
            } else if !(byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte >= 0x80) {
                break
            }
            index += 1
        }
        guard periods > 0, underscores == 0, earlierUnderscores == 0 else {
            domainlessEnd = index
            return nil
        }
        return index
    }

    /// The end of an address without punctuation that belongs to the sentence, parentheses that the address does not open, and a
    /// character reference at the end.
    private func withoutTail(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
        var end = range.upperBound
        var (opened, closed) = (0, 0)
        for index in range {
            if text[index] == UInt8(ascii: "(") { opened += 1 }
            if text[index] == UInt8(ascii: ")") { closed += 1 }
        }
        while end > range.lowerBound {
            switch text[end - 1] {
            case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "*"),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "'"), UInt8(ascii: "\""):
                end -= 1
            case UInt8(ascii: ")") where closed > opened:
                closed -= 1
                end -= 1
            case UInt8(ascii: ";"):
                var name = end - 2
                while name > range.lowerBound, text[name].isASCIILetter { name -= 1 }
                end = name < end - 2 && text[name] == UInt8(ascii: "&") ? name : end - 1
            default: return end
            }
        }
        return end
    }

    /// Reads an address of mail at its `@`. What is before the `@` is text already.
    mutating func mailAddress(_ text: Span<UInt8>) {
        var start = position
        while start > textStart, text[start - 1].isASCIIAlphanumeric || "._-+".utf8.contains(text[start - 1]) { start -= 1 }
        var end = position + 1
        var periods = 0
        while end < text.count {
            if text[end] == UInt8(ascii: "."), end + 1 < text.count, text[end + 1].isASCIIAlphanumeric {
                periods += 1
            } else if !(text[end].isASCIIAlphanumeric || text[end] == UInt8(ascii: "-") || text[end] == UInt8(ascii: "_")) {
                break
            }
            end += 1
        }
        let isAddress = start < position && periods > 0 && (text[end - 1].isASCIIAlphanumeric)
        guard isAddress, end == text.count || text[end] != UInt8(ascii: "@") else {
            position += 1
            return
        }
        position = start
        take(.address, start..<end, end: end, value: AddressKind.bareMail.rawValue)
    }
}
