public import JSONParsing

extension JSONValue {
    /// A text that is equal for equal values and differs for others: `1` and `1.0`, members in any order, escapes written in any way.
    /// It is JSON but for its numbers, and meant as a key for sets and dictionaries: all of it is ASCII, so that comparing such texts
    /// compares bytes, and strings that only look the same stay apart.
    ///
    /// - Throws: ``JSONError`` for text that cannot be decoded.
    public func canonicalText() throws -> String { try canonicalText(nil) }

    /// As ``canonicalText()``, and charges a run for the work.
    func canonicalText(_ budget: QueryBudget?) throws -> String {
        enum PendingWrite {
            case value(JSONValue)
            case bytes(String)
            case key(String)
        }
        let mark = budget?.unheldBytes ?? 0
        defer { budget?.release(to: mark) }
        var writer = ChargingWriter(budget)
        var steps: [PendingWrite] = [.value(self)]
        while let step = steps.popLast() {
            switch step {
            case .bytes(let text): writer.append(text)
            case .key(let key):
                try writer.write(key)
                writer.append(UInt8(ascii: ":"))
            case .value(let value):
                try writer.pay(for: 0)
                try budget?.step()
                try budget?.charge(for: value)
                switch try budget?.decoded(value) ?? value.decoded() {
                case .number(let number): writer.append(NumberKey.text(of: number))
                case .array(let elements):
                    writer.append("[")
                    steps.append(.bytes("]"))
                    for (index, element) in elements.enumerated().reversed() {
                        steps.append(.value(element))
                        if index > 0 { steps.append(.bytes(",")) }
                    }
                case .object(let object):
                    writer.append("{")
                    steps.append(.bytes("}"))
                    for (index, key) in try object.sortedKeys(budget).enumerated().reversed() {
                        steps.append(.value(object[key] ?? .null))
                        steps.append(.key(key))
                        if index > 0 { steps.append(.bytes(",")) }
                    }
                case let scalar: try writer.write(scalar)
                }
            }
        }
        let bytes = writer.writer.bytes
        let text = String(decoding: bytes, as: UTF8.self)
        return bytes.allSatisfy { $0 < 0x80 } ? text : try Self.escaped(text, budget)
    }

    /// The text with everything but ASCII written as `\u` and four digits for each unit of UTF-16.
    private static func escaped(_ text: String, _ budget: QueryBudget?) throws -> String {
        var output: [UInt8] = []
        var chargedBytes = QueryBudget.blockBytes
        for unit in text.utf16 {
            if let budget, output.count >= chargedBytes {
                // The buffer doubles, and it still exists while the string is made from it.
                try budget.checkLength(output.count)
                chargedBytes = 2 * output.count
                try budget.allocate(chargedBytes)
                try budget.charge(bytes: chargedBytes)
            }
            if unit < 0x80 {
                output.append(UInt8(unit))
            } else {
                output += "\\u".utf8
                let digits = String(unit, radix: 16)
                output += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
                output += digits.utf8
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

/// A key that is equal for equal numbers.
private enum NumberKey {
    static func text(of number: JSONNumber) -> String {
        if let integer = number.storedInteger { return text(of: integer) }
        // All digits of a literal count, also those beyond the precision of a floating-point value.
        if let literal = number.literalText { return JSONDecimal(literal).key }
        let value = number.double
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-inf" : "inf" }
        if value == value.rounded(), abs(value) < 0x1p53 { return String(Int64(value)) }
        return JSONDecimal(number.text).key
    }

    private static func text(of integer: Int64) -> String {
        let text = String(integer)
        return text.utf8.count <= JSONDecimal.maxPlainKeyDigits ? text : JSONDecimal(text).key
    }
}
