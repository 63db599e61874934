internal import HTMLParsing

/// Decodes text of headers with encoded words.
///
/// - SeeAlso: RFC 2047, sections 2, 4 and 6.2
struct EncodedText {
    /// An encoded word in a header.
    struct Word {
        /// The name of the charset, without the language of RFC 2231.
        let charset: String
        let bytes: [UInt8]
        /// The offset behind the word.
        let end: Int
    }

    /// The longest name of a charset with a language, in bytes.
    private static let maxCharsetBytes = 80

    /// The words that are decoded together: a character may begin in one and end in the next.
    private var pending: (charset: String, bytes: [UInt8])?
    private var output = ""

    private init() {}

    /// Decodes an unfolded text.
    ///
    /// White space between two encoded words is dropped. Bytes that are not ASCII are UTF-8 (RFC 6532), or windows-1252 where they are not
    /// well-formed.
    static func decoded(_ bytes: [UInt8]) -> String {
        let limit = lastEnd(in: bytes)
        var text = EncodedText()
        var plain = 0
        var next = firstMark(in: bytes, from: 0)
        while let index = next, index < limit {
            if let word = word(in: bytes, at: index, before: limit) {
                text.addPlain(bytes[plain..<index], isBetweenWords: true)
                text.add(word)
                plain = word.end
                next = firstMark(in: bytes, from: word.end)
            } else {
                next = firstMark(in: bytes, from: index + 2)
            }
        }
        text.addPlain(bytes[plain...], isBetweenWords: false)
        text.flush()
        return text.output
    }

    private mutating func addPlain(_ bytes: ArraySlice<UInt8>, isBetweenWords: Bool) {
        if pending != nil, isBetweenWords, bytes.allSatisfy(\.isFoldedSpace) { return }
        guard !bytes.isEmpty else { return }
        flush()
        output += MailCharset.guessed(Array(bytes))
    }

    private mutating func add(_ word: Word) {
        if pending?.charset != word.charset { flush() }
        if pending == nil { pending = (word.charset, []) }
        pending?.bytes += word.bytes
    }

    private mutating func flush() {
        guard let words = pending else { return }
        pending = nil
        output += MailCharset.decode(words.bytes, named: words.charset).text
    }

    /// The offset of the next `=?`; nil if there is none.
    private static func firstMark(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "="), bytes[index + 1] == UInt8(ascii: "?") { return index }
            index += 1
        }
        return nil
    }

    /// The offset behind the last `?=`; 0 if there is none. No word ends behind it, so that no search for an end is in vain.
    static func lastEnd(in bytes: [UInt8]) -> Int {
        var index = bytes.count
        while index > 1 {
            if bytes[index - 1] == UInt8(ascii: "="), bytes[index - 2] == UInt8(ascii: "?") { return index }
            index -= 1
        }
        return 0
    }

    /// The offset of the next `?=`; nil if there is none.
    private static func endOfText(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "?"), bytes[index + 1] == UInt8(ascii: "=") { return index }
            index += 1
        }
        return nil
    }

    /// Reads the encoded word that begins at an offset; nil if none does. Its text may have spaces, which the standard forbids.
    ///
    /// - Parameter limit: The result of ``lastEnd(in:)``.
    static func word(in bytes: [UInt8], at start: Int, before limit: Int) -> Word? {
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "="), bytes[start + 1] == UInt8(ascii: "?") else { return nil }
        var index = start + 2
        while index < bytes.count, bytes[index] != UInt8(ascii: "?") {
            guard bytes[index] > 0x20, bytes[index] < 0x7F, index - start < maxCharsetBytes else { return nil }
            index += 1
        }
        guard index > start + 2, index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "?") else { return nil }
        let name = bytes[(start + 2)..<index].prefix { $0 != UInt8(ascii: "*") }
        let isBase64 = bytes[index + 1] | 0x20 == UInt8(ascii: "b")
        guard isBase64 || bytes[index + 1] | 0x20 == UInt8(ascii: "q") else { return nil }
        guard index + 5 <= limit, let end = endOfText(in: bytes, from: index + 3) else { return nil }
        let text = bytes[(index + 3)..<end]
        let charset = String(decoding: name, as: UTF8.self).lowercased()
        return Word(charset: charset, bytes: isBase64 ? base64(text) : quotedPrintable(text), end: end + 2)
    }

    private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var decoder = TransferDecoder(.base64)
        var bytes: [UInt8] = []
        decoder.decode(text.span, into: &bytes)
        decoder.finish(into: &bytes)
        return bytes
    }

    private static func quotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: "_") {
                bytes.append(0x20)
            } else if byte == UInt8(ascii: "="), index + 1 < text.endIndex, let high = text[index].hexDigit,
                let low = text[index + 1].hexDigit
            {
                bytes.append(high << 4 | low)
                index += 2
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; nil for another byte.
    var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
