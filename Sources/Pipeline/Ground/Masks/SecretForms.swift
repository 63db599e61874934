internal import JSONParsing

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The forms in which messages and responses of servers may quote a secret text: as it is, and as JSON, URLs and Base64 contain it.
///
/// Each form is also found with other characters escaped, as ``EscapedByte`` knows them: JSON inside of JSON, a URL inside of a URL, HTML.
struct SecretForms {
    /// The length in bytes up to which a text has all forms. A longer one is the content of a file, and not a token.
    private static let maxEncodedBytes = 16 << 10
    /// The least length of a Base64 form in bytes. A shorter one could be a part of ordinary text.
    private static let minBase64Bytes = 8

    /// The forms, in any order, and perhaps with repetitions.
    let texts: [String]

    init(_ text: String) {
        let trimmed = text.trimmingSpaces
        let json = String(JSONValue.string(trimmed).compactText.dropFirst().dropLast())
        let encoded = trimmed.percentEncoded
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

    /// The Base64 of the bytes at each of the three places that they can have in a longer text, such as `user:password`. Characters that
    /// depend on the bytes around are left out.
    private static func base64(_ bytes: [UInt8]) -> [String] {
        (0..<3).flatMap { offset -> [String] in
            let characters = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
            let own = String(characters.prefix((offset + bytes.count) * 8 / 6).dropFirst(offset == 0 ? 0 : offset + 1))
            guard own.utf8.count >= minBase64Bytes else { return [] }
            return [own, own.replacing("+", with: "-").replacing("/", with: "_")]
        }
    }
}
