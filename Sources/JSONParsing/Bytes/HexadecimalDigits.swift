/// Whether a byte is a hexadecimal digit, upper or lower case.
@inline(__always)
func isHexadecimal(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

/// The value of a valid hexadecimal digit.
func hexadecimalValue(of digit: UInt8) -> UInt16 {
    let letterOffset: UInt8 = digit > UInt8(ascii: "9") ? 9 : 0  // the low four bits of "A" and "a" are 1, their value is 10
    return UInt16((digit & 0x0F) &+ letterOffset)
}
