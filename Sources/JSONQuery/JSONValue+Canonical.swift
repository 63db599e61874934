public import JSONParsing

extension JSONValue {
    /// A text that is equal for equal values and differs for others: `1` and `1.0`, members in any order, escapes written in any way.
    /// It is JSON but for its numbers, and meant as a key for sets and dictionaries: all of it is ASCII, so that comparing such texts
    /// compares bytes, and strings that only look the same stay apart.
    ///
    /// - Throws: ``JSONError`` for text that cannot be decoded.
    public func canonicalText() throws -> String { try canonicalText(nil) }

    /// The same, at the cost of a run.
    func canonicalText(_ run: Run?) throws -> String {
        enum Step {
            case value(JSONValue)
            case bytes(String)
            case key(String)
        }
        var writer = JSONWriter()
        var steps: [Step] = [.value(self)]
        func append(_ text: String) {
            for byte in text.utf8 { writer.append(byte) }
        }
        while let step = steps.popLast() {
            switch step {
            case .bytes(let text): append(text)
            case .key(let key):
                writer.write(key)
                writer.append(UInt8(ascii: ":"))
            case .value(let value):
                try run?.step()
                try run?.charge(for: value)
                switch try value.decoded() {
                case .number(let number): append(NumberKey.text(of: number))
                case .array(let elements):
                    append("[")
                    steps.append(.bytes("]"))
                    for (index, element) in elements.enumerated().reversed() {
                        steps.append(.value(element))
                        if index > 0 { steps.append(.bytes(",")) }
                    }
                case .object(let object):
                    append("{")
                    steps.append(.bytes("}"))
                    for (index, key) in try object.sortedKeys(run).enumerated().reversed() {
                        steps.append(.value(object[key] ?? .null))
                        steps.append(.key(key))
                        if index > 0 { steps.append(.bytes(",")) }
                    }
                case let scalar: writer.write(scalar)
                }
            }
        }
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return writer.bytes.allSatisfy { $0 < 0x80 } ? text : Self.escaped(text)
    }

    /// The text with everything but ASCII written as `\u` and four digits for each unit of UTF-16.
    private static func escaped(_ text: String) -> String {
        var output: [UInt8] = []
        for unit in text.utf16 {
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
