import JSONParsing
internal import WebAddresses

extension BuiltIns {
    /// Functions that convert values to another type.
    static let conversions: [String: NativeFunction] = [
        "tostring/0": { input, _, budget in input.kind == .string ? input : .string(try ValueText.string(input, budget)) },
        "tojson/0": { input, _, budget in .string(try ValueText.json(input, budget)) },
        "fromjson/0": { input, _, budget in try parsed(input, budget) },
        "tonumber/0": { input, _, budget in try number(input, budget) },
        "toboolean/0": { input, _, _ in
            if input.kind == .boolean { return input }
            switch input.string {
            case "true": return true
            case "false": return false
            default: throw QueryRuntimeError("\(ValueText.described(input)) cannot be parsed as a boolean")
            }
        },
        "format/1": { input, arguments, budget in
            guard let name = arguments[0].string else {
                throw QueryRuntimeError("\(ValueText.described(arguments[0])) is not a valid format")
            }
            guard let format = Format(rawValue: name) else { throw QueryRuntimeError("\(name) is not a valid format") }
            return .string(try format.apply(to: input, budget))
        },
    ]

    private static func number(_ input: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        if input.kind == .number { return input }
        let failure = QueryRuntimeError("\(ValueText.described(input)) cannot be parsed as a number")
        guard let text = input.string else { throw failure }
        // Each of the two parsers copies the digits.
        try budget.checkRoom(for: 3 * MemorySize.string(text.utf8.count))
        guard let number = NumberText.relaxed(text) else { throw failure }
        return .number(number)
    }

    private static func parsed(_ input: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        guard let text = input.string else { throw QueryRuntimeError("\(ValueText.described(input)) only strings can be parsed") }
        try budget.charge(bytes: 2 * text.utf8.count)
        try budget.allocate(MemorySize.string(text.utf8.count))
        let bytes = Array(text.utf8)
        budget.hasParsed = true
        let maxDepth = min(budget.limits.maxDepth, 10_000)
        do {
            return try JSONValue(parsing: bytes, limits: JSONLimits(maxDepth: maxDepth, maxValueBytes: .max), lastKeyWins: true)
        } catch {
            if let value = try RelaxedJSON.value(bytes, maxDepth: maxDepth, budget) { return value }
            if text.utf8.allSatisfy({ $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }) {
                throw QueryRuntimeError("Expected JSON value (while parsing '\(text)')")
            }
            let excerpt = excerpt(of: text)
            let place = JSONPosition(offset: error.offset, in: bytes)
            let isWord = text.utf8.allSatisfy { Lexer.startsName($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "-") }
            if isWord {
                throw QueryRuntimeError(
                    "Invalid numeric literal at EOF at line 1, column \(text.utf8.count) (while parsing \(excerpt))")
            }
            throw QueryRuntimeError(
                "\(error.message) at line \(place.line), column \(place.column) (while parsing \(excerpt))")
        }
    }

    /// The text for a message: all of a short text, the beginning of a long one.
    private static func excerpt(of text: String) -> String {
        text.utf8.count <= 40 ? "'\(text)'" : ValueText.shortened(.string(text))
    }
}

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
        case .uri: try percentEncoded(try ValueText.string(value, budget), budget)
        case .urid: try percentDecoded(try ValueText.string(value, budget), value, budget)
        case .sh: try shell(value, budget)
        case .base64: try Base64.encoded(try ValueText.string(value, budget), budget)
        case .base64d: try Base64.decoded(try ValueText.string(value, budget), value, budget)
        case .base32: try Base32.encoded(try ValueText.string(value, budget), budget)
        case .base32d: try Base32.decoded(try ValueText.string(value, budget), value, budget)
        }
    }

    private func percentEncoded(_ text: String, _ budget: QueryBudget) throws -> String {
        var output = try TextBuilder(budget, expecting: text.utf8.count)
        try PercentEncoding.encode(text.utf8) { try output.append($0) }
        return try output.finish()
    }

    private func percentDecoded(_ text: String, _ value: JSONValue, _ budget: QueryBudget) throws -> String {
        var output = try TextBuilder(budget, expecting: text.utf8.count / 3)
        let isValid = try PercentEncoding.decode(text.utf8) { try output.append($0) }
        guard isValid, let string = try output.finishIfValid() else {
            throw QueryRuntimeError("\(ValueText.described(value)) is not a valid uri encoding")
        }
        return string
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
        // Letters and non-ASCII bytes need no escape.
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
        for (place, cell) in try ValueAccess.array(value).enumerated() {
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
        let words = value.kind == .array ? try ValueAccess.array(value) : [value]
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
