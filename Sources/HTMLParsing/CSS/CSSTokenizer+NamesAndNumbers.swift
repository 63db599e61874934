/// Names, functions, URLs, strings and the escapes in them.
extension CSSTokenizer {
    mutating func readIdentLike(_ bytes: Span<UInt8>, _ token: inout CSSToken) {
        let start = index
        readName(bytes, &token)
        token.kind = .ident
        guard index < end, bytes[index] == UInt8(ascii: "(") else { return }
        index += 1
        token.kind = .function
        guard index - start == 4, bytes[start] | 0x20 == UInt8(ascii: "u"), bytes[start + 1] | 0x20 == UInt8(ascii: "r"),
            bytes[start + 2] | 0x20 == UInt8(ascii: "l")
        else { return }
        var place = index
        while place < end, bytes[place].isHTMLWhitespace { place += 1 }
        if place < end, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") { return }
        readURL(bytes, &token)
    }

    /// Reads an unquoted URL to its parenthesis. A quote or a parenthesis inside makes it a bad URL, which ends at the same parenthesis.
    private mutating func readURL(_ bytes: Span<UInt8>, _ token: inout CSSToken) {
        token.kind = .url
        while index < end {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: ")"): return
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("): token.kind = .badURL
            case UInt8(ascii: "\\"):
                if index < end { index += 1 }
            default: break
            }
        }
    }

    mutating func readString(_ quote: UInt8, _ bytes: Span<UInt8>, _ token: inout CSSToken) {
        token.kind = .string
        index += 1
        while index < end {
            let byte = bytes[index]
            switch byte {
            case quote:
                index += 1
                token.isClosed = true
                return
            case 0x0A, 0x0D, 0x0C:
                token.kind = .badString
                return
            case UInt8(ascii: "\\"):
                token.hasEscape = true
                index = min(index + 2, end)
            default: index += 1
            }
        }
    }

    mutating func readName(_ bytes: Span<UInt8>, _ token: inout CSSToken) {
        while index < end {
            if CSSByteClass.isName(bytes[index]) {
                index += 1
            } else if isEscape(bytes, at: index) {
                token.hasEscape = true
                skipEscape(bytes)
            } else {
                return
            }
        }
    }

    private mutating func skipEscape(_ bytes: Span<UInt8>) {
        index += 1
        var digits = 0
        while index < end, digits < 6, bytes[index].hexDigitValue != nil {
            index += 1
            digits += 1
        }
        if digits == 0 {
            if index < end { index += 1 }
        } else if index < end, bytes[index].isHTMLWhitespace {
            index += bytes[index] == 0x0D && index + 1 < end && bytes[index + 1] == 0x0A ? 2 : 1
        }
    }

    func isEscape(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        guard place < end, bytes[place] == UInt8(ascii: "\\") else { return false }
        return place + 1 >= end || !(bytes[place + 1] == 0x0A || bytes[place + 1] == 0x0D || bytes[place + 1] == 0x0C)
    }

    func beginsName(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        guard place < end else { return false }
        if bytes[place] != UInt8(ascii: "-") {
            return CSSByteClass.of(bytes[place]) == .nameStart || isEscape(bytes, at: place)
        }
        guard place + 1 < end else { return false }
        let next = bytes[place + 1]
        return next == UInt8(ascii: "-") || CSSByteClass.of(next) == .nameStart || isEscape(bytes, at: place + 1)
    }
}

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
