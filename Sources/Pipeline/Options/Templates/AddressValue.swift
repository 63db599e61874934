public import JSONParsing

/// Encodes a value for its place in a URL: one segment of the path, or one value of the query.
///
/// - SeeAlso: RFC 3986, section 3.3
public enum AddressValue {
    /// Returns a value as one percent-encoded segment.
    ///
    /// - Parameters:
    ///   - value: A text, a number or a boolean.
    ///   - program: The program that gave the value, for messages.
    /// - Throws: ``RecordError`` for other values, for an empty text, and for a text that some servers resolve to another path.
    public static func encoded(_ value: JSONValue, _ program: String) throws(RecordError) -> String {
        let text = try text(of: value, program)
        guard !text.isEmpty else { throw RecordError("{{\(program)}} is empty, and so the URL would name something else") }
        // Some servers decode a segment before they resolve it.
        let names = text.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        guard !names.contains(where: { isDots($0) }) else {
            throw RecordError("{{\(program)}}: \"\(text.prefix(80).printable)\" would lead to another path")
        }
        return text.percentEncoded
    }

    /// Whether a path has a segment that leads to another path, also a percent-encoded one.
    public static func leadsElsewhere(_ path: some StringProtocol) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).contains { isDots(String(decoding: $0, as: UTF8.self).percentDecoded.utf8) }
    }

    /// The text of a value that is a text, a number or a boolean.
    static func text(of value: JSONValue, _ program: String) throws(RecordError) -> String {
        do throws(JSONError) {
            switch try value.decoded() {
            case .string(let string): return string
            case .number(let number): return number.text
            case .bool(let bool): return bool ? "true" : "false"
            default: break
            }
        } catch {
            throw RecordError("{{\(program)}}: \(error)")
        }
        throw RecordError("{{\(program)}}: expected a text or a number for the URL, found \(value.kind.phrase)")
    }

    /// Whether a segment is `.` or `..`. Bytes are compared, because a character can contain more than its letter.
    private static func isDots(_ segment: some Sequence<UInt8>) -> Bool {
        segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
    }
}
