package import JSONParsing
internal import JSONQuery

/// Turns JSON errors in files written by hand into problems with a correction.
enum JSONSyntaxHint {
    /// Returns the problem for a JSON error, with its place.
    static func diagnostic(for error: JSONError, in text: [UInt8]) -> Diagnostic {
        let range = error.offset..<error.offset + 1
        func diagnostic(_ message: String, help: String? = nil) -> Diagnostic { Diagnostic(message, at: range, path: "", help: help) }
        let character = character(at: error.offset, in: text)
        switch error.reason {
        case .invalidEscape(let byte, _) where byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\""):
            let letter = Character(Unicode.Scalar(byte))
            // The error may also be inside of `\uXXXX`.
            guard error.offset > 0, text[error.offset - 1] == UInt8(ascii: "\\") else { break }
            return diagnostic("\\\(letter) is no escape of JSON; write \\\\\(letter)")
        case .unexpected(_, let expected):
            if isComment(at: error.offset, in: text) {
                return diagnostic("JSON has no comments", help: "\"description\" holds a remark: of the file, a source, a stage or a sink")
            }
            if character == "}" || character == "]", isBehindComma(error.offset, in: text) {
                return diagnostic(
                    "JSON has no comma before \"\(character)\"",
                    help: "remove the comma behind the last \(character == "}" ? "member" : "element")")
            }
            if let advice = TypographicQuotes.advice(on: character) { return diagnostic("expected \(expected); \(advice)") }
            if error.offset > 0, error.offset < text.count, text[error.offset - 1] == UInt8(ascii: "\""), isWord(text[error.offset]) {
                return diagnostic(
                    "\(error.message), right behind a quotation mark", help: "inside a string, a quotation mark is written \\\"")
            }
        default: break
        }
        return diagnostic(error.message)
    }

    /// Whether the last byte before an offset, apart from white space, is a comma.
    private static func isBehindComma(_ offset: Int, in text: [UInt8]) -> Bool {
        text[..<min(offset, text.count)].last { $0 > 0x20 } == UInt8(ascii: ",")
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte > 0x20 && !",:]}\"".utf8.contains(byte) }

    private static func isComment(at offset: Int, in text: [UInt8]) -> Bool {
        let start = String(decoding: text[min(offset, text.count)...].prefix(2), as: UTF8.self)
        return start == "//" || start == "/*" || start.hasPrefix("#")
    }

    private static func character(at offset: Int, in text: [UInt8]) -> String {
        guard offset < text.count else { return "" }
        let end = text[(offset + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? text.count
        return String(decoding: text[offset..<end], as: UTF8.self)
    }
}

extension JSONSyntax {
    /// The members of an object; none for other values.
    package var members: [Member] {
        if case .object(let members) = content { members } else { [] }
    }

    /// The value of a member; nil if there is none.
    package func member(_ key: String) -> JSONSyntax? { members.first { $0.key == key }?.value }

    /// The elements of an array; none for other values.
    package var elements: [JSONSyntax] {
        if case .array(let elements) = content { elements } else { [] }
    }
}
