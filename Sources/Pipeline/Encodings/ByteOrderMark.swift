internal import HTMLParsing
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

    /// An encoding with wide code units.
    enum WideEncoding: Equatable {
        case utf16(HTMLEncoding, hasMark: Bool)
        case utf32
    }

    /// The wide encoding of an input; nil for an encoding whose code units are bytes.
    ///
    /// The first characters of JSON and of a table are ASCII, as a rule: in UTF-16, every second byte of them is zero. In plain text, NUL is
    /// an ordinary character, so that only a mark counts.
    ///
    /// - Parameter chunk: The start of the input, long enough for ``needsMore(_:)`` to return false, or the whole input.
    static func wideEncoding(of chunk: [UInt8], _ content: TextDecoding.Content) -> WideEncoding? {
        if chunk.starts(with: [0xFF, 0xFE, 0, 0]) || chunk.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32 }
        if chunk.starts(with: [0xFF, 0xFE]) { return .utf16(.utf16LE, hasMark: true) }
        if chunk.starts(with: [0xFE, 0xFF]) { return .utf16(.utf16BE, hasMark: true) }
        let zeros = chunk.prefix(maxBytes).map { $0 == 0 }
        switch content {
        case .text: return nil
        case .json:
            guard zeros.count > 1, zeros.contains(true) else { return nil }
            if zeros.count == 4, zeros[0] && zeros[1] || zeros[2] && zeros[3] { return .utf32 }
            return .utf16(zeros[0] ? .utf16BE : .utf16LE, hasMark: false)
        case .table:
            guard zeros.count == maxBytes else { return nil }
            if zeros[0] && zeros[2], !zeros[1] { return .utf16(.utf16BE, hasMark: false) }
            return zeros[1] && zeros[3] && !zeros[0] ? .utf16(.utf16LE, hasMark: false) : nil
        }
    }

    /// The result of the search for a line end in UTF-16.
    enum UTF16LineEndSearch {
        case found(HTMLEncoding)
        /// The table has no line end in UTF-16.
        case missing
        /// The bytes are too few to decide.
        case unknown
    }

    /// Looks for the end of the first line. Names of columns in Chinese have no zero bytes in UTF-16, but delimiters and line ends have.
    ///
    /// - Parameters:
    ///   - bytes: The start of the table.
    ///   - isWhole: Whether these bytes are the whole table.
    static func wideLineEnd(in bytes: [UInt8], isWhole: Bool) -> UTF16LineEndSearch {
        let start = bytes.prefix(maxFirstLine)
        guard start.contains(0), !isUTF8(start) else { return isWhole || bytes.count >= minNarrowBytes ? .missing : .unknown }
        for (index, byte) in start.enumerated() where byte == 0x0A {
            if index % 2 == 1, bytes[index - 1] == 0 { return .found(.utf16BE) }
            guard index % 2 == 0 else { continue }
            if index + 1 == bytes.count { return isWhole ? .missing : .unknown }
            if bytes[index + 1] == 0 { return .found(.utf16LE) }
        }
        return isWhole || bytes.count >= maxFirstLine ? .missing : .unknown
    }

    /// Whether bytes are UTF-8, apart from a last character that may be cut. Chinese text in UTF-16 is hardly ever valid UTF-8.
    private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return true
        } catch {
            return error.byteOffsets.lowerBound + 3 >= bytes.count && bytes.count >= minNarrowBytes
        }
    }

    /// The limit of the search for the first line end of a table, in bytes.
    private static let maxFirstLine = 4096
    /// A table that begins with this number of bytes without a zero byte is not UTF-16.
    private static let minNarrowBytes = 32

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func hasWideMark(_ chunk: [UInt8]) -> Bool {
        chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF])
    }
}
