import JSONParsing

/// The formats that `@name` stands for.
enum Format: String, CaseIterable {
    case text, json, csv, tsv, html, uri, urid, sh, base64, base64d, base32, base32d

    /// The value in this format.
    func apply(to value: JSONValue, _ run: Run) throws -> String {
        try run.charge(for: value)
        return switch self {
        case .text: try ValueText.string(value, run)
        case .json: try ValueText.json(value, run)
        case .csv: try row(value, separator: ",", run) { "\"" + Self.replacing($0) { $0 == "\"" ? "\"\"" : nil } + "\"" }
        case .tsv: try row(value, separator: "\t", run) { Self.replacing($0, Self.tabEscape) }
        case .html: Self.replacing(try ValueText.string(value, run), Self.htmlEscape)
        case .uri: Percent.encoded(try ValueText.string(value, run))
        case .urid: try Percent.decoded(try ValueText.string(value, run), value)
        case .sh: try shell(value, run)
        case .base64: Base64.encoded(Array(try ValueText.string(value, run).utf8))
        case .base64d: String(decoding: try Base64.decoded(try ValueText.string(value, run), value), as: UTF8.self)
        case .base32: Base32.encoded(Array(try ValueText.string(value, run).utf8))
        case .base32d: String(decoding: try Base32.decoded(try ValueText.string(value, run), value), as: UTF8.self)
        }
    }

    private static func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let other = replacement(scalar) {
                output.append(contentsOf: other.unicodeScalars)
            } else {
                output.append(scalar)
            }
        }
        return String(output)
    }

    private static func tabEscape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\\": "\\\\"
        case "\t": "\\t"
        case "\n": "\\n"
        case "\r": "\\r"
        default: nil
        }
    }

    private static func htmlEscape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "'": "&apos;"
        case "\"": "&quot;"
        default: nil
        }
    }

    private func row(_ value: JSONValue, separator: String, _ run: Run, _ quoted: (String) -> String) throws -> String {
        guard value.kind == .array else {
            throw QueryRuntimeError("\(ValueText.described(value)) cannot be \(rawValue)-formatted, only an array can be")
        }
        return try Access.array(value).map { cell in
            try run.step()
            try run.charge(for: cell)
            return switch try cell.decoded() {
            case .null: ""
            case .string(let string): quoted(string)
            case .number, .bool: try ValueText.string(cell, run)
            default: throw QueryRuntimeError("\(ValueText.described(cell)) is not valid in a \(rawValue) row")
            }
        }.joined(separator: separator)
    }

    private func shell(_ value: JSONValue, _ run: Run) throws -> String {
        let words = value.kind == .array ? try Access.array(value) : [value]
        return try words.map { word in
            try run.step()
            try run.charge(for: word)
            return switch try word.decoded() {
            case .string(let string): "'" + Self.replacing(string) { $0 == "'" ? "'\\''" : nil } + "'"
            case .array, .object: throw QueryRuntimeError("\(ValueText.described(word)) can not be escaped for shell")
            default: try ValueText.string(word, run)
            }
        }.joined(separator: " ")
    }
}
