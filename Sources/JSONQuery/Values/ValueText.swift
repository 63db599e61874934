import JSONParsing

/// Values as JSON text, as `tojson`, `tostring` and error messages show them.
struct ValueText {
    /// Beyond this depth `tojson` writes a placeholder.
    private static let maxDepth = 10_000

    private var writer: ChargingWriter
    /// Limit of the text in bytes, for messages that show the beginning only.
    private let byteLimit: Int
    /// The run to charge; nil for messages.
    private let budget: QueryBudget?

    /// An array or object that is being written, and how far.
    private enum Level {
        case array([JSONValue], next: Int)
        case object(JSONObject, next: Int)
    }

    private init(byteLimit: Int, _ budget: QueryBudget?) {
        writer = ChargingWriter(budget, byteLimit: byteLimit)
        self.byteLimit = byteLimit
        self.budget = budget
    }

    /// The value as JSON; numbers in canonical form, no escapes but the necessary ones.
    static func json(_ value: JSONValue, _ budget: QueryBudget) throws -> String {
        try json(value, byteLimit: budget.limits.maxLength, budget)
    }

    private static func json(_ value: JSONValue, byteLimit: Int, _ budget: QueryBudget?) throws -> String {
        let mark = budget?.unheldBytes ?? 0
        defer { budget?.release(to: mark) }
        var text = ValueText(byteLimit: byteLimit, budget)
        try text.write(value)
        try budget?.checkLength(text.writer.count)
        let bytes = text.writer.writer.bytes
        // jq escapes this character as well.
        guard bytes.contains(0x7F) else { return String(decoding: bytes, as: UTF8.self) }
        try budget?.checkLength(bytes.count + 5 * bytes.count { $0 == 0x7F })
        return String(decoding: bytes.flatMap { $0 == 0x7F ? Array("\\u007f".utf8) : [$0] }, as: UTF8.self)
    }

    /// The beginning of the value as JSON. It may be longer than the given number of bytes.
    static func beginning(of value: JSONValue, bytes: Int, _ budget: QueryBudget) throws -> String {
        try json(value, byteLimit: bytes, budget)
    }

    /// The string itself, or other values as JSON.
    static func string(_ value: JSONValue, _ budget: QueryBudget) throws -> String {
        switch try value.decoded() {
        case .string(let string): string
        case .number(let number): NumberText.text(of: number)
        case let other: try json(other, budget)
        }
    }

    private mutating func write(_ value: JSONValue) throws {
        var levels: [Level] = []
        var next: JSONValue? = value
        while true {
            if let value = next {
                next = nil
                guard writer.count <= byteLimit else { return }
                if let budget { try pay(for: value, budget) }
                switch try budget?.decoded(value) ?? beginning(of: value) {
                case .array(let elements): open(.array(elements, next: 0), UInt8(ascii: "["), &levels)
                case .object(let object): open(.object(object, next: 0), UInt8(ascii: "{"), &levels)
                case .number(let number): writer.append(NumberText.text(of: number))
                case let scalar: try writer.write(scalar)
                }
            }
            guard let level = levels.popLast() else { return }
            switch level {
            case .array(let elements, let index) where index < elements.count:
                if index > 0 { writer.append(UInt8(ascii: ",")) }
                levels.append(.array(elements, next: index + 1))
                next = elements[index]
            case .object(let object, let index) where index < object.count:
                if index > 0 { writer.append(UInt8(ascii: ",")) }
                levels.append(.object(object, next: index + 1))
                try writer.write(object[index].key)
                writer.append(UInt8(ascii: ":"))
                next = object[index].value
            case .array: writer.append(UInt8(ascii: "]"))
            case .object: writer.append(UInt8(ascii: "}"))
            }
        }
    }

    /// Decodes one level of a value, but no more children than the text can show: a child takes at least two bytes.
    private func beginning(of value: JSONValue) throws -> JSONValue {
        guard case .text(let text) = value, var decoder = JSONLevelDecoder(text) else { return try value.decoded() }
        return try decoder.decode(byteLimit) ?? decoder.partial
    }

    private mutating func pay(for value: JSONValue, _ budget: QueryBudget) throws {
        try budget.step()
        try budget.charge(for: value)
        try writer.pay(for: 0)
    }

    private mutating func open(_ level: Level, _ bracket: UInt8, _ levels: inout [Level]) {
        guard levels.count <= Self.maxDepth else { return writer.append("\"<skipped: too deep>\"") }
        writer.append(bracket)
        levels.append(level)
    }

