import HTMLParsing
import Testing

@testable import Pipeline

@Suite("The text of an input") struct InputDecoderTests {
    struct Example: CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var content = TextDecoding.Content.text
        var encoding: HTMLEncoding?
        var contentType: String?
        var onBadBytes: TextDecoding.OnBadBytes?
        let text: String
        var remark: String?
        var testDescription: String { name }
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    static let examples = [
        Example(name: "is UTF-8 as it is, its mark included", bytes: mark + "ä".utf8, text: "\u{FEFF}ä"),
        Example(name: "in UTF-16 is known by its mark", bytes: [0xFF, 0xFE, 0xE4, 0, 0x0A, 0], text: "ä\n"),
        Example(
            name: "of a table in UTF-16 is known by its zeros", bytes: [0, 0x61, 0, 0x2C, 0, 0xE4], content: .table, text: "a,ä"),
        Example(
            name: "of a table in UTF-16 is known by the end of its first line", bytes: utf16("上課,渡\n1,2", isBigEndian: false),
            content: .table,
            text: "上課,渡\n1,2"),
        Example(
            name: "of a table in UTF-16 of the other byte order is known by the end of its first line",
            bytes: utf16("上課\n渡", isBigEndian: true), content: .table, text: "上課\n渡"),
        Example(name: "of a table without a line end is UTF-8", bytes: Array("a,上".utf8), content: .table, text: "a,上"),
        Example(name: "of a table with NUL is UTF-8", bytes: Array("ab,c\n\0,d\n".utf8), content: .table, text: "ab,c\n\0,d\n"),
        Example(
            name: "of JSON in UTF-16 is known by its zeros", bytes: [0x5B, 0, 0x31, 0, 0x5D, 0], content: .json, text: "[1]"),
        Example(name: "with NUL is text", bytes: [0x61, 0, 0x62, 0], text: "a\0b\0"),
        Example(
            name: "has the encoding of the option", bytes: [0x61, 0x93, 0x6E, 0x0A], encoding: .shiftJIS,
            contentType: "text/csv; charset=big5", text: "a渡\n"),
        Example(
            name: "has the encoding of its mark, whatever the option says", bytes: [0xFE, 0xFF, 0x6E, 0x21], encoding: .shiftJIS, text: "渡"),
        Example(
            name: "has the encoding of the header", bytes: [0x61, 0x2C, 0xC5, 0xCF, 0xA4, 0xB7, 0x0A],
            contentType: "text/csv; charset=EUC-JP", text: "a,渡し\n"),
        Example(
            name: "is UTF-8, though the header says Latin-1", bytes: Array("name\nÄrmel é".utf8),
            contentType: "text/csv; charset=iso-8859-1", text: "name\nÄrmel é"),
        Example(
            name: "is Latin-1, as the header says", bytes: Array("name\nca".utf8) + [0xE9, 0x0A], contentType: "text/csv; charset=latin1",
            text: "name\ncaé\n"),
        Example(
            name: "is UTF-8, though the header says GBK", bytes: Array("a\n渡轮".utf8), contentType: "text/csv; charset=gbk", text: "a\n渡轮"),
        Example(
            name: "is one character of GBK that looks like UTF-8", bytes: [0x61, 0x0A, 0xC4, 0xA3], contentType: "text/csv; charset=gbk",
            text: "a\n模"),
        Example(
            name: "is one character of GBK behind a letter", bytes: Array("IT".utf8) + [0xD2, 0xB5], contentType: "text/csv; charset=gbk",
            text: "IT业"),
        Example(
            name: "has escape sequences, as the header says", bytes: [0x61, 0x1B, 0x24, 0x42, 0x45, 0x4F, 0x1B, 0x28, 0x42],
            contentType: "text/plain; charset=iso-2022-jp", text: "a渡"),
        Example(
            name: "in UTF-8 has U+FFFD on demand", bytes: mark + [0x61, 0xFF, 0x62, 0xC3], onBadBytes: .replace, text: "a\u{FFFD}b\u{FFFD}",
            remark: "2 byte sequences are not UTF-8, and became U+FFFD; the first is at byte 4"),
        Example(
            name: "in Big5 has U+FFFD on demand", bytes: [0xB4, 0xE7, 0xFF, 0x0A], encoding: .big5, onBadBytes: .replace,
            text: "渡\u{FFFD}\n",
            remark: "1 byte sequence is not Big5, and became U+FFFD; the first is at byte 2"),
    ]

