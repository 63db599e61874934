package import JSONParsing

/// Tells UTF-8 from what is not, by the first bytes of an input.
package enum ByteOrderMark {
    /// So many bytes tell all encodings apart.
    static let maxBytes = 4

    /// Whether the first bytes of an input leave open how it goes on: the start of a mark, or of UTF-16 or UTF-32.
    package static func needsMore(_ start: [UInt8]) -> Bool {
        guard start.count < maxBytes, let first = start.first else { return start.isEmpty }
        return start.count < 2 || first == 0xEF && start.count < 3 || first == 0xFE || first == 0xFF || start.contains(0)
    }

    /// How many bytes of a UTF-8 byte order mark to pass over.
    ///
    /// - Parameter chunk: The start of the input: at least as much as ``needsMore(_:)`` wants.
    /// - Throws: ``JSONError`` at offset 0 for UTF-16 and UTF-32, which JSON exchanged between systems may not be in
    ///   (RFC 8259, section 8.1).
    package static func lengthToSkip(in chunk: [UInt8]) throws(JSONError) -> Int {
        if chunk.starts(with: mark) { return mark.count }
        let zeros = chunk.prefix(maxBytes).map { $0 == 0 }
        guard hasWideMark(chunk) || zeros.contains(true) else { return 0 }
        // In UTF-16 every other byte at most is zero, in UTF-32 two side by side.
        let isUTF32 = zeros.count == 4 && (zeros[0] && zeros[1] || zeros[2] && zeros[3])
        throw JSONError(.wrongEncoding(isUTF32 ? "UTF-32" : "UTF-16"), offset: 0)
    }

    /// The same for text, in which a NUL is a character as any other.
    ///
    /// - Returns: nil for a mark of UTF-16 or UTF-32.
    package static func lengthToSkip(inText chunk: [UInt8]) -> Int? {
        hasWideMark(chunk) ? nil : chunk.starts(with: mark) ? mark.count : 0
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func hasWideMark(_ chunk: [UInt8]) -> Bool {
        chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF])
    }
}
