internal import JSONParsing
internal import Pipeline

/// YAML front matter (YAML 1.2): one field per line, with quoted strings, so that YAML reads no string as another type.
enum FrontMatter {
    private static let reserved: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"]

    /// Appends the block with its delimiters and an empty line.
    static func append(_ fields: JSONObject, to bytes: inout [UInt8]) throws {
        bytes += "---\n".utf8
        for field in fields {
            let isPlain =
                !field.key.isEmpty && !reserved.contains(field.key.lowercased())
                && field.key.utf8.allSatisfy {
                    $0 == UInt8(ascii: "_") || ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
                }
            bytes += (isPlain ? field.key : quoted(field.key)).utf8
            bytes += ": ".utf8
            bytes += try text(of: field.value).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes += "---\n\n".utf8
    }

    /// Returns a value in YAML's flow style, a superset of JSON.
    private static func text(of value: JSONValue) throws -> String {
        switch try value.decoded() {
        case .string(let string): return quoted(string)
        case .array(let elements): return try "[" + elements.map { try text(of: $0) }.joined(separator: ", ") + "]"
        case .object(let object):
            return try "{" + object.map { try quoted($0.key) + ": " + text(of: $0.value) }.joined(separator: ", ") + "}"
        case let scalar: return scalar.compactText
        }
    }

    /// Returns a double-quoted string. Also escapes the characters that YAML does not allow unescaped (section 5.1).
    private static func quoted(_ string: String) -> String {
        var text = ""
        for scalar in JSONValue.string(string).compactText.unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
