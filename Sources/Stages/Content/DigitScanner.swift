/// Reads numbers with a fixed count of digits from a short text.
struct DigitScanner {
    private let bytes: [UInt8]
    private var index = 0

    /// The longest text that is read, in bytes; longer ones are cut and thus never match.
    private static let maxBytes = 64

    init(_ text: String) { bytes = Array(text.utf8.prefix(Self.maxBytes + 1)) }

    var isAtEnd: Bool { index == bytes.count }

    /// Reads a number of exactly this many digits; nil, and nothing is read, if there are fewer.
    mutating func number(_ count: Int) -> Int? {
        guard index + count <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[index..<index + count] {
            guard Self.isDigit(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        index += count
        return number
    }

    /// Skips one of these characters. Returns whether one stood there.
    mutating func skip(_ characters: StaticString) -> Bool {
        guard index < bytes.count, characters.description.utf8.contains(bytes[index]) else { return false }
        index += 1
        return true
    }

    /// Reads digits, which may be none.
    mutating func digits() -> String {
        let start = index
        while index < bytes.count, Self.isDigit(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Reads a plus or minus sign as 1 or -1.
    mutating func sign() -> Int? { skip("+") ? 1 : skip("-") ? -1 : nil }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
