/// What the standard says about the bytes of a multi-byte encoding.
struct MultiByteForm: Sendable {
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

    /// Big5 has these twice, and the extension of Hong Kong only once.
    private static let big5Characters: [UInt16: String] = [
        0xA15A: "╴", 0xA1C3: "￣", 0xA1C5: "ˍ", 0xA1FE: "／", 0xA240: "＼", 0xA2CC: "十", 0xA2CE: "卅",
    ]

    /// The length of what the system could not convert, in bytes; nil if it may be the beginning of a character.
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
        // An ASCII character behind the first byte is one of its own.
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
