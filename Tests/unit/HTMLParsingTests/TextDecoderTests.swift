import HTMLParsing
import Testing

struct DecoderExample: CustomTestStringConvertible {
    let name: String
    let label: String
    let bytes: [UInt8]
    let text: String
    var faults = 0
    var firstFault: Int?
    var testDescription: String { "\(label): \(name)" }
}

@Suite("Decoders") struct TextDecoderTests {
    /// The texts are those of Python's decoders, unless the name says otherwise. `Tests/slow` compares all characters.
    static let examples = [
        DecoderExample(
            name: "kanji, kana, half-width kana and what Windows adds", label: "shift_jis",
            bytes: [0x93, 0x6E, 0x82, 0xB5, 0x91, 0x44, 0x87, 0x40, 0xB1, 0xEE, 0xE0, 0x81, 0x60], text: "渡し船①ｱ髙～"),
        DecoderExample(name: "a backslash and a tilde are ASCII", label: "sjis", bytes: Array("\\~".utf8), text: "\\~"),
        DecoderExample(
            name: "kanji and kana", label: "euc-jp", bytes: [0xC5, 0xCF, 0xA4, 0xB7, 0xC1, 0xA5, 0xA4, 0xCE, 0xA5, 0xA2, 0x8E, 0xB1],
            text: "渡し船のアｱ"),
        DecoderExample(
            name: "characters of vendors, as browsers read them", label: "x-euc-jp", bytes: [0xAD, 0xA1, 0xA1, 0xC1], text: "①～"),
        DecoderExample(
            name: "Hangul, and syllables of CP949", label: "ks_c_5601-1987",
            bytes: [0xBA, 0xCE, 0xB5, 0xCE, 0x20, 0x37, 0xB9, 0xF8, 0x20, 0x8C, 0x63], text: "부두 7번 똠"),
        DecoderExample(
            name: "characters of two and four bytes", label: "gb2312",
            bytes: [0xB6, 0xC9, 0xC2, 0xD6, 0xD7, 0xBC, 0xCA, 0xB1, 0x95, 0x32, 0x82, 0x36, 0xA8, 0xBC], text: "渡轮准时𠀀ḿ"),
        DecoderExample(name: "the euro of CP936, as browsers read it", label: "gbk", bytes: [0x41, 0x80, 0x42], text: "A€B"),
        DecoderExample(
            name: "characters of Hong Kong, and a letter with a mark", label: "big5",
            bytes: [0xB4, 0xE7, 0xBD, 0xFC, 0xFC, 0xAB, 0x88, 0x62, 0x41], text: "渡輪攞Ê\u{304}A"),
        DecoderExample(
            name: "doubled characters, as browsers read them", label: "big5-hkscs", bytes: [0xA1, 0x5A, 0xA2, 0x40, 0xA2, 0xCC],
            text: "╴＼十"),
        DecoderExample(
            name: "escape sequences", label: "iso-2022-jp",
            bytes: [0x1B, 0x24, 0x42, 0x45, 0x4F, 0x24, 0x37, 0x1B, 0x28, 0x42, 0x20, 0x41, 0x1B, 0x28, 0x4A, 0x5C, 0x1B, 0x28, 0x42],
            text: "渡し A¥"),
        DecoderExample(
            name: "what mail programs add, as browsers read it", label: "csiso2022jp",
            bytes: [0x1B, 0x24, 0x42, 0x2D, 0x21, 0x1B, 0x28, 0x49, 0x31, 0x1B, 0x28, 0x42], text: "①ｱ"),
        DecoderExample(
            name: "a line end in the double-byte set stays", label: "iso-2022-jp",
            bytes: [0x1B, 0x24, 0x42, 0x45, 0x4F, 0x0A, 0x45, 0x4F, 0x1B, 0x28, 0x42], text: "渡\n渡"),
        DecoderExample(name: "a byte order mark", label: "utf-16le", bytes: [0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE, 0x41, 0], text: "😀A"),
        DecoderExample(name: "letters", label: "koi8-r", bytes: [0xEB, 0xCF, 0xD4], text: "Кот"),
        DecoderExample(name: "letters", label: "utf-8", bytes: [0xEF, 0xBB, 0xBF] + Array("aä😀".utf8), text: "aä😀"),
        // Faults.
        DecoderExample(
            name: "a fault leaves the ASCII behind it", label: "shift_jis", bytes: [0x41, 0x85, 0x0A, 0xFF, 0x2C],
            text: "A\u{FFFD}\n\u{FFFD},",
            faults: 2, firstFault: 1),
        DecoderExample(
            name: "a pair that is no character is one fault", label: "euc-kr", bytes: [0xC9, 0xA1, 0x41], text: "\u{FFFD}A", faults: 1,
            firstFault: 0),
        DecoderExample(
            name: "four bytes that are no character", label: "gb18030", bytes: [0x84, 0x32, 0xA5, 0x36, 0x41], text: "\u{FFFD}2\u{FFFD}6A",
            faults: 2, firstFault: 0),
        DecoderExample(
            name: "a byte that is part of no character", label: "euc-jp", bytes: [0x41, 0x80, 0xC5, 0xCF, 0xFF], text: "A\u{FFFD}渡\u{FFFD}",
            faults: 2, firstFault: 1),
        DecoderExample(
            name: "three bytes that are no character", label: "euc-jp", bytes: [0x8F, 0xA1, 0xA1, 0x41], text: "\u{FFFD}A", faults: 1,
            firstFault: 0),
        DecoderExample(
            name: "half a character at the end", label: "big5", bytes: [0x41, 0xB4], text: "A\u{FFFD}", faults: 1, firstFault: 1),
        DecoderExample(
            name: "an unknown escape sequence", label: "iso-2022-jp", bytes: [0x41, 0x1B, 0x24, 0x43], text: "A\u{FFFD}$C", faults: 1,
            firstFault: 1),
        DecoderExample(
            name: "half a character in front of an escape sequence", label: "iso-2022-jp",
            bytes: [0x1B, 0x24, 0x42, 0x45, 0x1B, 0x28, 0x42, 0x41], text: "\u{FFFD}A", faults: 1, firstFault: 3),
        DecoderExample(
            name: "a lone surrogate and half a code unit", label: "utf-16be", bytes: [0xD8, 0x3D, 0, 0x41, 0], text: "\u{FFFD}A\u{FFFD}",
            faults: 2, firstFault: 0),
        DecoderExample(
            name: "bytes without a character", label: "iso-8859-7", bytes: [0x41, 0xAE], text: "A\u{FFFD}", faults: 1, firstFault: 1),
        DecoderExample(
            name: "no UTF-8", label: "utf-8", bytes: [0x61, 0xC3, 0x62, 0xE2, 0x82], text: "a\u{FFFD}b\u{FFFD}", faults: 2, firstFault: 1),
    ]

