import CSVParsing
import Testing

@Suite("Tables in CSV") struct CSVReaderTests {
    /// A table, and its rows as texts: quoted cells have quotation marks.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let table: String
        let dialect: CSVDialect
        let rows: [[String]]
        var testDescription: String { name }

        init(_ name: String, _ table: String, _ dialect: CSVDialect = .standard, rows: [[String]]) {
            self.name = name
            self.table = table
            self.dialect = dialect
            self.rows = rows
        }
    }

    private static func dialect(_ delimiter: Unicode.Scalar, quote: Unicode.Scalar? = "\"") -> CSVDialect {
        CSVDialect(delimiter: UInt8(ascii: delimiter), quote: quote.map { UInt8(ascii: $0) }) ?? .standard
    }

    static let examples: [Example] = [
        Example("nothing", "", rows: []),
        Example("one cell", "a", rows: [["a"]]),
        Example("rows and cells", "a,b\nc,d\n", rows: [["a", "b"], ["c", "d"]]),
        Example("no last line end", "a,b\nc,d", rows: [["a", "b"], ["c", "d"]]),
        Example("line ends of all kinds", "a\r\nb\nc\rd\r\n", rows: [["a"], ["b"], ["c"], ["d"]]),
        Example("a carriage return at the end", "a\r", rows: [["a"]]),
        Example("a blank line behind a carriage return", "a\r\r\nb", rows: [["a"], [], ["b"]]),
        Example("blank lines", "\n\na\r\n\r\nb\n\n", rows: [[], [], ["a"], [], ["b"], []]),
        Example("empty cells", ",\n,,\"\"\n\"\"", rows: [["", ""], ["", "", "\"\""], ["\"\""]]),
        Example("a delimiter at the end", "a,", rows: [["a", ""]]),
        Example("quoted cells", #""a","b c",d"#, rows: [["\"a\"", "\"b c\"", "d"]]),
        Example("doubled marks", #""""","a""b","""""""#, rows: [["\"\"\"", "\"a\"b\"", "\"\"\"\""]]),
        Example("delimiters and line breaks in a cell", "\"a,b\r\nc\rd\ne\",f\n", rows: [["\"a,b\r\nc\rd\ne\"", "f"]]),
        Example("marks inside of a text", #"a"b,c"","#, rows: [["a\"b", "c\"\"", ""]]),
        Example("spaces", #" a , "b" "#, rows: [[" a ", " \"b\" "]]),
        Example("a byte order mark", "\u{FEFF}\"a\",b\n", rows: [["\"a\"", "b"]]),
        Example("a byte order mark alone", "\u{FEFF}", rows: []),
        Example("a mark that stands elsewhere", "a,\u{FEFF}b\n\u{FEFF}c", rows: [["a", "\u{FEFF}b"], ["\u{FEFF}c"]]),
        Example("the beginning of a mark", "\u{FEC0},a\n\u{FEFF}", rows: [["\u{FEC0}", "a"], ["\u{FEFF}"]]),
        Example("other scripts", "ä,日本\n🎉,\"é\"", rows: [["ä", "日本"], ["🎉", "\"é\""]]),
        Example("NUL", "a\u{0},\u{0}", rows: [["a\u{0}", "\u{0}"]]),
        Example("semicolons", "a;b,c\n\"d;e\"", dialect(";"), rows: [["a", "b,c"], ["\"d;e\""]]),
        Example("tabs", "a\tb,c\n\t", dialect("\t"), rows: [["a", "b,c"], ["", ""]]),
        Example("bars", "a|b", dialect("|"), rows: [["a", "b"]]),
        Example("single quotation marks", "'a,''b',\"c\"", dialect(",", quote: "'"), rows: [["\"a,'b\"", "\"c\""]]),
        Example("no quotation marks", "\"a,b\"\n\"", dialect(",", quote: nil), rows: [["\"a", "b\""], ["\""]]),
    ]

    @Test("are rows of cells, wherever the chunks end", arguments: examples) func rows(_ example: Example) throws {
        for chunks in TableCuts.all(of: example.table) {
            let rows = try TableCuts.rows(of: chunks, example.dialect)
            #expect(rows.map(\.shownCells) == example.rows, "cut as \(chunks.map(\.count))")
        }
    }

    /// A table with a fault, the fault and its place, and the rows that are read in spite of it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let table: String
        var limits = CSVLimits.standard
        let reason: CSVError.Reason
        let position: CSVPosition
        var rows: [[String]] = []
        var testDescription: String { name }
    }

    private static func position(_ line: Int, _ column: Int, _ offset: Int) -> CSVPosition {
        CSVPosition(line: line, column: column, offset: offset)
    }

    private static let small = CSVLimits(maxCellBytes: 4, maxRowBytes: 8, maxColumns: 3)

    static let faults: [Fault] = [
        Fault(
            name: "text behind a mark", table: "ä\n\"ö\"ü,\"b\"\nc", reason: .textBehindQuote, position: position(2, 4, 7),
            rows: [["ä"], ["c"]]),
        Fault(
            name: "text behind a mark, after a line break in the row", table: "\"a\nb\",\"c\" \nd", reason: .textBehindQuote,
            position: position(2, 7, 9), rows: [["d"]]),
        Fault(
            name: "the first of two such texts", table: "\"a\"b,\"c\"d", reason: .textBehindQuote, position: position(1, 4, 3)),
        Fault(
            name: "a mark without an end", table: "a\r\nb,\"c\nd", reason: .unterminatedQuote, position: position(2, 3, 5),
            rows: [["a"]]),
        Fault(name: "a mark at the end", table: "a,\"", reason: .unterminatedQuote, position: position(1, 3, 2)),
        Fault(
            name: "a long cell", table: "1234\na,12345,b\nc", limits: small, reason: .cellTooLong(limit: 4), position: position(2, 3, 7),
            rows: [["1234"]]),
        Fault(
            name: "a long quoted cell", table: "\"1234\"\n\"12345\"", limits: small, reason: .cellTooLong(limit: 4),
            position: position(2, 1, 7), rows: [["\"1234\""]]),
        Fault(
            name: "a long cell without an end", table: "a,123456789", limits: small, reason: .cellTooLong(limit: 4),
            position: position(1, 3, 2)),
        Fault(
            name: "a long row", table: "1234,678\n1234,6789,\n", limits: small, reason: .rowTooLong(limit: 8), position: position(2, 1, 9),
            rows: [["1234", "678"]]),
        Fault(
            name: "many cells", table: "1,2,3\n1,2,3,", limits: small, reason: .tooManyColumns(limit: 3), position: position(2, 6, 11),
            rows: [["1", "2", "3"]]),
    ]

    @Test("with a fault name its place, wherever the chunks end", arguments: faults) func fails(_ fault: Fault) throws {
        for chunks in TableCuts.all(of: fault.table) {
            var found: CSVError?
            let rows = TableCuts.rows(of: chunks, .standard, limits: fault.limits) { found = $0 }
            #expect(found == CSVError(fault.reason, at: fault.position), "cut as \(chunks.map(\.count))")
            #expect(rows.map(\.shownCells) == fault.rows, "cut as \(chunks.map(\.count))")
        }
    }

    @Test("have rows with places, in lines, characters and bytes") func places() throws {
        let table = "\u{FEFF}id,name\r\n\"1\n\",\"ä\"\"\",c\r2,b"
        for chunks in TableCuts.all(of: table) {
            let rows = try TableCuts.rows(of: chunks, .standard)
            #expect(rows.map(\.line) == [1, 2, 4])
            #expect(rows.map(\.offset) == [3, 12, 26])
            #expect(rows[0].position(of: 1) == CSVPosition(line: 1, column: 4, offset: 6))
            #expect(rows[1].position(of: 1) == CSVPosition(line: 3, column: 3, offset: 17))
            #expect(rows[1].position(of: 2) == CSVPosition(line: 3, column: 9, offset: 24))
        }
    }

    @Test("have cells that are not UTF-8, and give their bytes") func bytes() throws {
        var reader = CSVReader()
        var position = 0
        let table: [UInt8] = [0x61, 0xE4, 0x2C, 0x62, 0x0A]
        #expect(try reader.readRow(in: table.span, from: &position))
        #expect(reader.row.text(of: 0) == nil)
        #expect(reader.row.content(of: 0) == [0x61, 0xE4])
        #expect(reader.row.text(of: 1) == "b")
    }

    @Test("begin with a byte order mark that is content where a reader does not begin at the start") func mark() throws {
        for skipsMark in [true, false] {
            var reader = CSVReader(skipsMark: skipsMark)
            var position = 0
            #expect(try reader.readRow(in: Array("\u{FEFF}a,b\n".utf8).span, from: &position))
            #expect(reader.row.text(of: 0) == (skipsMark ? "a" : "\u{FEFF}a"))
        }
    }

    @Test("need memory for the unfinished row alone") func heldBytes() throws {
        var reader = CSVReader()
        var position = 0
        let chunk = Array("a,b\nc,\"d".utf8)
        #expect(try reader.readRow(in: chunk.span, from: &position))
        #expect(reader.heldBytes == 0)
        #expect(try !reader.readRow(in: chunk.span, from: &position))
        #expect((4...64).contains(reader.heldBytes))
    }
}
