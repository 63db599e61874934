public import JSONParsing

/// Detects byte order marks, and UTF-16 or UTF-32 in place of UTF-8, from the first bytes of an input.
public enum ByteOrderMark {
    /// The number of bytes that distinguishes all encodings.
    static let maxBytes = 4

    /// Whether the first bytes of an input are too few to detect its encoding.
    public static func needsMore(_ start: [UInt8]) -> Bool {
        guard start.count < maxBytes, let first = start.first else { return start.isEmpty }
        return start.count < 2 || first == 0xEF && start.count < 3 || first == 0xFE || first == 0xFF || start.contains(0)
    }

    /// The length of the byte order mark at the start of JSON text, in bytes: 3 or 0.
    ///
    /// - Parameter chunk: The start of the input, long enough for ``needsMore(_:)`` to return false, or the whole input.
    /// - Throws: ``JSONError`` at offset 0 for UTF-16 and UTF-32. JSON between systems must be UTF-8 (RFC 8259, section 8.1).
    public static func lengthToSkip(in chunk: [UInt8]) throws(JSONError) -> Int {
        if chunk.starts(with: mark) { return mark.count }
        let zeros = chunk.prefix(maxBytes).map { $0 == 0 }
        guard hasWideMark(chunk) || zeros.contains(true) else { return 0 }
        // The first character of JSON is ASCII: UTF-16 has one zero byte in it, UTF-32 two or more in a row.
        let isUTF32 = zeros.count == 4 && (zeros[0] && zeros[1] || zeros[2] && zeros[3])
        throw JSONError(.wrongEncoding(isUTF32 ? "UTF-32" : "UTF-16"), offset: 0)
    }

    /// The length of the byte order mark at the start of plain text, in bytes: 3 or 0. In plain text, NUL is an ordinary character.
    ///
    /// - Parameter chunk: The start of the input, long enough for ``needsMore(_:)`` to return false, or the whole input.
    /// - Returns: nil if the text begins with a mark of UTF-16 or UTF-32.
    public static func lengthToSkip(inText chunk: [UInt8]) -> Int? {
        hasWideMark(chunk) ? nil : chunk.starts(with: mark) ? mark.count : 0
    }

    /// Whether a table is in UTF-16 or UTF-32, with a mark or without. The first characters of a table are ASCII, as a rule: in UTF-16, every
    /// second byte of them is zero.
    ///
    /// - Parameter chunk: The start of the input, long enough for ``needsMore(_:)`` to return false, or the whole input.
    static func isWide(table chunk: [UInt8]) -> Bool {
        guard !hasWideMark(chunk), chunk.count >= maxBytes else { return hasWideMark(chunk) }
        return chunk[0] == 0 && chunk[2] == 0 || chunk[1] == 0 && chunk[3] == 0
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func hasWideMark(_ chunk: [UInt8]) -> Bool {
        chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF])
    }
}
