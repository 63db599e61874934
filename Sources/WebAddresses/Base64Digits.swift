/// Decodes the digits of Base64. What else a text may have, such as line ends and padding, is the business of its reader.
///
/// - SeeAlso: [RFC 4648, section 4](https://www.rfc-editor.org/rfc/rfc4648#section-4)
package struct Base64Digits: Sendable {
    /// The number of digits that wait for others of their group of four.
    package private(set) var pending = 0
    private var word: UInt32 = 0

    /// The value of a byte that is no digit.
    private static let none: UInt8 = 0xFF
    /// The value of each digit.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: none, count: 256)
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    package init() {}

    /// Whether a byte is a digit.
    package static func isDigit(_ byte: UInt8) -> Bool { values[Int(byte)] != none }

    /// Decodes digits up to the next byte that is none.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - start: The offset of the first byte.
    ///   - output: The decoded bytes are appended to it. Digits of an incomplete group wait.
    /// - Returns: The offset of the byte that is no digit, or the end.
    package mutating func decode(_ bytes: Span<UInt8>, from start: Int, into output: inout [UInt8]) -> Int {
        let values = Self.values
        let table = values.span
        var index = start
        let end = bytes.count
        while index < end {
            while pending == 0, index &+ 4 <= end {
                let first = table[Int(bytes[index])]
                let second = table[Int(bytes[index &+ 1])]
                let third = table[Int(bytes[index &+ 2])]
                let fourth = table[Int(bytes[index &+ 3])]
                if (first | second | third | fourth) & 0xC0 != 0 { break }
                output.append(first << 2 | second >> 4)
                output.append(second << 4 | third >> 2)
                output.append(third << 6 | fourth)
                index &+= 4
            }
            if index == end { break }
            let value = table[Int(bytes[index])]
            if value == Self.none { break }
            index &+= 1
            word = word << 6 | UInt32(value)
            pending += 1
            guard pending == 4 else { continue }
            output.append(UInt8(truncatingIfNeeded: word >> 16))
            output.append(UInt8(truncatingIfNeeded: word >> 8))
            output.append(UInt8(truncatingIfNeeded: word))
            (word, pending) = (0, 0)
        }
        return index
    }

    /// Ends the digits: appends the bytes of an incomplete group.
    ///
    /// - Returns: false for a single digit, which gives no byte.
    package mutating func finish(into output: inout [UInt8]) -> Bool {
        defer { (word, pending) = (0, 0) }
        switch pending {
        case 1: return false
        case 2: output.append(UInt8(truncatingIfNeeded: word >> 4))
        case 3:
            output.append(UInt8(truncatingIfNeeded: word >> 10))
            output.append(UInt8(truncatingIfNeeded: word >> 2))
        default: break
        }
        return true
    }
}
