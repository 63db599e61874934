internal import JSONParsing
internal import Pipeline

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
