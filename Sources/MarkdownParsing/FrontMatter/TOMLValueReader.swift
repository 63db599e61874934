internal import HTMLParsing
internal import JSONParsing

/// Reads the keys and values of TOML.
struct TOMLValueReader {
    /// The maximum depth of arrays and tables, and the maximum number of parts of a key.
    private static let maximumDepth = 64

    private let text: [UInt8]
    private(set) var offset: Int
    private var depth = 0

    init(_ text: [UInt8], at offset: Int) {
        self.text = text
        self.offset = offset
    }

    func fault(_ message: String, at offset: Int? = nil) -> FrontMatterError {
        FrontMatterError(message, at: offset ?? self.offset, in: text)
    }

    /// The next byte; nil at the end.
    var peek: UInt8? { offset < text.count ? text[offset] : nil }

    private func has(_ word: StaticString) -> Bool { text.span.extracting(offset..<text.count).hasWord(word, at: 0) }

    private mutating func skipBlanks() {
        while let byte = peek, byte.isBlank { offset += 1 }
    }

    /// Skips white space, line ends and comments.
    mutating func skipLines() {
        while let byte = peek {
            if byte == UInt8(ascii: "#") {
                while let byte = peek, byte != 0x0A { offset += 1 }
            } else if byte.isBlankOrNewline || byte == 0x0D {
                offset += 1
            } else {
                return
            }
        }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    mutating func expect(_ byte: UInt8) throws(FrontMatterError) {
        skipBlanks()
        guard take(byte) else { throw fault("expected \"\(Character(Unicode.Scalar(byte)))\"") }
    }

    /// Ends a line, which may have a comment.
    mutating func endLine() throws(FrontMatterError) {
        skipBlanks()
        guard let byte = peek else { return }
        guard byte == UInt8(ascii: "#") || byte == 0x0A || byte == 0x0D else { throw fault("expected the end of the line") }
        while let byte = peek, byte != 0x0A { offset += 1 }
    }

    /// Reads keys with periods between them.
    mutating func keyPath() throws(FrontMatterError) -> [String] {
        var path: [String] = []
        repeat {
            skipBlanks()
            if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") {
                path.append(try string())
            } else {
                let start = offset
                while let byte = peek, byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") { offset += 1 }
                guard offset > start else { throw fault("expected a key") }
                path.append(String(decoding: text[start..<offset], as: UTF8.self))
            }
            skipBlanks()
            if path.count > Self.maximumDepth { throw fault("a key with more than \(Self.maximumDepth) parts") }
        } while take(UInt8(ascii: "."))
        return path
    }

