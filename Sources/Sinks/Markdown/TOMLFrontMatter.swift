internal import CivilCalendar
internal import JSONParsing
internal import Pipeline

/// TOML front matter. Objects become tables, lists of objects become lists of tables, and a string that is a date of RFC 3339 becomes a date
/// with its zone. A field that is null is left out.
///
/// The values of a table come before the tables in it, because a table ends at the next header.
///
/// - SeeAlso: [TOML 1.0.0](https://toml.io/en/v1.0.0)
struct TOMLFrontMatter {
    /// The maximum depth of objects and lists. `MarkdownFrontMatter` reads no deeper ones.
    private static let maximumDepth = 60

    private var bytes: [UInt8]

    /// Appends the block with its delimiters and an empty line.
    ///
    /// - Throws: ``RecordError`` for a null in a list, a number out of range, and a value that is too deep.
    static func append(_ fields: JSONObject, to bytes: inout [UInt8]) throws {
        var writer = TOMLFrontMatter(bytes: bytes)
        writer.bytes += "+++\n".utf8
        try writer.write(fields, at: ValuePath())
        writer.bytes += "+++\n\n".utf8
        bytes = writer.bytes
    }

    /// The position of a value.
    private struct ValuePath {
        /// The dotted key, as TOML writes it.
        var header = ""
        /// The path as jq writes it, for errors.
        var path = "front_matter"
        var depth = 0

        func member(_ key: String) -> ValuePath {
            let name = TOMLFrontMatter.key(key)
            return ValuePath(header: header.isEmpty ? name : "\(header).\(name)", path: "\(path).\(name)", depth: depth + 1)
        }

        func element(_ index: Int) -> ValuePath { ValuePath(header: header, path: "\(path)[\(index)]", depth: depth + 1) }
    }

    /// Writes the pairs of a table and then the tables in it.
    private mutating func write(_ fields: JSONObject, at path: ValuePath) throws {
        var tables: [(ValuePath, JSONValue)] = []
        for field in fields {
            let value = try field.value.decoded()
            if case .null = value { continue }
            let inner = path.member(field.key)
            if try Self.isTable(value) {
                tables.append((inner, value))
            } else {
                bytes += "\(Self.key(field.key)) = ".utf8
                try write(value, at: inner)
                bytes.append(UInt8(ascii: "\n"))
            }
        }
        for (inner, value) in tables {
            try Self.checkDepth(inner)
            if case .object(let object) = value {
                bytes += "\n[\(inner.header)]\n".utf8
                try write(object, at: inner)
            } else if case .array(let elements) = value {
                for (index, element) in elements.enumerated() {
                    guard case .object(let object) = try element.decoded() else { continue }
                    bytes += "\n[[\(inner.header)]]\n".utf8
                    try write(object, at: inner.element(index))
                }
            }
        }
    }

    /// Whether a value is an object, or a list of nothing but objects.
    private static func isTable(_ value: JSONValue) throws -> Bool {
        switch value {
        case .object: return true
        case .array(let elements): return try !elements.isEmpty && elements.allSatisfy { try $0.decoded().kind == .object }
        default: return false
        }
    }

    /// Writes a value on one line.
    private mutating func write(_ value: JSONValue, at path: ValuePath) throws {
        try Self.checkDepth(path)
        switch try value.decoded() {
        case .string(let string): bytes += (Self.date(string) ?? FrontMatterFormat.quoted(string)).utf8
        case .number(let number): bytes += try Self.text(of: number, at: path).utf8
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes += ", ".utf8 }
                try write(element, at: path.element(index))
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            var separator = " "
            for field in object where !field.value.isNull {
                bytes += "\(separator)\(Self.key(field.key)) = ".utf8
                try write(field.value, at: path.member(field.key))
                separator = ", "
            }
            bytes += (separator == " " ? "}" : " }").utf8
        case .null: throw RecordError("\(path.path) is null in a list; TOML has no null")
        case let scalar: bytes += scalar.compactText.utf8
        }
    }

    private static func checkDepth(_ path: ValuePath) throws {
        guard path.depth <= maximumDepth else {
            throw RecordError("front_matter has more than \(maximumDepth) objects and lists inside of each other")
        }
    }

    /// Returns a number as TOML writes it. TOML has integers of 64 bits and doubles of IEEE 754.
    private static func text(of number: JSONNumber, at path: ValuePath) throws -> String {
        let text = number.text
        let isInteger = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
        guard isInteger ? Int64(text) != nil : number.double.isFinite else {
            throw RecordError("\(path.path) is \(text); TOML holds integers of 64 bits and numbers up to 1.8e308")
        }
        return text
    }

    private static func key(_ key: String) -> String {
        let isBare =
            !key.isEmpty
            && key.utf8.allSatisfy {
                $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
                    || ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
            }
        return isBare ? key : FrontMatterFormat.quoted(key)
    }

    /// The text of a date, of a time without a zone, or of a time with one; nil for other strings. Seconds that are missing are 0.
    private static func date(_ string: String) -> String? {
        guard let date = ISODate(string), date.isStrict else { return nil }
        let bytes = Array(string.utf8)
        guard date.hasTime else { return bytes.count == 10 ? string : nil }
        // TOML has no comma before the fraction, and its readers refuse leap seconds: such texts stay strings.
        guard bytes.count >= 16, !bytes.contains(UInt8(ascii: ",")), !string.dropFirst(16).hasPrefix(":60") else { return nil }
        let hasSeconds = bytes.count > 16 && bytes[16] == UInt8(ascii: ":")
        if hasSeconds { return string.uppercased() }
        return String(string.prefix(16)).uppercased() + ":00" + string.dropFirst(16).uppercased()
    }
}
