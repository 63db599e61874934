import HTMLParsing
import Testing

struct EncodingExample: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var contentType: String?
    let encoding: HTMLEncoding
    let text: String
    var testDescription: String { name }
}

@Suite("Encodings of documents") struct EncodingTests {
    static let examples = [
        EncodingExample(name: "undeclared UTF-8", bytes: Array("<p>Grüße".utf8), encoding: .utf8, text: "Grüße"),
        EncodingExample(
            name: "undeclared bytes that are not UTF-8", bytes: Array("<p>Gr".utf8) + [0xFC, 0x80], encoding: .windows1252, text: "Grü€"),
        EncodingExample(
            name: "a byte order mark", bytes: [0xEF, 0xBB, 0xBF] + Array("<p>ä".utf8), contentType: "text/html; charset=latin1",
            encoding: .utf8, text: "ä"),
        EncodingExample(
            name: "UTF-16LE", bytes: [0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x00, 0xDE, 0x00, 0xD8], encoding: .utf16LE,
            text: "a😀\u{FFFD}"),
        EncodingExample(
            name: "UTF-16BE with an incomplete code unit", bytes: [0xFE, 0xFF, 0, 0x61, 0x20, 0xAC, 0x12], encoding: .utf16BE,
            text: "a€\u{FFFD}"),
        EncodingExample(
            name: "the header overrides the meta element", bytes: Array("<meta charset=koi8-r><p>".utf8) + [0xE9],
            contentType: "text/html; charset=\"ISO-8859-2\"",
            encoding: .iso8859_2, text: "é"),
        EncodingExample(
            name: "a meta element", bytes: Array("<meta charset=' KOI8-R '><p>".utf8) + [0xEB, 0xCF, 0xD4], encoding: .koi8R, text: "Кот"),
        EncodingExample(
            name: "a meta element with http-equiv",
            bytes: Array(#"<meta http-equiv=Content-Type content="text/html;charset = windows-1253"><p>"#.utf8) + [0xE1],
            encoding: .windows1253, text: "α"),
        EncodingExample(
            name: "a meta element after the first 1,024 bytes",
            bytes: Array(("<!--" + String(repeating: "-", count: 5000) + "--><meta charset=windows-1251><p>").utf8) + [0xC6],
            encoding: .windows1251, text: "Ж"),
        EncodingExample(
            name: "an XML declaration", bytes: Array("<?xml version='1.0' encoding='iso-8859-5'?><p>".utf8) + [0xB6], encoding: .iso8859_5,
            text: "Ж"),
        EncodingExample(
            name: "a byte that ISO-8859-7 leaves undefined", bytes: [0xAE, 0xC1], contentType: "text/html;charset=greek",
            encoding: .iso8859_7, text: "\u{FFFD}Α"),
        EncodingExample(
            name: "GB18030, which gb2312 means",
            bytes: Array("<meta charset=gb2312><p>".utf8) + [0xB6, 0xC9, 0xC2, 0xD6, 0x95, 0x32, 0x82, 0x36],
            encoding: .gbk, text: "渡轮𠀀"),
        EncodingExample(
            name: "UTF-8 that declares gb2312", bytes: Array("<meta charset=gb2312><p>渡轮准时".utf8), encoding: .utf8, text: "渡轮准时"),
        EncodingExample(
            name: "UTF-8 with one letter that a header declares as Shift_JIS", bytes: Array("<p>Fähre".utf8),
            contentType: "text/html; charset=shift_jis", encoding: .utf8, text: "Fähre"),
        EncodingExample(
            name: "a character of GBK that is UTF-8 by chance", bytes: Array("<meta charset=gbk><p>".utf8) + [0xC4, 0xA3], encoding: .gbk,
            text: "模"),
        EncodingExample(
            name: "a character of GBK behind a letter that is UTF-8 by chance",
            bytes: Array("<meta charset=gbk><p>IT".utf8) + [0xD2, 0xB5],
            encoding: .gbk, text: "IT业"),
        EncodingExample(
            name: "UTF-8 that declares an encoding which is not decoded", bytes: Array("<meta charset=iso-2022-kr><p>Fähre".utf8),
            encoding: .utf8, text: "Fähre"),
        EncodingExample(
            name: "UTF-8 behind the first 1,024 bytes of a page that declares Big5",
            bytes: Array(("<!--" + String(repeating: "-", count: 5000) + "--><meta charset=big5><p>渡輪").utf8), encoding: .utf8, text: "渡輪"),
        EncodingExample(
            name: "UTF-8 that declares an encoding with one byte a character stays what it declares",
            bytes: Array("<meta charset=latin1><p>Fähre".utf8), encoding: .windows1252, text: "FÃ¤hre"),
        EncodingExample(
            name: "UTF-16 without a mark", bytes: Array("<p>ä".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), encoding: .utf16LE,
            text: "ä"),
        EncodingExample(
            name: "UTF-16 in the other byte order without a mark",
            bytes: Array("<p>渡".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
            contentType: "text/html; charset=utf-8", encoding: .utf16BE, text: "渡"),
        EncodingExample(
            name: "user-defined", bytes: [0x41, 0xFF], contentType: "text/html;charset=x-user-defined", encoding: .xUserDefined,
            text: "A\u{F7FF}"),
    ]

    @Test("are detected and decoded", arguments: examples)
    func decodes(_ example: EncodingExample) throws {
        let parsed = HTMLDocument.parse(sniffing: example.bytes.span, contentType: example.contentType)
        let found = try #require(parsed)
        #expect(found.encoding == example.encoding)
        #expect(found.document.textContent(of: found.document.root) == example.text)
        #expect(found.isWellFormed == (found.encoding == .utf8 && String(validating: example.bytes, as: UTF8.self) != nil))
    }

    @Test("that the standard calls unsafe are not decoded")
    func refuses() {
        let bytes = Array("<meta charset=iso-2022-kr>".utf8)
        let sniffed = HTMLEncoding.sniff(bytes.span)
        #expect(sniffed == .replacement)
        let parsed = HTMLDocument.parse(sniffing: bytes.span)
        #expect(parsed?.encoding == nil)
    }

    @Test(
        "that other programs call otherwise are recognised",
        arguments: [
            ("cp932", "Shift_JIS"), ("UTF_8", "UTF-8"), ("iso8859_15", "ISO-8859-15"), ("Latin-1", "windows-1252"), ("utf-8-sig", "UTF-8"),
        ])
    func otherNames(_ name: String, _ encoding: String) {
        #expect(HTMLEncoding(label: name) == nil)
        #expect(HTMLEncoding.named(elsewhere: name)?.rawValue == encoding)
    }

    @Test("are found by the labels of the standard")
    func labels() {
        #expect(HTMLEncoding(label: "\tUTF8\n") == .utf8)
        #expect(HTMLEncoding(label: "latin1") == .windows1252)
        #expect(HTMLEncoding(label: "us-ascii") == .windows1252)
        #expect(HTMLEncoding(label: "utf-7") == nil)
        for encoding in HTMLEncoding.allCases { #expect(HTMLEncoding(label: encoding.rawValue) == encoding) }
    }
}
