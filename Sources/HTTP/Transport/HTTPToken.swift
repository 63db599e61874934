/// The characters of methods and of names of header fields.
///
/// - SeeAlso: RFC 9110, section 5.6.2
enum HTTPToken {
    static func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: "!#$%&'*+^`|~".utf8.contains(byte)
        }
    }

    /// Whether a text is a token: not empty, and only of these characters.
    static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(contains) }
}
