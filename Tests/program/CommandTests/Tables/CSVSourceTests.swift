import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The source csv") struct CSVSourceTests {
    static let examples = [
        InputExample(
            name: "makes an object of each row", source: #"{"type":"csv","from":"-"}"#,
            input: Array("id,name\r\n1,\"Ann, B.\"\r\n2,\"say \"\"hi\"\"\r\nthere\"\r\n3,\r\n".utf8),
            output: """
                {"id":"1","name":"Ann, B."}
                {"id":"2","name":"say \\"hi\\"\\r\\nthere"}
                {"id":"3","name":""}

                """),
        InputExample(
            name: "passes over a byte order mark and blank lines", source: #"{"type":"csv","from":"-"}"#,
            input: InputExample.mark + "\n\"a\",b\n\n1,2".utf8, output: "{\"a\":\"1\",\"b\":\"2\"}\n"),
        InputExample(
            name: "takes names for a table without a header", source: #"{"type":"csv","from":"-","columns":["x","y"]}"#,
            input: Array("a,b\nc,d".utf8), output: "{\"x\":\"a\",\"y\":\"b\"}\n{\"x\":\"c\",\"y\":\"d\"}\n"),
        InputExample(
            name: "detects the delimiter", source: #"{"type":"csv","from":"-","delimiter":"auto"}"#, input: Array("a;b;c,d\n1;2;3,4".utf8),
            output: "{\"a\":\"1\",\"b\":\"2\",\"c,d\":\"3,4\"}\n"),
        InputExample(
            name: "knows the words of the sink for delimiters", source: #"{"type":"csv","from":"-","delimiter":"semicolon"}"#,
            input: Array("a;b\n1;2".utf8), output: "{\"a\":\"1\",\"b\":\"2\"}\n"),
        InputExample(
            name: "takes any delimiter, and other quotation marks", source: #"{"type":"csv","from":"-","delimiter":"^","quote":"'"}"#,
            input: Array("a^'b^c'\n'1'^\"2\"".utf8), output: "{\"a\":\"1\",\"b^c\":\"\\\"2\\\"\"}\n"),
        InputExample(
            name: "takes quotation marks for text", source: #"{"type":"csv","from":"-","quote":""}"#, input: Array("a,b\n\"1,2".utf8),
            output: "{\"a\":\"\\\"1\",\"b\":\"2\"}\n"),
        InputExample(
            name: "makes null of a text without quotation marks", source: #"{"type":"csv","from":"-","null_as":"NULL"}"#,
            input: Array("a,b\nNULL,\"NULL\"\n,null".utf8), output: "{\"a\":null,\"b\":\"NULL\"}\n{\"a\":\"\",\"b\":\"null\"}\n"),
        InputExample(
            name: "reads a blank line of one column as null, if empty cells are null", source: #"{"type":"csv","from":"-","null_as":""}"#,
            input: Array("\na\n1\n\n\"\"\n".utf8), output: "{\"a\":\"1\"}\n{\"a\":null}\n{\"a\":\"\"}\n"),
        InputExample(
            name: "takes a header alone for no records", source: #"{"type":"csv","from":"-"}"#, input: Array("a,b\n".utf8), output: ""),
        InputExample(name: "takes an empty file for no records", source: #"{"type":"csv","from":"-"}"#, input: [], output: ""),
        InputExample(
            name: "refuses a name that two columns have", source: #"{"type":"csv","from":"-"}"#, input: Array("id,b,id\n1,2,3".utf8),
            code: 65,
            output: "", message: #"error: standard input: line 1, column 6: the header has "id" twice; the first is column 1"#),
        InputExample(
            name: "refuses a column without a name", source: #"{"type":"csv","from":"-"}"#, input: Array("\nid,\n1,2".utf8), code: 65,
            output: "",
            message:
                #"error: standard input: line 2, column 4: the column has no name; if the table has no header, the option "columns" names its columns"#
        ),
        InputExample(
            name: "says of a cell that it looks like Latin-1", source: #"{"type":"csv","from":"-"}"#,
            input: Array("a,b\n1,2\n3,caf".utf8) + [0xE9, 0x0A], code: 65, output: "{\"a\":\"1\",\"b\":\"2\"}\n",
            message:
                "error: standard input: line 3, column 3: the text is not UTF-8; it looks like Latin-1 (ISO-8859-1 or windows-1252), where "
                + "this byte is \"é\"; \"encoding\": \"windows-1252\" reads it"),
        InputExample(
            name: "refuses UTF-32", source: #"{"type":"csv","from":"-"}"#, input: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], code: 65, output: "",
            message: "error: standard input: the text is in UTF-32, which is not decoded; iconv -f utf-32 -t utf-8 converts it"),
        InputExample(
            name: "reads UTF-16 with a mark", source: #"{"type":"csv","from":"-"}"#,
            input: [0xFE, 0xFF] + Array("a,b\n1,2\n".utf8).flatMap { [0, $0] }, output: "{\"a\":\"1\",\"b\":\"2\"}\n"),
        InputExample(
            name: "reads UTF-16 without a mark", source: #"{"type":"csv","from":"-"}"#,
            input: Array("a,b\n1,2\n".utf8).flatMap { [$0, 0] }, output: "{\"a\":\"1\",\"b\":\"2\"}\n"),
        InputExample(
            name: "reads the encoding that the option names",
            source: #"{"type":"csv","from":"-","encoding":"windows-1251","delimiter":"auto"}"#,
            input: Array("a;b\n".utf8) + [0xCF, 0xE0, 0xF0, 0x3B, 0x31, 0x0A], output: "{\"a\":\"Пар\",\"b\":\"1\"}\n"),
        InputExample(
            name: "takes NUL for a character", source: #"{"type":"csv","from":"-"}"#, input: Array("a\n\0\n".utf8),
            output: "{\"a\":\"\\u0000\"}\n"),
        InputExample(
            name: "ends at a quotation mark without an end", source: #"{"type":"csv","from":"-"}"#,
            input: Array("a,b\n1,2\n3,\"4\n5,6\n".utf8),
            code: 65, output: "{\"a\":\"1\",\"b\":\"2\"}\n",
            message: "error: standard input: line 3, column 3: the quotation mark that begins a cell has no end"),
        InputExample(
            name: "ends at the first bad row on demand", source: #"{"type":"csv","from":"-","on_bad_row":"fail"}"#,
            input: Array("a,b\n1,2\n3\n4,5\n".utf8), code: 65, output: "{\"a\":\"1\",\"b\":\"2\"}\n",
            message: "error: standard input: line 3, column 2: expected 2 cells, one for each column, found 1"),
        InputExample(
            name: "says that a web page is no table", source: #"{"type":"csv","from":"-"}"#,
            input: Array("<!DOCTYPE html><title>Sign in</title>".utf8), code: 65, output: "",
            message: "error: standard input: this is HTML: Sign in; a CSV table was expected"),
    ]

    @Test("does", arguments: examples) func reads(_ example: InputExample) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":\#(example.source),"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        try Data(example.input).write(to: folder.file("input"))
        // A slow sender: a few bytes, a pause, and the rest.
        let script = #"(head -c 6 input; sleep 0.05; tail -c +7 input) | "$1" run p.json --jobs 1"#
        let outcome = try await Program.run("/bin/sh", ["-c", script, "sh", Program.path], in: folder.url)
        #expect(outcome.code == example.code)
        #expect(outcome.output == example.output)
        let first = outcome.messages.split(separator: "\n").first.map(String.init) ?? ""
        #expect(first == example.message || example.message.isEmpty && !first.hasPrefix("error"), "\(outcome.messages)")
    }

    @Test("sets bad rows aside with their places, and all is counted") func rejects() async throws {
        let folder = try ScratchFolder()
        try folder.write("id,name\n1,Ann\n2\n3,\"a\nb\",c\n4,\"q\" z\n5,e\n", to: "in.csv")
        try folder.write(#"{"source":{"type":"csv","from":"in.csv"},"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--jobs", "2"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(try folder.read("out.jsonl") == "{\"id\":\"1\",\"name\":\"Ann\"}\n{\"id\":\"5\",\"name\":\"e\"}\n")
        #expect(
            outcome.messages.withoutTimes == """
                warning: in.csv, line 3: rejected by csv: column 2: expected 2 cells, one for each column, found 1
                warning: in.csv, line 4: rejected by csv: line 5, column 4: expected 2 cells, one for each column, found 3
                warning: in.csv, line 6: rejected by csv: column 6: expected a delimiter or the end of the line behind the quotation mark that ends a cell, found text
                jsonl: out.jsonl: 2 records written
                rejected records are in out.rejects.jsonl
                p: read 5 = written 2 + filtered 0 + rejected 3

                """)
        #expect(
            try folder.read("out.rejects.jsonl").split(separator: "\n").dropFirst().first.map(String.init)
                == #"{"stage":"csv","step":"source","reason":"line 5, column 4: expected 2 cells, one for each column, found 3","#
                + #""origin":{"source":"in.csv","item":3,"line":4,"byte_offset":16},"record":"3,\"a\nb\",c"}"#)
    }

    @Test("gives each record its line, and each input its own header and delimiter") func inputs() async throws {
        let folder = try ScratchFolder()
        try folder.write("a,b\n1,2\n", to: "in/1.csv")
        try folder.write("b\ta\n\"3\n\"\t4\n5\t6\n", to: "in/2.tsv")
        try folder.write("c\n7\n", to: "3.csv")
        #expect(try await Program.run("/bin/sh", ["-c", "gzip 3.csv"], in: folder.url).code == 0)
        try folder.write(
            #"{"source":{"type":"csv","from":["in/*.[ct]sv","3.csv.gz"]},"stages":[{"type":"set","fields":{"o":"input_origin"}}],"#
                + #""sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "-q", "p.json"], in: folder.url)
        #expect(
            outcome.output == """
                {"a":"1","b":"2","o":{"source":"in/1.csv","item":1,"line":2,"byte_offset":4}}
                {"b":"3\\n","a":"4","o":{"source":"in/2.tsv","item":1,"line":2,"byte_offset":4}}
                {"b":"5","a":"6","o":{"source":"in/2.tsv","item":2,"line":4,"byte_offset":11}}
                {"c":"7","o":{"source":"3.csv.gz","item":1,"line":2,"byte_offset":2}}

                """, "\(outcome.messages)")
    }

    @Test("reads what a server sends", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping)) func remote() async throws {
        let folder = try ScratchFolder()
        let origin = try await OriginServer.shared()
        try folder.write(
            #"{"source":{"type":"csv","from":"\#(origin.base)/lines","columns":["json"],"delimiter":"\#u{7F}","quote":""},"#
                + #""stages":[{"type":"limit","count":1},{"type":"map","to":".json | fromjson | type"}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["run", "-q", "p.json"], in: folder.url)
        #expect(outcome.output == "\"object\"\n", "\(outcome.messages)")
    }

    /// Texts that a table has to quote, or that look like what a table quotes, and null.
    static let cells = [
        "null", #""""#, #""a""#, #""\"""#, #""\"\"""#, #"",""#, #"";""#, #""\t""#, #""\n""#, #""\r""#, #""\r\n""#, #""a\nb""#, #"" a ""#,
        #""ä日🎉""#, #""\uFEFF""#, #""\u0000""#, #""a\"b""#, #""NULL""#, #""'""#,
    ]

    @Test("gives the records that the sink csv wrote", arguments: ["comma", "semicolon", "tab"]) func roundTrip(_ delimiter: String)
        async throws
    {
        let folder = try ScratchFolder()
        let one = Self.cells.map { "{\"a\":\($0)}\n" }.joined()
        let two = Self.cells.map { first in Self.cells.map { "{\"a\":\(first),\"b \\\"\":\($0)}\n" }.joined() }.joined()
        for records in [one, two] {
            try folder.write(records, to: "in.jsonl")
            try folder.write(
                #"{"source":{"type":"json","from":"in.jsonl"},"sinks":[{"type":"jsonl","to":"plain.jsonl"}]}"#, to: "plain.json")
            try folder.write(
                #"{"source":{"type":"json","from":"in.jsonl"},"sinks":[{"type":"csv","to":"t.csv","delimiter":"\#(delimiter)"}]}"#,
                to: "to.json")
            try folder.write(
                #"{"source":{"type":"csv","from":"t.csv","delimiter":"\#(delimiter)","null_as":""},"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#,
                to: "from.json")
            for file in ["plain.json", "to.json", "from.json"] {
                #expect(try await Program.run(["run", "-q", file], in: folder.url).code == 0)
            }
            // The sink jsonl keeps the escapes of an input, which characters do not have.
            try folder.write(#"{"stages":[{"type":"map","to":"map_values(if . then explode else . end)"}]}"#, to: "decode.json")
            let wanted = try await Program.run(["pipe", "decode.json"], input: folder.read("plain.jsonl"), in: folder.url).output
            let found = try await Program.run(["pipe", "decode.json"], input: folder.read("out.jsonl"), in: folder.url).output
            #expect(found == wanted)
            #expect(found.utf8.count { $0 == 0x0A } == records.utf8.count { $0 == 0x0A })
        }
    }

    /// A wrong option, and the message about it.
    struct Fault: CustomTestStringConvertible {
        let option: String
        let message: String
        var testDescription: String { option }
    }

    static let faults = [
        Fault(
            option: #""delimiter":";;""#,
            message: #"error: expected one ASCII character that ends no line, or comma, semicolon, tab, auto, found ";;""#),
        Fault(
            option: #""delimiter":"semicolons""#,
            message:
                #"error: expected one ASCII character that ends no line, or comma, semicolon, tab, auto, found "semicolons"; did you mean "semicolon"?"#
        ),
        Fault(option: #""quote":"é""#, message: #"error: expected one ASCII character that ends no line, or "", found "é""#),
        Fault(
            option: #""quote":";","delimiter":";""#, message: #"error: expected another character than that of "quote""#),
        Fault(
            option: #""quote":",""#,
            message: #"error: expected a character that is no delimiter; without "delimiter", a comma or a tab is one"#),
        Fault(
            option: #""quote":"|","delimiter":"auto""#,
            message: #"error: expected a character that is no delimiter; with "auto", each of , ; | and tab can be one"#),
        Fault(option: #""columns":[]"#, message: "error: expected at least one name"),
        Fault(option: #""columns":["a","b","a"]"#, message: #"error: columns[2] is the same name as columns[0]"#),
        Fault(option: #""columns":["a",""]"#, message: #"error: columns[1] is an empty name"#),
    ]

    @Test("refuses wrong options", arguments: faults) func options(_ fault: Fault) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{"type":"csv","from":"-",\#(fault.option)},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["validate", "p.json"], in: folder.url)
        #expect(outcome.code == 78)
        let first = outcome.messages.split(separator: "\n").first ?? ""
        #expect(first.hasSuffix(": \(fault.message)"), "\(outcome.messages)")
    }
}