    /// The value with its kind in front, shortened as in jq's messages: `string ("a long one...")`.
    static func described(_ value: JSONValue) -> String { "\(value.kind.rawValue) (\(shortened(value)))" }

    /// The first 29 bytes of the value as JSON.
    static func shortened(_ value: JSONValue) -> String {
        let limit = 29
        let text = (try? json(value, byteLimit: limit + 1, nil)) ?? "\"\""
        guard text.utf8.count > limit else { return text }
        let closing = value.kind == .string ? "\"" : ""
        var kept = text.utf8.prefix(limit - 3 - closing.utf8.count)
        while let next = text.utf8[kept.endIndex...].first, next & 0xC0 == 0x80 { kept.removeLast() }
        return String(decoding: kept, as: UTF8.self) + "..." + closing
    }
}

extension QueryRuntimeError: CustomStringConvertible {
    /// The error in words.
    public var message: String { value.string ?? "\(ValueText.described(value)) is not a string" }
    /// The message.
    public var description: String { message }
}

/// Writes JSON and charges a run for it; long strings block by block.
struct ChargingWriter {
    private(set) var writer = JSONWriter()
    /// The run to charge; nil for messages.
    private let budget: QueryBudget?
    /// Limit of the text in bytes, for messages that show the beginning only.
    private let byteLimit: Int
    /// Length in bytes up to which the run has counted memory.
    private var chargedBytes = 0

    init(_ budget: QueryBudget?, byteLimit: Int = .max) {
        self.budget = budget
        self.byteLimit = byteLimit
    }

    var count: Int { writer.bytes.count }

    /// Charges for what is written next.
    ///
    /// - Parameter length: How long it is at least, in bytes.
    mutating func pay(for length: Int) throws {
        let needed = count + length
        guard let budget, needed > chargedBytes else { return }
        try budget.checkLength(needed)
        // The buffer doubles, and it still exists while the string is made from it.
        try budget.allocate(3 * needed)
        chargedBytes = 2 * needed
    }

    mutating func write(_ string: String) throws {
        let utf8 = string.utf8
        guard utf8.count > QueryBudget.blockBytes else {
            try pay(for: utf8.count)
            return writer.write(string)
        }
        let bytes = utf8.span
        append(UInt8(ascii: "\""))
        var start = 0
        while start < bytes.count, count <= byteLimit {
            let end = min(start + QueryBudget.blockBytes, bytes.count)
            try budget?.charge(bytes: end - start)
            // Escapes may make the output longer than the string.
            try pay(for: start == 0 ? min(bytes.count, byteLimit) : end - start)
            writer.writeEscaped(bytes.extracting(start..<end))
            start = end
        }
        append(UInt8(ascii: "\""))
    }

    mutating func write(_ scalar: JSONValue) throws {
        if case .string(let string) = scalar { try write(string) } else { writer.write(scalar) }
    }

    mutating func append(_ byte: UInt8) { writer.append(byte) }

    mutating func append(_ ascii: borrowing String) { for byte in ascii.utf8 { writer.append(byte) } }
}

/// Numbers as jq writes them: literals in the canonical form of decimal arithmetic, computed ones in the shortest form.
enum NumberText {
    /// The number that a program spells; more spellings are allowed than in JSON (`.5`, `1.`, `007`).
    static func literal(_ text: String) -> JSONNumber {
        if let number = JSONNumber(literal: text) { return number }
        return JSONNumber(literal: JSONDecimal(text).text) ?? JSONNumber(Double(text) ?? .nan)
    }

    /// The number as `tojson` and `tostring` write it.
    static func text(of number: JSONNumber) -> String {
        let text = number.text
        return number.isComputed || isPlainInteger(text) ? text : JSONDecimal(text).text
    }

    private static func isPlainInteger(_ text: String) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

extension JSONNumber {
    /// Whether the number was computed. A number that was read or is a literal keeps its digits.
    var isComputed: Bool { literalText == nil }

    /// The number with the other sign; a literal keeps its digits.
    var negated: JSONNumber {
        guard !isComputed else { return JSONNumber(-double) }
        let text = self.text
        // As in jq, zero as a literal has no sign.
        if double == 0 { return JSONNumber(literal: text.hasPrefix("-") ? String(text.dropFirst()) : text) ?? self }
        return JSONNumber(literal: text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text) ?? JSONNumber(-double)
    }
}
