internal import HTMLParsing

/// A text that is encoded inside of another: Base64, or the encoded words of a header. Its personal data is replaced inside of it.
struct EmbeddedText {
    private enum Form { case base64, base64URL, words }
    private enum Charset { case utf8, latin1 }

    /// The shortest Base64 that is decoded: it holds 12 bytes.
    private static let minBase64Bytes = 16
    /// The shortest line of Base64 behind which another one may follow.
    private static let minLineBytes = 56
    /// The longest text of an encoded word. RFC 2047 allows 75 bytes, but senders go beyond that.
    private static let maxWordBytes = 1000

    /// The place in the text around it.
    let range: Range<Int>
    /// What is encoded, in UTF-8.
    let text: Bytes
    /// The place of the end of the first line, if there are several.
    private(set) var lineEnd: Range<Int>?
    private let form: Form
    private var charset = Charset.utf8

    private init(range: Range<Int>, text: Bytes, form: Form) {
        (self.range, self.text, self.form) = (range, text, form)
    }

    /// All texts that are encoded in a text, in order.
    static func all(in text: Bytes) -> [EmbeddedText] {
        var found: [EmbeddedText] = []
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "="), text.at(place + 1) == UInt8(ascii: "?"), let words = words(text, place) {
                found.append(words)
                place = words.range.upperBound
            } else if text[place] == UInt8(ascii: "\\"), "nrt".utf8.contains(text.at(place + 1)) {
                // The letter belongs to an escape.
                place += 2
            } else if digits[Int(text[place])] < 64 {
                let start = place
                while place < text.count, digits[Int(text[place])] < 64 { place += 1 }
                if place - start >= minBase64Bytes, let next = base64(text, start..<place, into: &found) { place = next }
            } else {
                place += 1
            }
        }
        return found
    }

    /// A text with its encoded words decoded.
    static func decodingWords(in text: Bytes) -> Bytes {
        var result: Bytes = []
        var place = 0
        for words in all(in: text) where words.form == .words {
            result += text[place..<words.range.lowerBound] + words.text
            place = words.range.upperBound
        }
        return result + text[place...]
    }

    /// Encodes a text as this one is. A header needs no encoded words for ASCII.
    ///
    /// - Parameter lineEnd: What stands at the end of a line.
    func encoded(_ text: Bytes, lineEnd: Bytes = [0x0A]) -> Bytes {
        switch form {
        case .words:
            text.allSatisfy { $0 < 0x80 } ? text : Bytes("=?UTF-8?B?".utf8) + Self.base64(text, isForURLs: false) + Bytes("?=".utf8)
        case .base64, .base64URL:
            wrapped(Self.base64(charset == .latin1 ? Latin1.encoded(text) : text, isForURLs: form == .base64URL), lineEnd)
        }
    }

    // MARK: - Base64

    private static let alphabet = Bytes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// The value of each digit, also of those in URLs; 64 for other bytes.
    private static let digits: [UInt8] = {
        var digits = [UInt8](repeating: 64, count: 256)
        for (value, digit) in alphabet.enumerated() { digits[Int(digit)] = UInt8(value) }
        digits[Int(UInt8(ascii: "-"))] = 62
        digits[Int(UInt8(ascii: "_"))] = 63
        return digits
    }()

    /// Reads the Base64 in a run of digits, and in the lines that follow it.
    ///
    /// - Returns: The end of what was read; nil if the run is not Base64 of a text.
    private static func base64(_ text: Bytes, _ run: Range<Int>, into found: inout [EmbeddedText]) -> Int? {
        // Most runs of digits are words, whose first bytes are none of a text.
        if isText(bytes(ofBase64: text[run].prefix(12))) {
            var digits = Bytes(text[run])
            /// The ends of the lines, in the text and in the digits. The last line may be one of the text behind the Base64.
            var ends = [(text: run.upperBound, digits: digits.count)]
            var lineEnd: Range<Int>?
            while run.count >= minLineBytes, let start = lineStart(text, behind: ends[ends.count - 1].text) {
                let line = text[start...].prefix(run.count + 1).prefix { self.digits[Int($0)] < 64 }
                guard !line.isEmpty, line.count <= run.count else { break }
                digits += line
                if lineEnd == nil { lineEnd = run.upperBound..<start }
                ends.append((line.endIndex, digits.count))
                if line.count < run.count { break }
            }
            let choices = [Charset.utf8, .latin1].flatMap { charset in ends.suffix(2).reversed().map { ($0, charset) } }
            for (last, charset) in choices {
                guard let decoded = decoded(digits[..<last.digits], charset) else { continue }
                var end = last.text
                while text.at(end) == UInt8(ascii: "="), end < text.count { end += 1 }
                let form: Form = digits.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") } ? .base64URL : .base64
                var embedded = EmbeddedText(range: run.lowerBound..<end, text: decoded, form: form)
                embedded.charset = charset
                if last.text > run.upperBound { embedded.lineEnd = lineEnd }
                found.append(embedded)
                return end
            }
            if ends.count > 1 { return ends[ends.count - 1].text }
        }
        // The last part of a path.
        guard let slash = text[run].lastIndex(of: UInt8(ascii: "/")), run.upperBound - slash > minBase64Bytes else { return nil }
        return base64(text, slash + 1..<run.upperBound, into: &found)
    }

    /// The start of the line behind an offset, if one ends there. The end may be an escape of JSON.
    private static func lineStart(_ text: Bytes, behind end: Int) -> Int? {
        let place = text.at(end) == 0x20 ? end + 1 : end
        if place < text.count, text[place] == 0x0A { return place + 1 }
        return text.at(place) == UInt8(ascii: "\\") && text.at(place + 1) == UInt8(ascii: "n") ? place + 2 : nil
    }

    /// The text that digits stand for, in UTF-8; nil if they are none of a text.
    private static func decoded(_ digits: ArraySlice<UInt8>, _ charset: Charset) -> Bytes? {
        guard digits.count % 4 != 1 else { return nil }
        let decoded = bytes(ofBase64: digits)
        guard isText(decoded) else { return nil }
        switch charset {
        case .utf8: return String(validating: decoded, as: UTF8.self) == nil ? nil : decoded
        case .latin1: return Latin1.isText(decoded) ? Latin1.decoded(decoded) : nil
        }
    }

    /// Whether bytes have no control characters but those that texts have: NUL, tab, ends of lines and form feed.
    private static func isText(_ bytes: Bytes) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x00, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    }

    private static func base64(_ text: Bytes, isForURLs: Bool) -> Bytes {
        var output: Bytes = []
        for start in stride(from: 0, to: text.count, by: 3) {
            let count = min(3, text.count - start)
            var bits: UInt32 = 0
            for place in 0..<3 { bits = bits << 8 | (place < count ? UInt32(text[start + place]) : 0) }
            for place in 0..<4 {
                if place <= count {
                    output.append(alphabet[Int(bits >> (18 - 6 * UInt32(place))) & 63])
                } else if !isForURLs {
                    output.append(UInt8(ascii: "="))
                }
            }
        }
        guard isForURLs else { return output }
        return output.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
    }

    /// Breaks a text into lines as long as the first one.
    private func wrapped(_ text: Bytes, _ lineEnd: Bytes) -> Bytes {
        guard let length = self.lineEnd.map({ $0.lowerBound - range.lowerBound }) else { return text }
        return Bytes(stride(from: 0, to: text.count, by: length).map { text[$0..<min(text.count, $0 + length)] }.joined(separator: lineEnd))
    }

    // MARK: - Encoded words

    /// Reads the encoded words from an offset on: a character may begin in one and end in the next.
    ///
    /// - SeeAlso: RFC 2047, sections 2, 4 and 6.2
    private static func words(_ text: Bytes, _ start: Int) -> EmbeddedText? {
        guard var last = word(text, start) else { return nil }
        var bytes = last.bytes
        while true {
            var next = last.end
            while next < text.count, next - last.end < 4, text[next] == 0x20 || text[next] == 0x0A { next += 1 }
            guard let word = word(text, next), word.charset == last.charset else { break }
            bytes += word.bytes
            last = word
        }
        guard let encoding = HTMLEncoding(label: last.charset), let decoded = encoding.decode(bytes.span) else { return nil }
        return EmbeddedText(range: start..<last.end, text: decoded, form: .words)
    }

    private static func word(_ text: Bytes, _ start: Int) -> (charset: String, bytes: Bytes, end: Int)? {
        guard text.at(start) == UInt8(ascii: "="), text.at(start + 1) == UInt8(ascii: "?") else { return nil }
        var place = start + 2
        while place < text.count, place - start < 40, text[place].isAlphanumeric || "-_*".utf8.contains(text[place]) { place += 1 }
        let charset = text.lowercased(start + 2..<place).prefix { $0 != "*" }
        guard text.at(place) == UInt8(ascii: "?"), text.at(place + 2) == UInt8(ascii: "?"), !charset.isEmpty else { return nil }
        let isBase64 = text[place + 1] | 0x20 == UInt8(ascii: "b")
        guard isBase64 || text[place + 1] | 0x20 == UInt8(ascii: "q") else { return nil }
        let first = place + 3
        place = first
        while place < text.count, place - first < maxWordBytes, text[place] != UInt8(ascii: "?") { place += 1 }
        guard text.at(place) == UInt8(ascii: "?"), text.at(place + 1) == UInt8(ascii: "=") else { return nil }
        let content = text[first..<place]
        return (String(charset), isBase64 ? bytes(ofBase64: content) : bytes(ofQuoted: content), place + 2)
    }

    private static func bytes(ofBase64 content: ArraySlice<UInt8>) -> Bytes {
        var output: Bytes = []
        var word: UInt32 = 0
        var bits: UInt32 = 0
        for digit in content where digits[Int(digit)] < 64 {
            word = word << 6 | UInt32(digits[Int(digit)])
            bits += 6
            if bits >= 8 {
                bits -= 8
                output.append(UInt8(truncatingIfNeeded: word >> bits))
            }
        }
        return output
    }

    private static func bytes(ofQuoted content: ArraySlice<UInt8>) -> Bytes {
        var output: Bytes = []
        var place = content.startIndex
        while place < content.endIndex {
            if content[place] == UInt8(ascii: "="), place + 2 < content.endIndex, content[place + 1].isHexDigit,
                content[place + 2].isHexDigit
            {
                output.append(UInt8(truncatingIfNeeded: content[place + 1].hexValue * 16 + content[place + 2].hexValue))
                place += 3
            } else {
                output.append(content[place] == UInt8(ascii: "_") ? 0x20 : content[place])
                place += 1
            }
        }
        return output
    }
}
