/// The state of Base64 between two pieces.
///
/// - SeeAlso: RFC 2045, section 6.8; RFC 4648, section 4
struct Base64State: Sendable {
    private static let invalid: UInt8 = 0xFF
    private static let space: UInt8 = 0xFE
    private static let padding: UInt8 = 0xFD

    /// The value of each digit, or what else a byte is.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        for byte in [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20] { values[byte] = space }
        values[Int(UInt8(ascii: "="))] = padding
        return values
    }()

    private(set) var hasFaults = false
    private var word: UInt32 = 0
    private var digits = 0
    /// Whether the padding ended the content, so that text behind it is no digit.
    private var hasEnded = false

    mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        if hasEnded {
            noteRest(bytes, from: 0)
            return
        }
        let values = Self.values
        let table = values.span
        output.reserveCapacity(output.count + bytes.count / 4 * 3 + 3)
        var index = 0
        let end = bytes.count
        while index < end {
            if digits == 0 {
                while index &+ 4 <= end {
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
                if index == end { return }
            }
            let value = table[Int(bytes[index])]
            index &+= 1
            if value < 64 {
                word = word << 6 | UInt32(value)
                digits += 1
                if digits == 4 {
                    output.append(UInt8(truncatingIfNeeded: word >> 16))
                    output.append(UInt8(truncatingIfNeeded: word >> 8))
                    output.append(UInt8(truncatingIfNeeded: word))
                    (word, digits) = (0, 0)
                }
            } else if value == Self.padding {
                if digits < 2 {
                    hasFaults = true
                    continue
                }
                flush(into: &output)
                hasEnded = true
                noteRest(bytes, from: index)
                return
            } else if value == Self.invalid {
                hasFaults = true
            }
        }
    }

    mutating func finish(into output: inout [UInt8]) {
        if digits == 1 { hasFaults = true }
        flush(into: &output)
    }

    /// Text behind the end, such as the footer that a list adds, is no part of the content.
    private mutating func noteRest(_ bytes: Span<UInt8>, from start: Int) {
        for index in start..<bytes.count where Self.values[Int(bytes[index])] < 64 || Self.values[Int(bytes[index])] == Self.invalid {
            hasFaults = true
            return
        }
    }

    private mutating func flush(into output: inout [UInt8]) {
        switch digits {
        case 2: output.append(UInt8(truncatingIfNeeded: word >> 4))
        case 3:
            output.append(UInt8(truncatingIfNeeded: word >> 10))
            output.append(UInt8(truncatingIfNeeded: word >> 2))
        default: break
        }
        (word, digits) = (0, 0)
    }
}
