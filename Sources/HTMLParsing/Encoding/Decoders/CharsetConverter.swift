#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Converts text of one charset to UTF-8 with the system's `iconv`. Nothing else calls it.
///
/// Each call starts afresh: between two calls, the caller keeps the rest of a character. The conversion belongs to one decoder, which is not
/// copied, so that no two tasks use it at once.
@safe struct CharsetConverter: ~Copyable, @unchecked Sendable {
    /// The longest piece that is converted in one go, in bytes. A small one, because a text of faults has a piece for each.
    private static let pieceBytes = 4 << 10
    /// The longest character, in bytes.
    private static let maxCharacterBytes = 4
    /// The longest text of one byte, in bytes of UTF-8: two bytes of Big5 may be two characters.
    private static let growth = 4
    private static let spareBytes = 64

    private let conversion: iconv_t

    /// Opens the first of some charsets that the system knows; nil if it knows none.
    init?(anyOf names: [String]) {
        for name in names {
            guard let conversion = unsafe iconv_open("UTF-8", name), Int(bitPattern: conversion) != -1 else { continue }
            unsafe self.conversion = conversion
            return
        }
        return nil
    }

    deinit { _ = unsafe iconv_close(conversion) }

    /// Converts bytes up to the first that the system cannot convert, or up to the beginning of an unfinished character.
    ///
    /// - Returns: The number of bytes that were converted.
    mutating func convert(_ bytes: Span<UInt8>, into output: inout [UInt8]) -> Int {
        var done = 0
        while done < bytes.count {
            let piece = bytes.extracting(done..<min(bytes.count, done + Self.pieceBytes))
            let count = convert(piece: piece, into: &output)
            done += count
            // A character that the end of the piece has cut is at the start of the next one.
            if count == 0 || piece.count - count >= Self.maxCharacterBytes { break }
        }
        return done
    }

    private func convert(piece: Span<UInt8>, into output: inout [UInt8]) -> Int {
        var count = 0
        let capacity = piece.count * Self.growth + Self.spareBytes
        let text = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
            var room = capacity
            var target = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
            unsafe piece.withUnsafeBytes { source in
                var rest = source.count
                // iconv reads the bytes only; its parameter is older than `const`.
                var start = unsafe UnsafeMutableRawPointer(mutating: source.baseAddress)?.assumingMemoryBound(to: CChar.self)
                _ = unsafe iconv(conversion, &start, &rest, &target, &room)
                count = source.count - rest
            }
            // Big5 waits for a mark that may follow a letter. This writes the letter, and forgets what was read.
            _ = unsafe iconv(conversion, nil, nil, &target, &room)
            written = capacity - room
        }
        output += text
        return count
    }
}