    /// Feeds the bytes in two pieces, and then byte by byte.
    @Test("give the same for a whole text and one that is cut at every byte", arguments: examples)
    func decodes(_ example: DecoderExample) throws {
        let encoding = try #require(HTMLEncoding(label: example.label))
        for cut in 0...example.bytes.count {
            try check(example, encoding, pieces: [Array(example.bytes[..<cut]), Array(example.bytes[cut...])], "cut at \(cut)")
        }
        try check(example, encoding, pieces: example.bytes.map { [$0] }, "byte by byte")
    }

    private func check(_ example: DecoderExample, _ encoding: HTMLEncoding, pieces: [[UInt8]], _ place: String) throws {
        guard var decoder = HTMLTextDecoder(encoding) else { throw Missing(label: example.label) }
        var text: [UInt8] = []
        for piece in pieces { text += decoder.decode(piece.span) }
        text += decoder.finish()
        let (faults, first) = (decoder.faults.count, decoder.faults.firstOffset)
        #expect(String(decoding: text, as: UTF8.self) == example.text, "\(place)")
        #expect(faults == example.faults, "\(place)")
        #expect(first == example.firstFault, "\(place)")
    }

    private struct Missing: Error { let label: String }

    @Test("decode a long text with many faults in pieces") func long() throws {
        let part: [UInt8] = [0xB6, 0xC9, 0x41, 0xC9, 0x0A]
        let bytes = Array(repeatElement(part, count: 20_000).joined())
        let decoded = HTMLEncoding.gbk.decodeCounting(bytes.span)
        let (text, faults) = try #require(decoded)
        #expect(faults.count == 20_000)
        let expected = String(repeating: "渡A\u{FFFD}\n", count: 20_000)
        #expect(String(decoding: text, as: UTF8.self) == expected)
        let pieces = try Self.decode(bytes, inPiecesOf: 4_095)
        #expect(pieces.text == text)
        #expect(pieces.faults == 20_000)
    }

    private static func decode(_ bytes: [UInt8], inPiecesOf length: Int) throws -> (text: [UInt8], faults: Int) {
        guard var decoder = HTMLTextDecoder(.gbk) else { throw Missing(label: "gbk") }
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            text += decoder.decode(bytes.span.extracting(start..<min(start + length, bytes.count)))
        }
        text += decoder.finish()
        return (text, decoder.faults.count)
    }

    /// An odd number of letters in front of characters of two bytes: one of these lies across each border of the pieces for the system.
    @Test("decode characters that the ends of pieces cut", arguments: 0..<4) func long(_ letters: Int) throws {
        let bytes = Array(repeating: UInt8(ascii: "a"), count: letters) + Array(repeatElement([0xB6, 0xC9], count: 20_000).joined())
        let expected = Array((String(repeating: "a", count: letters) + String(repeating: "渡", count: 20_000)).utf8)
        for length in [bytes.count, 4_095, 4_096, 4_097] {
            let (text, faults) = try Self.decode(bytes, inPiecesOf: length)
            #expect(text == expected, "\(length)")
            #expect(faults == 0, "\(length)")
        }
    }
}