    mutating func value() throws(FrontMatterError) -> JSONValue {
        skipBlanks()
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw fault("more than \(Self.maximumDepth) arrays and tables inside of each other") }
        switch peek {
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "{"): return .object(try inlineTable())
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
        default: return try bare()
        }
    }

    private mutating func array() throws(FrontMatterError) -> [JSONValue] {
        offset += 1
        var items: [JSONValue] = []
        while true {
            skipLines()
            if take(UInt8(ascii: "]")) { return items }
            items.append(try value())
            skipLines()
            if take(UInt8(ascii: "]")) { return items }
            guard take(UInt8(ascii: ",")) else { throw fault("expected \",\" or \"]\"") }
        }
    }

    private mutating func inlineTable() throws(FrontMatterError) -> JSONObject {
        offset += 1
        var fields = JSONObject()
        skipBlanks()
        if take(UInt8(ascii: "}")) { return fields }
        while true {
            let start = offset
            let path = try keyPath()
            try expect(UInt8(ascii: "="))
            guard Self.set(try value(), at: path[...], in: &fields) else { throw fault("\"\(path[0])\" is there twice", at: start) }
            skipBlanks()
            if take(UInt8(ascii: "}")) { return fields }
            guard take(UInt8(ascii: ",")) else { throw fault("expected \",\" or \"}\"") }
        }
    }

    private static func set(_ value: JSONValue, at path: ArraySlice<String>, in fields: inout JSONObject) -> Bool {
        guard let name = path.first else { return false }
        guard path.count > 1 else {
            if fields[name] != nil { return false }
            fields[name] = value
            return true
        }
        var inner = JSONObject()
        if let known = fields[name] {
            guard let object = known.object else { return false }
            inner = object
        }
        guard set(value, at: path.dropFirst(), in: &inner) else { return false }
        fields[name] = .object(inner)
        return true
    }

    /// Reads a boolean, a number, a date or a time.
    private mutating func bare() throws(FrontMatterError) -> JSONValue {
        let start = offset
        while let byte = peek, byte.isASCIIAlphanumeric || "+-_.:".utf8.contains(byte) { offset += 1 }
        // A date and a time may have a space between them.
        if offset - start == 10, text[start + 4] == UInt8(ascii: "-"), peek == 0x20, offset + 1 < text.count, text[offset + 1].isASCIIDigit
        {
            offset += 1
            while let byte = peek, byte.isASCIIDigit || "+-:.Zz".utf8.contains(byte) { offset += 1 }
        }
        let word = String(decoding: text[start..<offset], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "": throw fault("expected a value")
        default: break
        }
        let digits = word.filter { $0 != "_" }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
            if let number = Int64(digits.dropFirst(2), radix: radix) { return .number(JSONNumber(number)) }
        }
        let literal = digits.hasPrefix("+") ? String(digits.dropFirst()) : digits
        if let number = JSONNumber(literal: literal) { return .number(number) }
        if ["inf", "nan"].contains(literal.hasPrefix("-") ? String(literal.dropFirst()) : literal) { return .string(word) }
        // Dates begin with a year, times with an hour.
        let bytes = Array(word.utf8)
        let isDate = bytes.count >= 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
        let isTime = bytes.count >= 5 && bytes[2] == UInt8(ascii: ":")
        guard isDate || isTime, bytes[0].isASCIIDigit else { throw fault("expected a value", at: start) }
        return .string(word)
    }

    private mutating func string() throws(FrontMatterError) -> String {
        let start = offset
        let quote = text[offset]
        let isBasic = quote == UInt8(ascii: "\"")
        let isLong = isBasic ? has("\"\"\"") : has("'''")
        offset += isLong ? 3 : 1
        // A line end right after the quotation marks is no content.
        if isLong {
            _ = take(0x0D)
            _ = take(0x0A)
        }
        var result: [UInt8] = []
        while let byte = peek {
            if byte == quote {
                guard isLong else {
                    offset += 1
                    return String(decoding: result, as: UTF8.self)
                }
                var count = 0
                while count < 5, take(quote) { count += 1 }
                if count >= 3 {
                    result.append(contentsOf: repeatElement(quote, count: count - 3))
                    return String(decoding: result, as: UTF8.self)
                }
                result.append(contentsOf: repeatElement(quote, count: count))
            } else if byte == UInt8(ascii: "\\"), isBasic {
                try escape(into: &result, isLong)
            } else if byte == 0x0A, !isLong {
                break
            } else {
                if byte != 0x0D || !isLong { result.append(byte) }
                offset += 1
            }
        }
        throw fault("the quotation mark is not closed", at: start)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "e"): 0x1B, UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C,
    ]

    private mutating func escape(into result: inout [UInt8], _ isLong: Bool) throws(FrontMatterError) {
        guard offset + 1 < text.count else { throw fault("the quotation mark is not closed") }
        let byte = text[offset + 1]
        if let character = Self.escapes[byte] {
            result.append(character)
            offset += 2
            return
        }
        if isLong, byte.isBlankOrNewline || byte == 0x0D {
            offset += 1
            while let byte = peek, byte.isBlankOrNewline || byte == 0x0D { offset += 1 }
            return
        }
        let length = byte == UInt8(ascii: "u") ? 4 : byte == UInt8(ascii: "U") ? 8 : 0
        let digits = String(decoding: text[offset + 2..<min(text.count, offset + 2 + length)], as: UTF8.self)
        guard length > 0, digits.utf8.count == length, let code = UInt32(digits, radix: 16), Unicode.Scalar(code) != nil else {
            throw fault("unknown escape")
        }
        result.append(codePoint: code)
        offset += 2 + length
    }
}
