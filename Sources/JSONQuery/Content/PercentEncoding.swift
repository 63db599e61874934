import JSONParsing

/// Percent-encoding (RFC 3986, section 2.1). The run is charged while the output grows, which a function of another target cannot do.
enum PercentEncoding {
    static func encoded(_ text: String, _ budget: QueryBudget) throws -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let utf8 = text.utf8
        let bytes = utf8.span
        var output = try TextBuilder(budget, expecting: bytes.count)
        for place in bytes.indices {
            let byte = bytes[place]
            if Lexer.isDigit(byte) || Lexer.startsName(byte) || "-.~".utf8.contains(byte) {
                try output.append(byte)
            } else {
                try output.append(UInt8(ascii: "%"))
                try output.append(digits[Int(byte >> 4)])
                try output.append(digits[Int(byte & 15)])
            }
        }
        return try output.finish()
    }

    static func decoded(_ text: String, _ value: JSONValue, _ budget: QueryBudget) throws -> String {
        let failure = QueryRuntimeError("\(ValueText.described(value)) is not a valid uri encoding")
        let utf8 = text.utf8
        let bytes = utf8.span
        var output = try TextBuilder(budget, expecting: bytes.count / 3)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            guard byte == UInt8(ascii: "%") else {
                try output.append(byte)
                place += 1
                continue
            }
            guard place + 2 < bytes.count, let high = hexadecimalValue(bytes[place + 1]), let low = hexadecimalValue(bytes[place + 2])
            else { throw failure }
            try output.append(high << 4 | low)
            place += 3
        }
        guard let string = try output.finishIfValid() else { throw failure }
        return string
    }

    /// The value of two hexadecimal digits; nil for others, or if there is only one.
    static func byte(ofDigits digits: Substring.UTF8View) -> UInt8? {
        guard digits.count == 2, let first = digits.first, let last = digits.last, let high = hexadecimalValue(first),
            let low = hexadecimalValue(last)
        else { return nil }
        return high << 4 | low
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
