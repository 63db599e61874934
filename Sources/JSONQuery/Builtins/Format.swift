import JSONParsing

/// The formats of strings: `@json`, `@csv` and others.
enum Format: String, CaseIterable {
    case text, json, csv, tsv, html, uri, urid, sh, base64, base64d, base32, base32d

    /// The value in this format.
    func apply(to value: JSONValue, _ budget: QueryBudget) throws -> String {
        try budget.charge(for: value)
        return switch self {
        case .text: try ValueText.string(value, budget)
        case .json: try ValueText.json(value, budget)
        case .csv: try row(value, separator: ",", budget)
        case .tsv: try row(value, separator: "\t", budget)
        case .html: try escaped(try ValueText.string(value, budget), budget)
        case .uri: try PercentEncoding.encoded(try ValueText.string(value, budget), budget)
        case .urid: try PercentEncoding.decoded(try ValueText.string(value, budget), value, budget)
        case .sh: try shell(value, budget)
        case .base64: try Base64.encoded(try ValueText.string(value, budget), budget)
        case .base64d: try Base64.decoded(try ValueText.string(value, budget), value, budget)
        case .base32: try Base32.encoded(try ValueText.string(value, budget), budget)
        case .base32d: try Base32.decoded(try ValueText.string(value, budget), value, budget)
        }
    }

    private func escaped(_ text: String, _ budget: QueryBudget) throws -> String {
        var output = try TextBuilder(budget, expecting: text.utf8.count)
        try append(text, to: &output)
        return try output.finish()
    }

    /// Appends a text and escapes the special characters of this format, all of which are ASCII.
    private func append(_ text: String, to output: inout TextBuilder) throws {
        let utf8 = text.utf8
        let bytes = utf8.span
        for place in bytes.indices {
            let byte = bytes[place]
            if let escape = escape(byte) { try output.append(contentsOf: escape.utf8) } else { try output.append(byte) }
        }
    }

    private func escape(_ byte: UInt8) -> String? {
        // Letters, digits and non-ASCII bytes.
        guard byte < 0x40 || byte == UInt8(ascii: "\\") else { return nil }
        if byte == 0 { return "\\0" }
        return switch self {
        case .csv: byte == UInt8(ascii: "\"") ? "\"\"" : nil
        case .sh: byte == UInt8(ascii: "'") ? "'\\''" : nil
        case .tsv: Self.tabEscape(Unicode.Scalar(byte))
        case .html: Self.htmlEscape(Unicode.Scalar(byte))
        default: nil
        }
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

    private func row(_ value: JSONValue, separator: String, _ budget: QueryBudget) throws -> String {
        guard value.kind == .array else {
            throw QueryRuntimeError("\(ValueText.described(value)) cannot be \(rawValue)-formatted, only array")
        }
        var output = try TextBuilder(budget)
        for (place, cell) in try Access.array(value).enumerated() {
            try budget.step()
            try budget.charge(for: cell)
            if place > 0 { try output.append(contentsOf: separator.utf8) }
            switch try cell.decoded() {
            case .null: break
            case .number(let number) where number.double.isNaN: break
            case .string(let string):
                if self == .csv { try output.append(UInt8(ascii: "\"")) }
                try append(string, to: &output)
                if self == .csv { try output.append(UInt8(ascii: "\"")) }
            case .number, .bool: try output.append(contentsOf: try ValueText.string(cell, budget).utf8)
            default: throw QueryRuntimeError("\(ValueText.described(cell)) is not valid in a csv row")
            }
        }
        return try output.finish()
    }

    private func shell(_ value: JSONValue, _ budget: QueryBudget) throws -> String {
        let words = value.kind == .array ? try Access.array(value) : [value]
        var output = try TextBuilder(budget)
        for (place, word) in words.enumerated() {
            try budget.step()
            try budget.charge(for: word)
            if place > 0 { try output.append(UInt8(ascii: " ")) }
            switch try word.decoded() {
            case .string(let string):
                try output.append(UInt8(ascii: "'"))
                try append(string, to: &output)
                try output.append(UInt8(ascii: "'"))
            case .array, .object: throw QueryRuntimeError("\(ValueText.described(word)) can not be escaped for shell")
            default: try output.append(contentsOf: try ValueText.string(word, budget).utf8)
            }
        }
        return try output.finish()
    }
}
