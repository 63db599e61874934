import JSONParsing

/// Percent-encoding (RFC 3986, section 2.1).
enum Percent {
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        for byte in text.utf8 {
            if Lexer.isDigit(byte) || Lexer.startsName(byte) || "-.~".utf8.contains(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func decoded(_ text: String, _ value: JSONValue) throws -> String {
        let failure = QueryRuntimeError("\(ValueText.described(value)) is not a valid uri encoding")
        var output: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                output.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimalValue), let low = rest.popFirst().flatMap(hexadecimalValue) else {
                throw failure
            }
            output.append(high << 4 | low)
        }
        guard let string = String(validating: output, as: UTF8.self) else { throw failure }
        return string
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
