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

    /// Appends the front matter with a remark: as a comment in its first line, or as the first member of JSON, which has no comments.
    ///
    /// - Throws: As ``append(_:to:)``; ``RecordError`` for JSON with a member of that name.
    func append(_ fields: JSONObject, remark: String, to bytes: inout [UInt8]) throws {
        switch self {
        case .yaml, .toml:
            var text: [UInt8] = []
            try append(fields, to: &text)
            let line = text.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            bytes += text[..<line] + "# \(remark)\n".utf8 + text[line...]
        case .json:
            let name = "_tabpipe"
            guard fields[name] == nil else { throw RecordError("has a member \(name), which tabpipe writes") }
            try append(JSONObject([(name, .string(remark))] + fields.map { ($0.key, $0.value) }), to: &bytes)
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
