import JSONParsing

/// A key that is equal for equal numbers.
enum NumberKey {
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
