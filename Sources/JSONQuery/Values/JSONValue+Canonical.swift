public import JSONParsing

extension JSONValue {
    /// A text that is equal for equal values and differs for others: `1` and `1.0`, members in any order, escapes written in any way.
    /// It is JSON but for its numbers, and meant as a key for sets and dictionaries: all of it is ASCII, so that comparing such texts
    /// compares bytes, and strings that only look the same stay apart.
    ///
    /// - Throws: ``JSONError`` for text that cannot be decoded.
    public func canonicalText() throws -> String { try canonicalText(nil) }

    /// As above, and charges a run for the work.
    func canonicalText(_ run: Run?) throws -> String {
        enum Step {
            case value(JSONValue)
            case bytes(String)
            case key(String)
        }
        let mark = run?.unheldBytes ?? 0
        defer { run?.release(to: mark) }
        var writer = ChargingWriter(run)
        var steps: [Step] = [.value(self)]
        while let step = steps.popLast() {
            switch step {
            case .bytes(let text): writer.append(text)
            case .key(let key):
                try writer.write(key)
                writer.append(UInt8(ascii: ":"))
            case .value(let value):
                try writer.pay(for: 0)
                try run?.step()
                try run?.charge(for: value)
                switch try run?.decoded(value) ?? value.decoded() {
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
                    for (index, key) in try object.sortedKeys(run).enumerated().reversed() {
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
        return bytes.allSatisfy { $0 < 0x80 } ? text : try Self.escaped(text, run)
    }

    /// The text with everything but ASCII written as `\u` and four digits for each unit of UTF-16.
    private static func escaped(_ text: String, _ run: Run?) throws -> String {
        var output: [UInt8] = []
        var chargedBytes = Run.blockBytes
        for unit in text.utf16 {
            if let run, output.count >= chargedBytes {
                // The buffer doubles, and it still exists while the string is made from it.
                try run.checkLength(output.count)
                chargedBytes = 2 * output.count
                try run.allocate(chargedBytes)
                try run.charge(bytes: chargedBytes)
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
