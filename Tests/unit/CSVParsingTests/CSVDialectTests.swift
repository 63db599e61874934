import CSVParsing
import Testing

@Suite("Dialects of CSV") struct CSVDialectTests {
    struct Detection: Sendable, CustomTestStringConvertible {
        let name: String
        let table: String
        let delimiter: Unicode.Scalar
        var testDescription: String { name }
    }

    static let detections = [
        Detection(name: "commas", table: "a,b;c,d\n1;2;3;4", delimiter: ","),
        Detection(name: "semicolons", table: "a;b;c,d\r\n", delimiter: ";"),
        Detection(name: "tabs", table: "a\tb c\n", delimiter: "\t"),
        Detection(name: "bars", table: "a|b|c,d\r", delimiter: "|"),
        Detection(name: "delimiters in quotation marks", table: "\"a,b,c\";d\n", delimiter: ";"),
        Detection(name: "none, which is a comma", table: "a\n1;2\n", delimiter: ","),
        Detection(name: "as many of two, of which the likelier one counts", table: "a|b,c\n", delimiter: ","),
        Detection(name: "blank lines in front", table: "\u{FEFF}\r\n\na;b\n", delimiter: ";"),
    ]

    @Test("are detected by the first row", arguments: detections) func detects(_ example: Detection) {
        let bytes = Array(example.table.utf8)
        let quote = UInt8(ascii: "\"")
        #expect(
            CSVDialect.detectedDelimiter(in: bytes.span, quote: quote, isWhole: false) == UInt8(ascii: example.delimiter))
        let lastOfRow = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? 0
        if !bytes[..<lastOfRow].contains(0x0A) {
            let start = Array(bytes[...lastOfRow])
            #expect(CSVDialect.detectedDelimiter(in: start.span, quote: quote, isWhole: false) == nil)
            #expect(CSVDialect.detectedDelimiter(in: start.span, quote: quote, isWhole: true) == UInt8(ascii: example.delimiter))
        }
    }

    @Test("have two different characters of ASCII, which end no line", arguments: [0x0A, 0x0D, 0x22, 0x80, 0xFF] as [UInt8])
    func refuses(_ delimiter: UInt8) {
        #expect(CSVDialect(delimiter: delimiter) == nil)
        #expect(CSVDialect(delimiter: UInt8(ascii: ","), quote: delimiter) == nil || delimiter == 0x22)
    }

    @Test("give names to columns, each a different one") func headers() throws {
        #expect(try CSVHeader(["a", "b"]).names == ["a", "b"])
        #expect(throws: CSVHeader.Fault.empty(column: 2)) { try CSVHeader(["a", ""]) }
        #expect(throws: CSVHeader.Fault.repeated("a", column: 3, first: 1)) { try CSVHeader(["a", "b", "a"]) }
        #expect(try CSVHeader(["a", ""], allowsEmptyName: true).names == ["a", ""])
        // Keys of JSON are equal if their bytes are.
        #expect(try CSVHeader(["\u{E9}", "e\u{301}"]).names.count == 2)
    }
}
