import JSONParsing

/// Orders numbers by value. Two literals with the same floating-point value are ordered by their digits.
enum NumberOrder {
    static func compare(_ left: JSONNumber, _ right: JSONNumber) -> Int {
        if let a = left.storedInteger, let b = right.storedInteger { return a < b ? -1 : a > b ? 1 : 0 }
        let a = left.double
        let b = right.double
        if a < b { return -1 }
        if a > b { return 1 }
        if a.isNaN || b.isNaN { return a.isNaN ? -1 : 1 }
        guard let leftText = left.literalText, let rightText = right.literalText else { return 0 }
        return JSONDecimal(leftText).compared(to: JSONDecimal(rightText))
    }
}
