internal import JSONParsing
internal import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The forms in which messages and responses of servers may quote a secret text: unchanged, and encoded for JSON, URLs, HTML and Base64.
///
/// Further escapes need no form of their own, because the search accepts them for each byte (``EscapeSequence``): JSON inside JSON, a URL
/// inside a URL, HTML.
struct SecretForms {
    /// The length in bytes up to which a text also has Base64 and ASCII JSON forms. A longer text is the content of a file, and not a
    /// token.
    private static let maxEncodedBytes = 16 << 10
    /// The least length of a Base64 form in bytes. A shorter one could be a part of ordinary text.
    private static let minBase64Bytes = 8

    /// The forms, in any order, and perhaps with repetitions.
    let texts: [String]

    init(_ text: String) {
        let trimmed = text.trimmingSpaces
        let json = String(JSONValue.string(trimmed).compactText.dropFirst().dropLast())
        let encoded = PercentEncoding.encoded(trimmed)
        var texts = [text, trimmed, text.printable, trimmed.printable, json, encoded, encoded.replacing("%20", with: "+")]
        let html = trimmed.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        texts += [html, html.replacing(">", with: "&gt;").replacing("'", with: "&#39;")]
        if trimmed.utf8.count <= Self.maxEncodedBytes { texts += [Self.asciiJSON(json)] + Self.base64(Array(trimmed.utf8)) }
        self.texts = texts
    }

    /// A JSON string with `\u` in place of all characters beyond ASCII.
    private static func asciiJSON(_ json: String) -> String {
        json.utf16.reduce(into: "") { text, unit in
            if let character = Unicode.Scalar(unit), character.isASCII {
                text.unicodeScalars.append(character)
            } else {
                let hex = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            }
        }
    }

    /// The Base64 of the bytes at each of the three alignments that they can have in a longer text, such as `user:password`. Characters
    /// that depend on the bytes around the text are left out.
    private static func base64(_ bytes: [UInt8]) -> [String] {
        (0..<3).flatMap { offset -> [String] in
            let characters = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
            let own = String(characters.prefix((offset + bytes.count) * 8 / 6).dropFirst(offset == 0 ? 0 : offset + 1))
            guard own.utf8.count >= minBase64Bytes else { return [] }
            return [own, own.replacing("+", with: "-").replacing("/", with: "_")]
        }
    }
}

/// Finds parts of secrets, which a jq program such as `$token[1:]` cuts out.
///
/// A part has eight bytes or more. Only texts that look like a single token are masked in parts: the parts of a path, a URL or a sentence
/// are ordinary words.
struct SecretParts: Sendable, Equatable {
    /// The least length of a part, in bytes.
    private static let minBytes = 8
    /// The length in bytes up to which parts of a text are masked. A longer text is the content of a file, and not a token.
    private static let maxTextBytes = 16 << 10

    /// All substrings of ``minBytes`` bytes, each as a number.
    private var windows: Set<UInt64> = []

    var isEmpty: Bool { windows.isEmpty }

    /// Adds the parts of a secret, in all forms in which messages may quote it.
    mutating func insert(_ text: String) {
        let text = text.trimmingSpaces
        guard Self.isToken(text) else { return }
        for form in SecretForms(text).texts {
            let bytes = Array(form.utf8)
            guard bytes.count > Self.minBytes else { continue }
            for start in 0...bytes.count - Self.minBytes { windows.insert(Self.window(in: bytes, at: start)) }
        }
    }

    mutating func formUnion(_ other: SecretParts) { windows.formUnion(other.windows) }

    mutating func subtract(_ other: SecretParts) { windows.subtract(other.windows) }

    /// The offset behind the part of a secret that begins at an offset; nil if none begins there.
    func end(at place: Int, in bytes: [UInt8]) -> Int? {
        var end = place
        while end + Self.minBytes <= bytes.count, windows.contains(Self.window(in: bytes, at: end)) { end += 1 }
        return end > place ? end + Self.minBytes - 1 : nil
    }

    /// Whether a text looks like one token.
    private static func isToken(_ text: String) -> Bool {
        guard (minBytes + 1...maxTextBytes).contains(text.utf8.count), !text.isWebAddress, text.shellVariable == nil,
            !text.utf8.contains(where: { $0 <= 0x20 || "\"'<>{}[]()".utf8.contains($0) })
        else { return false }
        // Paths and host names contain dots and slashes. A text with these is a token only if it also has digits or both cases.
        if let first = text.utf8.first, "/.~".utf8.contains(first) { return false }
        return !text.utf8.contains { "/.".utf8.contains($0) } || SecretValues.isLikelySecret(text)
    }

    /// Eight bytes as a number. The case of ASCII letters does not matter.
    private static func window(in bytes: [UInt8], at start: Int) -> UInt64 {
        bytes[start..<start + minBytes].reduce(0) { number, byte in
            number << 8 | UInt64((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
        }
    }
}

/// Recognizes escape sequences of URLs, JSON and HTML that stand for a byte, such as `%2F`, `\u002f` and `&quot;`.
enum EscapeSequence {
    /// The bytes with which escape sequences begin.
    static let firstBytes = Array("%\\&".utf8)
    /// The length of the longest escape sequence, such as `\u002f`, in bytes.
    static let maxBytes = 6

    private static let references: [(byte: UInt8, texts: [[UInt8]])] = [
        ("&", ["&amp;", "&#38;", "&#x26;"]), ("<", ["&lt;", "&#60;", "&#x3c;"]), (">", ["&gt;", "&#62;", "&#x3e;"]),
        ("\"", ["&quot;", "&#34;", "&#x22;"]), ("'", ["&apos;", "&#39;", "&#x27;"]),
    ].map { (UInt8(ascii: $0), $1.map { Array($0.utf8) }) }

    /// The end of an escape sequence that stands for a byte; nil if there is none.
    ///
    /// - Parameters:
    ///   - byte: The byte.
    ///   - place: The index of the first byte of the sequence.
    static func end(of byte: UInt8, at place: Int, in bytes: [UInt8]) -> Int? {
        switch bytes[place] {
        case UInt8(ascii: "%"): return number(in: bytes, from: place + 1, digits: 2) == Int(byte) ? place + 3 : nil
        case UInt8(ascii: "\\"):
            guard byte < 0x80, place + 1 < bytes.count else { return nil }
            if bytes[place + 1] == UInt8(ascii: "u") { return number(in: bytes, from: place + 2, digits: 4) == Int(byte) ? place + 6 : nil }
            let isPunctuation = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            return isPunctuation && bytes[place + 1] == byte ? place + 2 : nil
        case UInt8(ascii: "&"):
            guard let texts = references.first(where: { $0.byte == byte })?.texts else { return nil }
            return texts.first { bytes[place...].starts(with: $0) { $0 | 0x20 == $1 | 0x20 } }.map { place + $0.count }
        default: return nil
        }
    }

    /// A hexadecimal number with a fixed count of digits; nil for other bytes.
    private static func number(in bytes: [UInt8], from start: Int, digits: Int) -> Int? {
        guard start + digits <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[start..<start + digits] {
            switch byte {
            case 0x30...0x39: number = number * 16 + Int(byte - 0x30)
            case 0x41...0x46: number = number * 16 + Int(byte - 0x41 + 10)
            case 0x61...0x66: number = number * 16 + Int(byte - 0x61 + 10)
            default: return nil
            }
        }
        return number
    }
}
