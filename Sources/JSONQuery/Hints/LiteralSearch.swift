import JSONParsing

/// Finds a string literal in the text of a program, to point at a place inside it.
struct LiteralSearch {
    /// Limit of literals that are compared, because each is decoded.
    private static let maxLiterals = 20

    private let bytes: [UInt8]

    init(_ source: String) { bytes = Array(source.utf8) }

    /// The offset in the program of a place in a literal; nil if no literal behind `start` has that text.
    ///
    /// - Parameters:
    ///   - fault: The place in bytes of the decoded text.
    ///   - literal: The decoded text.
    func place(of fault: Int, in literal: String, from start: Int) -> Int? {
        var count = 0
        var next = start
        while count < Self.maxLiterals, let quote = bytes[min(next, bytes.count)...].firstIndex(of: UInt8(ascii: "\"")) {
            if text(at: quote) == literal { return offset(of: fault, in: quote) }
            count += 1
            next = quote + 1
        }
        return nil
    }

    private func text(at quote: Int) -> String? {
        guard var parser = try? Parser(String(decoding: bytes[quote...], as: UTF8.self)), parser.token == .quote else { return nil }
        // The token behind the literal may be wrong in this place, as the rest of an interpolation is.
        guard case .literal(let value)? = try? parser.string(format: nil) else { return nil }
        return value.string
    }

    /// The offset in the program of a decoded byte of the literal.
    private func offset(of decoded: Int, in quote: Int) -> Int {
        var position = quote + 1
        var passed = 0
        while passed < decoded, position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\\") else {
                position += 1
                passed += 1
                continue
            }
            guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u"), position + 6 <= bytes.count else {
                position += 2
                passed += 1
                continue
            }
            let unit = UInt32(String(decoding: bytes[position + 2..<position + 6], as: UTF8.self), radix: 16) ?? 0
            passed += unit < 0x80 ? 1 : unit < 0x800 || unit & 0xF800 == 0xD800 ? 2 : 3
            position += 6
        }
        return position
    }
}
