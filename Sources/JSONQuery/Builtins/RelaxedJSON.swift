import JSONParsing

/// Parses JSON that the strict parser rejects and jq's `fromjson` accepts: `nan`, `Infinity`, `+1`, `.5`, `01`, a byte order mark, an
/// unpaired low surrogate.
struct RelaxedJSON {
    private let bytes: [UInt8]
    private let maxDepth: Int
    private let budget: QueryBudget
    private var place = 0

    /// Thrown where the text does not continue as the reader expects. The caller needs no reason.
    private struct Mismatch: Error {}

    /// - Returns: The value; nil if jq refuses the text as well.
    static func value(_ bytes: [UInt8], maxDepth: Int, _ budget: QueryBudget) throws -> JSONValue? {
        var reader = RelaxedJSON(bytes: bytes, maxDepth: maxDepth, budget: budget)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.place = 3 }
        do {
            let value = try reader.value()
            guard reader.peek() == nil else { throw Mismatch() }
            return value
        } catch is Mismatch {
            return nil
        }
    }

    private init(bytes: [UInt8], maxDepth: Int, budget: QueryBudget) {
        self.bytes = bytes
        self.maxDepth = maxDepth
        self.budget = budget
    }

    /// An array or object that is being read.
    private enum Level {
        case array([JSONValue])
        case object(JSONObject, key: String)
    }

    private mutating func value() throws -> JSONValue {
        var levels: [Level] = []
        while true {
            try budget.step()
            guard levels.count <= maxDepth else { throw Mismatch() }
            var value: JSONValue
            switch peek() {
            case UInt8(ascii: "["):
                place += 1
                if peek() != UInt8(ascii: "]") {
                    levels.append(.array([]))
                    continue
                }
                place += 1
                value = .array([])
            case UInt8(ascii: "{"):
                place += 1
                if peek() != UInt8(ascii: "}") {
                    levels.append(.object(JSONObject(), key: try key()))
                    continue
                }
                place += 1
                value = .object(JSONObject())
            case UInt8(ascii: "\""): value = .string(try string())
            default: value = try word()
            }
            // Closing brackets after the value may end several containers.
            var isOpen = false
            while !isOpen, let level = levels.popLast() {
                switch level {
                case .array(var elements):
                    try budget.append(value, to: &elements)
                    isOpen = peek() == UInt8(ascii: ",")
                    if !isOpen, peek() != UInt8(ascii: "]") { throw Mismatch() }
                    place += 1
                    if isOpen { levels.append(.array(elements)) } else { value = .array(elements) }
                case .object(var object, let key):
                    try budget.allocate(MemorySize.object(1))
                    object[key] = value
                    isOpen = peek() == UInt8(ascii: ",")
                    if !isOpen, peek() != UInt8(ascii: "}") { throw Mismatch() }
                    place += 1
                    if isOpen { levels.append(.object(object, key: try self.key())) } else { value = .object(object) }
                }
            }
            if !isOpen { return value }
        }
    }

    /// The next byte that is no white space.
    private mutating func peek() -> UInt8? {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
        return place < bytes.count ? bytes[place] : nil
    }

    private mutating func key() throws -> String {
        guard peek() == UInt8(ascii: "\"") else { throw Mismatch() }
        let key = try string()
        guard peek() == UInt8(ascii: ":") else { throw Mismatch() }
        place += 1
        return key
    }

    private mutating func word() throws -> JSONValue {
        let start = place
        while place < bytes.count, Lexer.isDigit(bytes[place]) || Lexer.startsName(bytes[place]) || "+-.".utf8.contains(bytes[place]) {
            place += 1
        }
        try budget.charge(bytes: place - start)
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        switch text {
        case "null": return .null
        case "true": return true
        case "false": return false
        default:
            guard let number = NumberText.relaxed(text) else { throw Mismatch() }
            return .number(number)
        }
    }

    /// Reads a string: replaces unpaired low surrogates by U+FFFD, and parses the result strictly.
    private mutating func string() throws -> String {
        var literal: [UInt8] = []
        repeat {
            guard place < bytes.count else { throw Mismatch() }
            let byte = bytes[place]
            if byte == UInt8(ascii: "\\"), place + 1 < bytes.count {
                let unit = unit(at: place)
                if let unit, unit & 0xFC00 == 0xD800 {
                    literal += bytes[place..<place + 6]
                    place += 6
                    // The strict parser rejects a high surrogate without a low one.
                    if let low = self.unit(at: place), low & 0xFC00 == 0xDC00 {
                        literal += bytes[place..<place + 6]
                        place += 6
                    }
                } else if let unit, unit & 0xFC00 == 0xDC00 {
                    literal += "\\ufffd".utf8
                    place += 6
                } else {
                    literal += [byte, bytes[place + 1]]
                    place += 2
                }
            } else {
                literal.append(byte)
                place += 1
                if byte == UInt8(ascii: "\""), literal.count > 1 { break }
            }
            try budget.chargeBlock(at: place)
        } while true
        guard let string = try? JSONValue(parsing: literal).string else { throw Mismatch() }
        try budget.allocate(MemorySize.string(string.utf8.count))
        return string
    }

    /// The code unit of an escape `\uXXXX`.
    private func unit(at place: Int) -> UInt32? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[place + 2..<place + 6] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}

extension NumberText {
    /// A number in any spelling that jq reads: with a plus sign, leading zeros, a point at either end, `nan` and `infinity` in any case.
    static func relaxed(_ text: String) -> JSONNumber? {
        if let number = JSONNumber(literal: text) { return number }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = Substring(text.utf8.dropFirst(isNegative || text.utf8.first == UInt8(ascii: "+") ? 1 : 0))
        switch digits.count <= 8 ? digits.lowercased() : "" {
        case "nan", "snan": return JSONNumber(Double.nan)
        case "inf", "infinity": return JSONNumber(isNegative ? -Double.infinity : .infinity)
        default: break
        }
        var lexer = Lexer(String(digits))
        guard let first = lexer.peek(), Lexer.isDigit(first) || first == UInt8(ascii: "."), let token = try? lexer.next(),
            case .number(let spelled) = token.token, lexer.position == digits.utf8.count, spelled.utf8.contains(where: Lexer.isDigit)
        else { return nil }
        let number = literal(spelled)
        return isNegative ? number.negated : number
    }
}
