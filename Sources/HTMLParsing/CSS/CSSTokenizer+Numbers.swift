/// Numbers, percentages and dimensions.
extension CSSTokenizer {
    mutating func readNumeric(_ bytes: Span<UInt8>, _ token: inout CSSToken) {
        if bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
        skipDigits(bytes)
        if index + 1 < end, bytes[index] == UInt8(ascii: "."), bytes[index + 1].isASCIIDigit {
            index += 1
            skipDigits(bytes)
        }
        if index + 1 < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
            let isSigned = bytes[index + 1] == UInt8(ascii: "+") || bytes[index + 1] == UInt8(ascii: "-")
            let digits = index + (isSigned ? 2 : 1)
            if digits < end, bytes[digits].isASCIIDigit {
                index = digits
                skipDigits(bytes)
            }
        }
        token.numberEnd = index
        token.kind = .number
        if beginsName(bytes, at: index) {
            readName(bytes, &token)
            token.kind = .dimension
        } else if index < end, bytes[index] == UInt8(ascii: "%") {
            index += 1
            token.kind = .percentage
        }
    }

    private mutating func skipDigits(_ bytes: Span<UInt8>) {
        while index < end, bytes[index].isASCIIDigit { index += 1 }
    }

    func beginsNumber(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        var place = place
        if bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
        guard place < end else { return false }
        if bytes[place].isASCIIDigit { return true }
        return bytes[place] == UInt8(ascii: ".") && place + 1 < end && bytes[place + 1].isASCIIDigit
    }
}
