/// Access to the characters of a buffer of UTF-8.
extension [UInt8] {
    /// Decodes the character that begins at `index` of well-formed UTF-8.
    ///
    /// - Returns: The character and its length in bytes.
    func scalar(at index: Int) -> (scalar: Unicode.Scalar, count: Int) {
        let first = UInt32(self[index])
        if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC0, index + count <= self.count else { return ("\u{FFFD}", 1) }
        var value = first & (0xFF >> (UInt32(count) + 1))
        for next in self[index + 1..<index + count] { value = value << 6 | UInt32(next & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", count)
    }

    /// The offset of the first byte of the character that ends before `index`.
    func startOfScalar(endingAt index: Int) -> Int {
        var start = index - 1
        while start > 0, index - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    /// The class of the character that begins at `index`.
    func classAfter(_ index: Int) -> CharacterClass {
        let byte = self[index]
        return byte < 0x80 ? .ofASCII(byte) : .of(scalar(at: index).scalar)
    }

    /// The class of the character that ends before `index`.
    func classBefore(_ index: Int) -> CharacterClass {
        let byte = self[index - 1]
        return byte < 0x80 ? .ofASCII(byte) : .of(scalar(at: startOfScalar(endingAt: index)).scalar)
    }

    /// The number of Unicode scalars in a range of bytes.
    func characterCount(_ range: Range<Int>) -> Int {
        var count = 0
        for index in range where self[index] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}

extension UInt8 {
    /// The hexadecimal digit for a value from 0 to 15, in upper case.
    static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
