extension JSONScanner {
    /// Scans a byte of a string that is no plain ASCII character: a quotation mark, a backslash, or the start of a longer character.
    ///
    /// - Returns: Whether the string has ended.
    @inline(__always)
    mutating func scanSpecialStringByte(in chunk: Span<UInt8>, at position: inout Int) throws(JSONError) -> Bool {
        let byte = chunk[position]
        if byte == UInt8(ascii: "\"") {
            position &+= 1
            tokenEnd = consumed &+ position
            if isKey { state = .colon } else { endValue() }
            return true
        }
        if byte == UInt8(ascii: "\\") {
            state = .escape
        } else if byte < 0x20 {
            throw JSONError(.controlCharacter(byte), offset: consumed &+ position)
        } else {
            try beginCharacter(byte, at: position)
        }
        position &+= 1
        return false
    }

    /// Sets the valid range of the next byte of a multi-byte character (RFC 3629, section 4).
    private mutating func beginCharacter(_ byte: UInt8, at position: Int) throws(JSONError) {
        characterStart = consumed &+ position
        characterByte = byte
        continuationLow = 0x80
        continuationHigh = 0xBF
        switch byte {
        case 0xC2...0xDF: pending = 1
        case 0xE0:
            pending = 2
            continuationLow = 0xA0
        case 0xED:
            pending = 2
            continuationHigh = 0x9F
        case 0xE1...0xEF: pending = 2
        case 0xF0:
            pending = 3
            continuationLow = 0x90
        case 0xF1...0xF3: pending = 3
        case 0xF4:
            pending = 3
            continuationHigh = 0x8F
        default: throw JSONError(.invalidUTF8(byte), offset: characterStart)
        }
        state = .continuation
    }

    mutating func scanInsideString(_ byte: UInt8, at position: Int) throws(JSONError) {
        switch state {
        case .continuation:
            guard byte >= continuationLow, byte <= continuationHigh else {
                throw JSONError(.invalidUTF8(byte, after: characterByte), offset: characterStart)
            }
            continuationLow = 0x80
            continuationHigh = 0xBF
            pending &-= 1
            if pending == 0 { state = .string }
        case .escape:
            switch byte {
            case UInt8(ascii: "u"):
                state = .hexadecimal
                pending = 4
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
                UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
                state = .string
            default:
                let expected = "one of \" \\ / b f n r t u after a backslash"
                throw JSONError(.invalidEscape(byte, expected: expected), offset: consumed &+ position)
            }
        default:
            guard isHexadecimal(byte) else {
                throw JSONError(.invalidEscape(byte, expected: "four hexadecimal digits after \\u"), offset: consumed &+ position)
            }
            pending &-= 1
            if pending == 0 { state = .string }
        }
    }

    /// - Returns: Whether the literal has ended.
    mutating func scanLiteral(in chunk: Span<UInt8>, at position: inout Int) throws(JSONError) -> Bool {
        while position < chunk.count {
            guard chunk[position] == UInt8(truncatingIfNeeded: literalRest) else { throw unexpected(chunk[position], at: position) }
            position &+= 1
            literalRest >>= 8
            if literalRest == 0 {
                tokenEnd = consumed &+ position
                endScalar()
                return true
            }
        }
        return false
    }

    /// Scans a number (RFC 8259, section 6).
    ///
    /// - Returns: Whether the number has ended; `position` is then the byte after it.
    mutating func scanNumber(in chunk: Span<UInt8>, at position: inout Int) throws(JSONError) -> Bool {
        while position < chunk.count {
            let byte = chunk[position]
            guard let following = try numberState(after: byte, at: position) else {
                tokenEnd = consumed &+ position
                endScalar()
                return true
            }
            state = following
            position &+= 1
        }
        return false
    }

    /// - Returns: The state after this byte of a number; nil if the number ended before it.
    @inline(__always)
    private func numberState(after byte: UInt8, at position: Int) throws(JSONError) -> State? {
        let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        switch state {
        case .integer:
            return isDigit ? .integer : byte == UInt8(ascii: ".") ? .point : byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
        case .fraction:
            return isDigit ? .fraction : byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
        case .exponentDigits:
            return isDigit ? .exponentDigits : nil
        case .zero where !isDigit:
            return byte == UInt8(ascii: ".") ? .point : byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
        case .minus where isDigit:
            return byte == UInt8(ascii: "0") ? .zero : .integer
        case .point where isDigit:
            return .fraction
        case .exponent where isDigit, .exponentSign where isDigit:
            return .exponentDigits
        case .exponent where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
            return .exponentSign
        default:
            let expected = state == .zero ? "\".\", \"e\" or the end of a number that begins with 0" : expectation
            throw JSONError(.invalidNumber(byte, expected: expected), offset: consumed &+ position)
        }
    }
}
