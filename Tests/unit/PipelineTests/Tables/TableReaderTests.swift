import JSONParsing
@testable import Pipeline
import Testing

@Suite("A reader of tables") struct TableReaderTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        var options = "{}"
        var file = "t.csv"
        let table: String
        /// Objects, and texts of faulty rows with their faults.
        let rows: [String]
        var fault: String?
        var testDescription: String { name }
    }

    static let examples = [
        Example(name: "a header and rows", table: "a,b\n1,\"2\n\"\n", rows: [#"2@4 {"a":"1","b":"2\n"}"#]),
        Example(
            name: "a detected delimiter", options: #"{"delimiter":"auto"}"#, table: "\u{FEFF}\n\"a,;\";b|c\n1;2\n",
            rows: [#"3@14 {"a,;":"1","b|c":"2"}"#]),
        Example(name: "tabs by the name of the file", file: "t.tsv.gz", table: "a\tb\n1\t,", rows: [#"2@4 {"a":"1","b":","}"#]),
        Example(
            name: "commas by option", options: #"{"delimiter":","}"#, file: "t.tsv", table: "a\tb\n1\t2", rows: [#"2@4 {"a\tb":"1\t2"}"#]),
        Example(
            name: "faulty rows among others", table: "a,b\n1\n2,3\n\"4\"x,5\n6,7,8\n",
            rows: [
                "2@4 1: line 2, column 2: expected 2 cells, one for each column, found 1", #"3@6 {"a":"2","b":"3"}"#,
                "4@10 \"4\"x,5: line 4, column 4: expected a delimiter or the end of the line behind the quotation mark that ends a cell, found text",
                "5@17 6,7,8: line 5, column 5: expected 2 cells, one for each column, found 3",
            ]),
        Example(
            name: "a faulty header", table: "\"a\"b,c\n1,2", rows: [],
            fault: "line 1, column 4: expected a delimiter or the end of the line behind the quotation mark that ends a cell, found text"),
        Example(
            name: "a name twice", table: "a,a\n1,2", rows: [], fault: "line 1, column 3: the header has \"a\" twice; the first is column 1"),
    ]

    @Test("gives the same rows wherever the chunks end", arguments: examples) func reads(_ example: Example) throws {
        let bytes = Array(example.table.utf8)
        // The first chunk shows the encoding: it has 3 bytes or more.
        let cuts = (3..<bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
        let single = [Array(bytes[..<3])] + bytes[3...].map { [$0] }
        for chunks in [[bytes], single] + cuts {
            var options = try OptionReader(json: example.options)
            let format = TableFormat(&options)
            try options.check()
            var reader = TableReader(format, ofFile: example.file)
            var found: [String] = []
            var fault: TableFault?
            for chunk in chunks + [[]] where fault == nil {
                let (rows, end) = reader.rows(of: chunk)
                found += rows.map(Self.text)
                fault = end
            }
            #expect(found == example.rows, "cut as \(chunks.map(\.count))")
            #expect(fault?.message == example.fault, "cut as \(chunks.map(\.count))")
        }
    }

    @Test(
        "warns of a header that is one column with another delimiter in it",
        arguments: [
            (
                "{}", "id;name\n1;x\n",
                #"the header is one column, and ";" stands in it: "delimiter": ";" makes several, and "auto" finds it"#
            ),
            (
                "{}", "id\tname\n",
                #"the header is one column, and a tab stands in it: "delimiter": "tab" makes several, and "auto" finds it"#
            ),
            (
                #"{"delimiter":";"}"#, "id,name\n",
                #"the header is one column, and "," stands in it: "delimiter": "," makes several, and "auto" finds it"#
            ),
            ("{}", "id;name,x\n1,2\n", nil), ("{}", "id\n1;2\n", nil), (#"{"delimiter":"auto"}"#, "id;name\n", nil),
            (#"{"columns":["a"]}"#, "1;2\n", nil),
        ])
    func remark(_ options: String, _ table: String, _ remark: String?) throws {
        var reader = try OptionReader(json: options)
        let format = TableFormat(&reader)
        var table = (reader: TableReader(format, ofFile: "t.csv"), bytes: Array(table.utf8))
        _ = table.reader.rows(of: table.bytes)
        _ = table.reader.rows(of: [])
        #expect(table.reader.remark == remark)
    }

    private static func text(_ row: TableRow) -> String {
        switch row {
        case .object(let object, let line, let offset): "\(line)@\(offset) \(JSONValue.object(object).compactText)"
        case .faulty(let fault, let text, let line, let offset): "\(line)@\(offset) \(text): \(fault.message)"
        }
    }
}
