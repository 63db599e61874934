internal import JSONParsing
internal import Pipeline

/// The format of front matter.
enum FrontMatterFormat: String, CaseIterable, Sendable {
    /// Between lines of `---`: one field per line.
    case yaml
    /// Between lines of `+++`, as Hugo and Zola read it: values first, then tables.
    case toml
    /// An object at the start of the file, as Hugo reads it.
    case json

    /// Appends the front matter and an empty line.
    ///
    /// - Throws: ``RecordError`` if the format cannot hold a value.
    func append(_ fields: JSONObject, to bytes: inout [UInt8]) throws {
        switch self {
        case .yaml: try YAMLFrontMatter.append(fields, to: &bytes)
        case .toml: try TOMLFrontMatter.append(fields, to: &bytes)
        case .json:
            var writer = JSONWriter(indent: 2, appendingTo: bytes)
            writer.write(JSONValue.object(fields))
            bytes = writer.bytes + "\n\n".utf8
        }
    }

    /// Returns a double-quoted string, which JSON, YAML and TOML read alike. Also escapes the characters that YAML (section 5.1) and TOML do
    /// not allow unescaped.
    static func quoted(_ string: String) -> String {
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

/// YAML front matter (YAML 1.2): one field per line, with quoted strings, so that YAML reads no string as another type.
enum YAMLFrontMatter {
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
            bytes += (isPlain ? field.key : FrontMatterFormat.quoted(field.key)).utf8
            bytes += ": ".utf8
            bytes += try text(of: field.value).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes += "---\n\n".utf8
    }

    /// Returns a value in YAML's flow style, a superset of JSON.
    private static func text(of value: JSONValue) throws -> String {
        switch try value.decoded() {
        case .string(let string): return FrontMatterFormat.quoted(string)
        case .array(let elements): return try "[" + elements.map { try text(of: $0) }.joined(separator: ", ") + "]"
        case .object(let object):
            return try "{" + object.map { try FrontMatterFormat.quoted($0.key) + ": " + text(of: $0.value) }.joined(separator: ", ") + "}"
        case let scalar: return scalar.compactText
        }
    }
}
