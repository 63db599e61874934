internal import HTMLParsing
internal import JSONParsing

/// Reads quoted scalars, and lists and maps in brackets.
struct YAMLFlowReader {
    private let text: [UInt8]
    private let end: Int
    private(set) var offset: Int
    private var depth = 0

    init(_ text: [UInt8], at offset: Int, end: Int) {
        self.text = text
        self.offset = offset
        self.end = end
    }

    private func fault(_ message: String) -> FrontMatterError { FrontMatterError(message, at: offset, in: text) }

    /// Skips white space, line ends and comments.
    private mutating func skipSpace() {
        while offset < end {
            if text[offset].isBlankOrNewline || text[offset] == 0x0D {
                offset += 1
            } else if text[offset] == UInt8(ascii: "#"), text[offset - 1].isBlankOrNewline {
                while offset < end, text[offset] != 0x0A { offset += 1 }
            } else {
                return
            }
        }
    }

    /// Reads a value in quotes or brackets.
    mutating func flow() throws(FrontMatterError) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        if depth > YAMLReader.maximumDepth { throw fault("more than \(YAMLReader.maximumDepth) maps and lists inside of each other") }
        guard offset < end else { throw fault("expected a value") }
        switch text[offset] {
        case UInt8(ascii: "["): return .array(try list())
        case UInt8(ascii: "{"): return .object(try map())
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try quoted())
        case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"):
            throw fault("anchors, aliases, tags and complex keys are not supported")
        default: return Self.typed(plain())
        }
    }

    private mutating func list() throws(FrontMatterError) -> [JSONValue] {
        offset += 1
        var items: [JSONValue] = []
        while true {
            skipSpace()
            guard offset < end else { throw fault("expected \"]\"") }
            if text[offset] == UInt8(ascii: "]") { break }
            items.append(try flow())
            try separator(or: UInt8(ascii: "]"))
        }
        offset += 1
        return items
    }

    private mutating func map() throws(FrontMatterError) -> JSONObject {
        offset += 1
        var fields = JSONObject()
        while true {
            skipSpace()
            guard offset < end else { throw fault("expected \"}\"") }
            if text[offset] == UInt8(ascii: "}") { break }
            let start = offset
            let isQuoted = text[offset] == UInt8(ascii: "\"") || text[offset] == UInt8(ascii: "'")
            let key = isQuoted ? try quoted() : plain()
            skipSpace()
            var value = JSONValue.null
            if offset < end, text[offset] == UInt8(ascii: ":") {
                offset += 1
                skipSpace()
                let isEmpty = offset < end && (text[offset] == UInt8(ascii: ",") || text[offset] == UInt8(ascii: "}"))
                if !isEmpty { value = try flow() }
            }
            if offset == start { throw fault("expected a key") }
            if fields[key] != nil { throw fault("\"\(key)\" is there twice") }
            fields[key] = value
            try separator(or: UInt8(ascii: "}"))
        }
        offset += 1
        return fields
    }

    private mutating func separator(or close: UInt8) throws(FrontMatterError) {
        skipSpace()
        if offset < end, text[offset] == UInt8(ascii: ",") {
            offset += 1
        } else if offset >= end || text[offset] != close {
            throw fault("expected \",\" or \"\(Character(Unicode.Scalar(close)))\"")
        }
    }

    /// Reads a scalar without quotes up to a comma, a bracket, a colon before a space, or a comment.
    private mutating func plain() -> String {
        let start = offset
        while offset < end {
            let byte = text[offset]
            if ",[]{}\n".utf8.contains(byte) { break }
            if byte == UInt8(ascii: ":") {
                let next = offset + 1 < end ? text[offset + 1] : 0x20
                if next.isBlankOrNewline || ",[]{}".utf8.contains(next) { break }
            }
            if byte == UInt8(ascii: "#"), offset > start, text[offset - 1].isBlank { break }
            offset += 1
        }
        var last = offset
        while last > start, text[last - 1].isBlank || text[last - 1] == 0x0D { last -= 1 }
        return String(decoding: text[start..<last], as: UTF8.self)
    }

    /// Reads a scalar in quotes, whose lines are joined.
    mutating func quoted() throws(FrontMatterError) -> String {
        let quote = text[offset]
        let start = offset
        offset += 1
        var result: [UInt8] = []
        while offset < end {
            let byte = text[offset]
            if byte == quote {
                offset += 1
                let isTwice = quote == UInt8(ascii: "'") && offset < end && text[offset] == quote
                if !isTwice { return String(decoding: result, as: UTF8.self) }
                result.append(quote)
                offset += 1
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                try escape(into: &result)
            } else if byte == 0x0A || byte == 0x0D {
                while let last = result.last, last.isBlank { result.removeLast() }
                foldLines(into: &result)
            } else {
                result.append(byte)
                offset += 1
            }
        }
        offset = start
        throw fault("the quotation mark is not closed")
    }

    private mutating func foldLines(into result: inout [UInt8]) {
        var lineEnds = 0
        while offset < end, text[offset].isBlankOrNewline || text[offset] == 0x0D {
            if text[offset] == 0x0A { lineEnds += 1 }
            offset += 1
        }
        result.append(contentsOf: repeatElement(lineEnds > 1 ? 0x0A : 0x20, count: max(1, lineEnds - 1)))
    }

    private static let escapes: [UInt8: String] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t", 0x09: "\t",
        UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "r"): "\r",
        UInt8(ascii: "e"): "\u{1B}", 0x20: " ", UInt8(ascii: "\""): "\"", UInt8(ascii: "/"): "/", UInt8(ascii: "\\"): "\\",
        UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}", UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
    ]

    private mutating func escape(into result: inout [UInt8]) throws(FrontMatterError) {
        guard offset + 1 < end else { throw fault("the quotation mark is not closed") }
        let byte = text[offset + 1]
        if let character = Self.escapes[byte] {
            result.append(contentsOf: character.utf8)
            offset += 2
            return
        }
        if byte == 0x0A || byte == 0x0D {
            offset += 1
            while offset < end, text[offset].isBlankOrNewline || text[offset] == 0x0D { offset += 1 }
            return
        }
        let length = byte == UInt8(ascii: "x") ? 2 : byte == UInt8(ascii: "u") ? 4 : byte == UInt8(ascii: "U") ? 8 : 0
        let digits = String(decoding: text[offset + 2..<min(end, offset + 2 + length)], as: UTF8.self)
        guard length > 0, digits.utf8.count == length, let code = UInt32(digits, radix: 16), Unicode.Scalar(code) != nil else {
            throw fault("unknown escape")
        }
        result.append(codePoint: code)
        offset += 2 + length
    }

    /// The value of a scalar without quotes: null, a boolean, a number, or a string.
    ///
    /// - SeeAlso: [YAML 10.3, Core Schema](https://yaml.org/spec/1.2.2/#103-core-schema)
    static func typed(_ scalar: String) -> JSONValue {
        switch scalar {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        guard let first = scalar.utf8.first, first.isASCIIDigit || "+-.".utf8.contains(first) else { return .string(scalar) }
        if scalar.hasPrefix("0x"), let number = Int64(scalar.dropFirst(2), radix: 16), number >= 0 { return .number(JSONNumber(number)) }
        if scalar.hasPrefix("0o"), let number = Int64(scalar.dropFirst(2), radix: 8), number >= 0 { return .number(JSONNumber(number)) }
        var literal = scalar
        if first == UInt8(ascii: "+") { literal.removeFirst() }
        if literal.hasPrefix(".") { literal = "0" + literal }
        if literal.hasPrefix("-.") { literal = "-0" + literal.dropFirst() }
        if literal.hasSuffix(".") { literal += "0" }
        // A number with a leading zero, such as a zip code, stays text.
        return JSONNumber(literal: literal).map { .number($0) } ?? .string(scalar)
    }
}
