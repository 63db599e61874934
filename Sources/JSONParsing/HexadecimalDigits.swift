/// Whether a byte is a hexadecimal digit, small or capital.
@inline(__always)
func isHexadecimal(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

/// Whether all four bytes of a word are hexadecimal digits, without a branch.
@inline(__always)
func areHexadecimal(_ bytes: UInt32) -> Bool {
    // The highest bit of a byte says whether it is at least as large as the first, and not larger than the last digit or letter.
    let low = bytes & 0x7F7F_7F7F
    let small = low | 0x2020_2020
    let isDigit = (low &+ 0x5050_5050) & ~(low &+ 0x4646_4646)
    let isLetter = (small &+ 0x1F1F_1F1F) & ~(small &+ 0x1919_1919)
    return (isDigit | isLetter) & ~bytes & 0x8080_8080 == 0x8080_8080
}

/// The value of a byte that is a hexadecimal digit.
func hexadecimalValue(of digit: UInt8) -> UInt16 {
    let letterOffset: UInt8 = digit > UInt8(ascii: "9") ? 9 : 0  // "A" and "a" end in 1, and stand for 10
    return UInt16((digit & 0x0F) &+ letterOffset)
}
