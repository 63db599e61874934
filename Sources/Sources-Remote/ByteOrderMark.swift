internal import JSONParsing
internal import Pipeline

/// Tells UTF-8 from what is not, by the first bytes of an input.
enum ByteOrderMark {
    /// How many bytes of a UTF-8 byte order mark to pass over.
    ///
    /// - Throws: ``JSONError`` at offset 0 for UTF-16 and UTF-32, which JSON exchanged between systems may not be in
    ///   (RFC 8259, section 8.1).
    static func lengthToSkip(in chunk: [UInt8]) throws(JSONError) -> Int {
        if chunk.starts(with: [0xEF, 0xBB, 0xBF]) { return 3 }
        let zeros = chunk.prefix(4).map { $0 == 0 }
        let isWide = chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF]) || zeros.contains(true)
        guard isWide else { return 0 }
        let isUTF32 = zeros.count == 4 && zeros[2] && (zeros[1] || zeros[3])
        throw JSONError(.wrongEncoding(isUTF32 ? "UTF-32" : "UTF-16"), offset: 0)
    }
}
