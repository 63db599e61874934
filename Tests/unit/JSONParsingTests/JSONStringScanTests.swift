@testable import JSONParsing
import JSONStrings
import Testing

/// A piece of a string that is tested at each position of a 64-byte block.
struct StringPiece: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let isValid: Bool
    var testDescription: String { name }

    init(_ name: String, _ text: String, isValid: Bool = true) {
        self.name = name
        bytes = Array(text.utf8)
        self.isValid = isValid
    }

    init(_ name: String, malformed bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        isValid = false
    }
}

@Suite("Scanning of long strings") struct JSONStringScanTests {
    static let pieces: [StringPiece] = [
        StringPiece("a short escape", #"\n"#),
        StringPiece("a rare short escape", #"\b"#),
        StringPiece("an escaped quotation mark", #"\""#),
        StringPiece("an escaped backslash", #"\\"#),
        StringPiece("two escaped backslashes and a letter", #"\\\\x"#),
        StringPiece("an escaped backslash and an escape", #"\\\t"#),
        StringPiece("an escaped solidus", #"\/"#),
        StringPiece("a character by its number", #"\u00fC"#),
        StringPiece("a surrogate pair by its numbers", #"\ud83D\uDe00"#),
        StringPiece("characters of two, three and four bytes", "é東😀"),
        StringPiece("two characters by their numbers and a short escape", #"\u00e9\uABCD\r"#),
        StringPiece("first and last characters of each length", "\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"),
        StringPiece("an unknown escape", #"\x"#, isValid: false),
        StringPiece("an unknown escape behind an escaped backslash", #"\\\x"#, isValid: false),
        StringPiece("three hexadecimal digits", #"\u00fg"#, isValid: false),
        StringPiece("three hexadecimal digits behind four", #"\u00f0\u00fg"#, isValid: false),
        StringPiece("an unknown escape behind a character by its number", #"\u00f0\a"#, isValid: false),
        StringPiece("a line break", "\n", isValid: false),
        StringPiece("an escaped line break", "\\\n", isValid: false),
        StringPiece("a continuation byte alone", malformed: [0x80]),
        StringPiece("a first byte alone", malformed: [0xC3]),
        StringPiece("a long form of two bytes", malformed: [0xC1, 0x81]),
        StringPiece("a first byte of long forms alone", malformed: [0xC0]),
        StringPiece("a first byte of long forms for a continuation byte", malformed: [0xC3, 0xC0]),
        StringPiece("a long form of three bytes", malformed: [0xE0, 0x9F, 0xBF]),
        StringPiece("half a surrogate pair", malformed: [0xED, 0xA0, 0x80]),
        StringPiece("a character without its last byte", malformed: [0xE6, 0x9D]),
        StringPiece("a long form of four bytes", malformed: [0xF0, 0x8F, 0xBF, 0xBF]),
        StringPiece("a character of four bytes without its last byte", malformed: [0xF0, 0x9F, 0x98]),
        StringPiece("beyond the last character", malformed: [0xF4, 0x90, 0x80, 0x80]),
        StringPiece("a byte that no character has", malformed: [0xF5, 0x80, 0x80, 0x80]),
    ]

    /// Characters before the piece. Some of them make the scanner use its slow path for the block.
    static let fillings = ["x", "é", #"\\"#, #"\n"#, "東", "ก", "😀", #"\u00e9"#]

    /// The end found with the widest vectors of this processor. Expects the same end with vectors of 16 bytes.
    private func foundEnd(from start: Int, in bytes: Span<UInt8>) -> Int? {
        let end = endOfValidString(from: start, in: bytes)
        let narrow = StringBlockScanner<ByteVectorPair<ByteVectorPair<ByteVector16>>>.end(from: start, in: bytes)
        let isShort = narrow == nil && end.map { $0 < start + ByteVector16.count } ?? false
        #expect(narrow == end || isShort)
        return end
    }

    @Test("finds the end of a string and every fault in it at each position of a block", arguments: pieces)
    func findsEnds(_ piece: StringPiece) {
        for filling in Self.fillings.map({ Array($0.utf8) }) {
            for padding in 0..<140 {
                var text = Array(#"["#.utf8) + [UInt8](repeating: 0x20, count: 3) + [UInt8(ascii: "\"")]
                let start = text.count
                text += [UInt8](repeating: UInt8(ascii: "-"), count: padding % 64)
                for _ in 0..<padding / filling.count { text += filling }
                text += piece.bytes
                for behind in ["", "-", #"\""#] {
                    let string = text + Array(behind.utf8)
                    let bytes = string + Array("\"".utf8) + [UInt8](repeating: 0x20, count: 200)
                    let end = foundEnd(from: start, in: bytes.span)
                    let wanted = piece.isValid ? string.count : nil
                    #expect(end == wanted, "\(padding) bytes of \(filling) before, \"\(behind)\" behind")
                }
            }
        }
    }

    @Test("scans a string at the start of a chunk", arguments: 1...4)
    func beginnings(_ start: Int) {
        for (text, isFast) in [("plain", true), ("plain é", true), ("é", false), (#"\n"#, false)] {
            let string = [UInt8](repeating: 0x20, count: start - 1) + Array("\"\(text)".utf8) + [UInt8](repeating: 0x2D, count: 100)
            let bytes = string + [UInt8(ascii: "\"")] + [UInt8](repeating: 0x20, count: 200)
            #expect(foundEnd(from: start, in: bytes.span) == (isFast || start > 2 ? string.count : nil), "\(text)")
        }
    }

    @Test("leaves a string at the end of a chunk, unless it is short, to the byte-by-byte path")
    func endings() {
        for length in 0..<200 {
            let bytes = Array("   \"".utf8) + [UInt8](repeating: 0x2D, count: length) + [UInt8(ascii: "\"")]
            for behind in 0..<80 {
                let end = foundEnd(from: 4, in: (bytes + [UInt8](repeating: 0x20, count: behind)).span)
                let isSeen = length < 16 && length + behind >= 15 || length / 64 * 64 + 69 <= length + 1 + behind
                #expect(end == (isSeen ? 4 + length : nil), "\(length) bytes, \(behind) behind")
            }
        }
    }

    @Test("finds an end before a line break and other strings")
    func readableJSON() {
        for padding in 60..<200 {
            let string = Array("   \"".utf8) + [UInt8](repeating: 0x2D, count: padding)
            let bytes = string + Array("\",\n\t\"\\u00e9\": \"東😀\",\r\n".utf8) + [UInt8](repeating: 0x0A, count: 200)
            #expect(foundEnd(from: 4, in: bytes.span) == string.count)
        }
    }

    @Test("accepts only hexadecimal digits after \\u")
    func hexadecimalDigits() {
        for byte in UInt8.min...UInt8.max where byte < 0x80 {
            for place in 0..<4 {
                for padding in [0, 55, 59, 61, 64] {
                    var text = Array("   \"".utf8) + [UInt8](repeating: UInt8(ascii: "-"), count: padding) + Array(#"\u09aF"#.utf8)
                    let end = text.count
                    text[end - 4 + place] = byte
                    text += [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "-"), count: 200)
                    let found = foundEnd(from: 4, in: text.span)
                    #expect(found == (isHexadecimal(byte) ? end : nil), "byte \(byte) at \(place) behind \(padding)")
                }
            }
        }
    }
}
