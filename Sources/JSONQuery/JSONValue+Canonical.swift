public import JSONParsing

extension JSONValue {
    /// A text that is equal for equal values and differs for others: `1` and `1.0`, members in any order, escapes written in any way.
    /// It is JSON but for its numbers, and meant as a key for sets and dictionaries.
    ///
    /// - Throws: ``JSONError`` for text that cannot be decoded.
    public func canonicalText() throws -> String {
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
                    for (index, key) in object.sortedKeys.enumerated().reversed() {
                        steps.append(.value(object[key] ?? .null))
                        steps.append(.key(key))
                        if index > 0 { steps.append(.bytes(",")) }
                    }
                case let scalar: writer.write(scalar)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// One spelling for each value of a number.
enum NumberKey {
    static func text(of number: JSONNumber) -> String {
        let value = number.double
        if value == value.rounded(), abs(value) < 0x1p53, value != 0 { return String(Int64(value)) }
        if value.isNaN { return "nan" }
        return Decimal(number.literalText ?? NumberText.shortest(value)).key
    }
}
