/// One step of the path from a JSON text to its items.
public enum JSONPathStep: Sendable, Equatable {
    /// `.name`: the member with that key. With `optional`, a missing member or a value of another kind has no items.
    case key(String, optional: Bool = false)
    /// `[]`: all elements of an array, or all values of an object. With `optional`, a value of another kind has no items.
    case iterate(optional: Bool = false)
    /// `[n]`: the element of an array with that number, counted from 0. With `optional`, a value of another kind has no items.
    case element(Int, optional: Bool = false)

    var isOptional: Bool {
        switch self {
        case .key(_, let optional), .iterate(let optional), .element(_, let optional): optional
        }
    }

    /// The steps as a jq path, such as `.conversations[].messages[]?`.
    public static func text(of steps: some Sequence<JSONPathStep>) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let name, let optional):
                text += "." + spelling(of: name) + (optional ? "?" : "")
            case .iterate(let optional):
                text += (text.isEmpty ? ".[]" : "[]") + (optional ? "?" : "")
            case .element(let number, let optional):
                text += (text.isEmpty ? "." : "") + "[\(number)]" + (optional ? "?" : "")
            }
        }
        return text.isEmpty ? "." : text
    }

    /// The path through objects as a jq path.
    ///
    /// Package access: as for ``spelling(of:)``.
    package static func text(ofKeys keys: [String]) -> String { text(of: keys.map { .key($0) }) }

    /// A key in jq syntax: in quotation marks unless it is an identifier.
    ///
    /// Package access: messages and generated programs spell keys of objects.
    package static func spelling(of key: String) -> String {
        let isPlain = key.utf8.allSatisfy(isIdentifierByte) && !(key.utf8.first.map(isDigit) ?? true)
        return isPlain ? key : JSONValue.string(key).compactText
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }
}
