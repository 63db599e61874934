#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Decodes an encoding in which characters have one or several bytes, and no state lasts from one to the next.
///
/// The system's `iconv` converts valid text. Where it stops, this type takes the length of the ill-formed sequence from the standard. So a
/// fault never swallows a line end or a delimiter, and text in pieces gives the same result as the whole.
///
/// - SeeAlso: [Encoding 10 to 13, Legacy multi-byte encodings](https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(simplified)-encodings)
struct MultiByteDecoder: ~Copyable, Sendable {
    private let form: MultiByteRules
    private var converter: CharsetConverter
    /// The beginning of a character at the end of the last chunk.
    private var pending: [UInt8] = []
    /// The offset of the pending bytes in the input.
    private var offset = 0
    private(set) var faults = HTMLDecodingFaults()

    /// - Returns: nil if the system does not know the encoding, or the encoding is none of these.
    init?(_ encoding: HTMLEncoding) {
        guard let names = Self.names(of: encoding), let converter = CharsetConverter(anyOf: names) else { return nil }
        self.converter = converter
        form = MultiByteRules(encoding: encoding)
    }

    /// The names that systems use for an encoding, the one closest to the standard first; nil for an encoding that this type does not
    /// decode.
    static func names(of encoding: HTMLEncoding) -> [String]? {
        switch encoding {
        case .big5: ["BIG5-HKSCS", "BIG5"]
        case .eucJP: ["EUC-JP-MS", "EUC-JP"]
        case .eucKR: ["CP949", "UHC", "EUC-KR"]
        case .gb18030, .gbk: ["GB18030", "GBK"]
        case .shiftJIS: ["CP932", "SHIFT_JIS"]
        default: nil
        }
    }

    mutating func decode(_ chunk: Span<UInt8>, into output: inout [UInt8]) {
        var bytes = pending
        bytes.append(span: chunk)
        pending = []
        var index = 0
        var end = 0
        while index < bytes.count {
            if index >= end { end = form.endOfPossible(in: bytes, from: index) }
            index += converter.convert(bytes.span.extracting(index..<end), into: &output)
            guard index < bytes.count else { break }
            if let (length, text) = form.character(at: index, in: bytes) {
                output += text.utf8
                index += length
            } else if let length = form.faultLength(at: index, in: bytes) {
                faults.add(at: offset + index)
                output.appendReplacementCharacter()
                index += length
            } else {
                pending = Array(bytes[index...])
                break
            }
        }
        offset += index
    }

    /// Ends the text. An unfinished character is one fault.
    mutating func finish(into output: inout [UInt8]) {
        guard !pending.isEmpty else { return }
        faults.add(at: offset)
        output.appendReplacementCharacter()
        offset += pending.count
        pending = []
    }
}

/// The byte ranges of a multi-byte encoding, as the standard defines them.
private struct MultiByteRules: Sendable {
    let encoding: HTMLEncoding

    /// The position of the first byte that is part of no character; the end if there is none.
    func endOfPossible(in bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { isNeverValid($0) } ?? bytes.count
    }

    /// Whether a byte is part of no character. Some systems pass on such bytes as control characters.
    private func isNeverValid(_ byte: UInt8) -> Bool {
        switch encoding {
        case .eucJP: (0x80...0x8D).contains(byte) || (0x90...0xA0).contains(byte) || byte == 0xFF
        case .big5, .eucKR, .gb18030, .gbk: byte == 0xFF
        default: false
        }
    }

    /// A character that the standard has and systems lack; nil if there is none.
    func character(at index: Int, in bytes: [UInt8]) -> (length: Int, text: String)? {
        switch (encoding, bytes[index]) {
        case (.gb18030, 0x80), (.gbk, 0x80): return (1, "€")
        case (.shiftJIS, 0x80): return (1, "\u{80}")
        case (.big5, 0xA1...0xA2) where index + 1 < bytes.count:
            return Self.big5Characters[UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])].map { (2, $0) }
        default: return nil
        }
    }

    /// Big5 encodes these characters twice, and its extension Big5-HKSCS only once.
    private static let big5Characters: [UInt16: String] = [
        0xA15A: "╴", 0xA1C3: "￣", 0xA1C5: "ˍ", 0xA1FE: "／", 0xA240: "＼", 0xA2CC: "十", 0xA2CE: "卅",
    ]

    /// The length of an ill-formed sequence, in bytes; nil if the bytes may be the beginning of a character.
    func faultLength(at index: Int, in bytes: [UInt8]) -> Int? {
        let lead = bytes[index]
        guard isLead(lead) else { return 1 }
        guard index + 1 < bytes.count else { return nil }
        let second = bytes[index + 1]
        switch encoding {
        case .gb18030 where (0x30...0x39).contains(second), .gbk where (0x30...0x39).contains(second):
            guard index + 2 < bytes.count else { return nil }
            if (0x81...0xFE).contains(bytes[index + 2]), index + 3 == bytes.count { return nil }
            return 1
        case .eucJP where lead == 0x8F && (0xA1...0xFE).contains(second):
            guard index + 2 < bytes.count else { return nil }
            return bytes[index + 2] < 0x80 ? 2 : 3
        // An ASCII byte after a lead byte is a character of its own.
        default: return second < 0x80 ? 1 : 2
        }
    }

    /// Whether a byte begins a character of several bytes.
    private func isLead(_ byte: UInt8) -> Bool {
        switch encoding {
        case .shiftJIS: (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte)
        case .eucJP: byte == 0x8E || byte == 0x8F || (0xA1...0xFE).contains(byte)
        default: (0x81...0xFE).contains(byte)
        }
    }
}

/// Converts text of one charset to UTF-8 with the system's `iconv`. Nothing else calls it.
///
/// Each call starts afresh: between two calls, the caller keeps the rest of a character. The conversion belongs to one decoder, which is not
/// copied, so that no two tasks use it at once.
@safe struct CharsetConverter: ~Copyable, @unchecked Sendable {
    /// The maximum length of the input of one `iconv` call, in bytes. It is small, because every fault in a text begins a new call.
    private static let pieceBytes = 4 << 10
    /// The longest character, in bytes.
    private static let maxCharacterBytes = 4
    /// The maximum length in UTF-8 for each input byte, in bytes: two bytes of Big5 may be two characters.
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
            // Big5 holds back a letter that a combining mark may follow. This call writes the letter, and resets the conversion.
            _ = unsafe iconv(conversion, nil, nil, &target, &room)
            written = capacity - room
        }
        output += text
        return count
    }
}