    /// The first piece is long enough to show a byte order mark, as that of an input is.
    @Test("is decoded, whole and cut at every byte", arguments: examples) func decodes(_ example: Example) throws {
        for cut in 0...example.bytes.count {
            var pieces = [Array(example.bytes[..<cut]), Array(example.bytes[cut...])]
            if ByteOrderMark.needsMore(pieces[0]) { pieces = [example.bytes] }
            try check(example, pieces)
        }
        let start = min(4, example.bytes.count)
        try check(example, [Array(example.bytes[..<start])] + example.bytes[start...].map { [$0] })
    }

    private func check(_ example: Example, _ pieces: [[UInt8]]) throws {
        var settings = TextDecoding()
        settings.encoding = example.encoding
        settings.onBadBytes = example.onBadBytes
        var decoder = InputDecoder(settings, example.content, contentType: example.contentType, shown: "a.txt")
        var text: [UInt8] = []
        for piece in pieces where !piece.isEmpty { text += try decoder.decode(piece) }
        text += try decoder.finish()
        let remark = decoder.remark
        #expect(String(decoding: text, as: UTF8.self).unicodeScalars.elementsEqual(example.text.unicodeScalars), "\(pieces)")
        #expect(remark == example.remark, "\(pieces)")
    }

    @Test("ends where bytes are none of the encoding") func fails() throws {
        var settings = TextDecoding()
        settings.encoding = .gb18030
        let failure = #expect(throws: PipelineFailure.self) {
            try settings.whole([0xB6, 0xC9, 0x0A, 0xFF], .text, shown: "a.txt")
        }
        #expect(failure?.message == "a.txt: byte 3: not gb18030")
        settings.encoding = .shiftJIS
        let other = #expect(throws: PipelineFailure.self) {
            try settings.whole([0xB6, 0xC9, 0xC2, 0xD6, 0xD7, 0xBC, 0xCA, 0xB1, 0xC7, 0xB0, 0xBD, 0xF8, 0x0A], .text, shown: "a.txt")
        }
        #expect(other?.message.contains("not Shift_JIS; it looks like gb18030") == true, "\(other?.message ?? "")")
        let unsafe = #expect(throws: PipelineFailure.self) {
            try TextDecoding().whole([0x1B, 0x24, 0x29, 0x43], .text, contentType: "text/plain; charset=iso-2022-kr", shown: "a.txt")
        }
        #expect(unsafe?.message.contains("browsers refuse as unsafe") == true)
    }

    @Test(
        "that is not UTF-8 is recognised for the advice",
        arguments: [
            ("windows-1252", [0x63, 0x61, 0x66, 0xE9]), ("windows-1252", [0x69, 0x74, 0x92, 0x73, 0x20, 0x61]),
            ("windows-1252", [0x93, 0x61, 0x94]),
            ("Shift_JIS", [0x93, 0x6E, 0x82, 0xB5, 0x91, 0x44, 0x82, 0xCC]),
            ("EUC-JP", [0xC5, 0xCF, 0xA4, 0xB7, 0xC1, 0xA5, 0xA4, 0xCE]),
            ("gb18030", [0xB6, 0xC9, 0xC2, 0xD6, 0xD7, 0xBC, 0xCA, 0xB1]),
            ("Big5", [0xB4, 0xE7, 0xBD, 0xFC, 0xAD, 0x4C, 0xAE, 0xC9, 0xA5, 0x58]),
            ("EUC-KR", [0xBA, 0xCE, 0xB5, 0xCE, 0x20, 0xBF, 0xA1, 0xBC, 0xAD, 0x20, 0xB9, 0xE8]),
            ("windows-1251", [0xCF, 0xE0, 0xF0, 0xEE, 0xEC, 0x20, 0xE8, 0xE4, 0xB8, 0xF2]),
            ("KOI8-R", [0xF0, 0xC1, 0xD2, 0xCF, 0xCD, 0x20, 0xC9, 0xC4, 0xC5, 0xD4]),
            ("windows-1253", [0xEA, 0xE1, 0xEB, 0xE7, 0xEC, 0xDD, 0xF1, 0xE1, 0x20, 0xF6, 0xDF, 0xEB, 0xE5]),
        ] as [(String, [UInt8])])
    func likely(_ name: String, _ bytes: [UInt8]) {
        #expect(LegacyEncoding.likely(in: bytes).rawValue == name)
        let hint = LegacyEncoding.hint(for: Array("a,".utf8) + bytes + [0x0A], advice: .option)
        #expect(hint.contains("\"encoding\": \"\(name.lowercased())\" reads it"), "\(hint)")
    }
}
