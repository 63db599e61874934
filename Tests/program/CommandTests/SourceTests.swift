import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The bytes of a piped input, and the records that a source reads from it.
struct InputExample: CustomTestStringConvertible {
    let name: String
    let source: String
    let input: [UInt8]
    var code: Int32 = 0
    let output: String
    var message = ""
    var testDescription: String { name }

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

@Suite("A source") struct SourceTests {
    static let examples = [
        InputExample(
            name: "passes over a byte order mark before JSON", source: #"{"type":"json","from":"-"}"#,
            input: InputExample.mark + #"{"a":1}"#.utf8, output: "{\"a\":1}\n"),
        InputExample(
            name: "counts a byte order mark in the place of a fault", source: #"{"type":"json","from":"-"}"#,
            input: InputExample.mark + #"{"a":}"#.utf8, code: 65, output: "",
            message: #"error: standard input: line 1, byte 8: expected a value, found "}""#),
        InputExample(
            name: "passes over a byte order mark before lines", source: #"{"type":"lines","from":"-"}"#,
            input: InputExample.mark + "a\nb".utf8, output: "{\"line\":1,\"text\":\"a\"}\n{\"line\":2,\"text\":\"b\"}\n"),
        InputExample(
            name: "says of JSON that it looks like Latin-1", source: #"{"type":"json","from":"-"}"#,
            input: Array("{\"a\":\"caf".utf8) + [0xE9, 0x22, 0x7D], code: 65, output: "",
            message:
                "error: standard input: line 1, byte 9: expected UTF-8, found a quotation mark in the character that begins with byte "
                + "0xE9; it looks like Latin-1 (ISO-8859-1 or windows-1252), where this byte is \"é\"; "
                + "\"encoding\": \"windows-1252\" reads it"
        ),
        InputExample(
            name: "says of lines that they look like windows-1252", source: #"{"type":"lines","from":"-"}"#,
            input: Array("a\nb".utf8) + [0x93, 0x63, 0x94], code: 65, output: "{\"line\":1,\"text\":\"a\"}\n",
            message: "error: standard input: line 2 is not UTF-8; it looks like windows-1252; \"encoding\": \"windows-1252\" reads it"),
        InputExample(
            name: "names the encoding of lines in Chinese", source: #"{"type":"lines","from":"-"}"#,
            input: [0x61, 0x0A, 0xB6, 0xC9, 0xC2, 0xD6, 0xD7, 0xBC, 0xCA, 0xB1, 0x0A], code: 65, output: "{\"line\":1,\"text\":\"a\"}\n",
            message: "error: standard input: line 2 is not UTF-8; it looks like gb18030; \"encoding\": \"gb18030\" reads it"),
        InputExample(
            name: "reads lines in UTF-16 with a mark", source: #"{"type":"lines","from":"-"}"#, input: [0xFF, 0xFE, 0x61, 0, 0x0A, 0],
            output: "{\"line\":1,\"text\":\"a\"}\n"),
        InputExample(
            name: "refuses UTF-32 before lines", source: #"{"type":"lines","from":"-"}"#, input: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0],
            code: 65,
            output: "",
            message: "error: standard input is in UTF-32, which is not decoded; iconv -f utf-32 -t utf-8 converts it"),
        InputExample(
            name: "reads JSON in UTF-16 without a mark", source: #"{"type":"json","from":"-"}"#,
            input: Array(#"{"a":1}"#.utf8).flatMap { [$0, 0] }, output: "{\"a\":1}\n"),
        InputExample(
            name: "refuses UTF-32 before lines also if it replaces bytes", source: #"{"type":"lines","from":"-","on_bad_bytes":"replace"}"#,
            input: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], code: 65, output: "",
            message: "error: standard input is in UTF-32, which is not decoded; iconv -f utf-32 -t utf-8 converts it"),
        InputExample(
            name: "refuses JSON in UTF-32", source: #"{"type":"json","from":"-"}"#, input: [0x7B, 0, 0, 0, 0x7D, 0, 0, 0], code: 65,
            output: "",
            message: "error: standard input: byte 0: the text is in UTF-32, which is not decoded; iconv -f UTF-32 -t utf-8 converts it"),
        InputExample(
            name: "reads JSON in the encoding that the option names", source: #"{"type":"json","from":"-","encoding":"SJIS"}"#,
            input: Array("{\"a\":\"".utf8) + [0x93, 0x6E, 0x83, 0x5C, 0x22, 0x7D], output: "{\"a\":\"渡ソ\"}\n"),
        InputExample(
            name: "ends at bytes that are none of the encoding", source: #"{"type":"lines","from":"-","encoding":"euc-kr"}"#,
            input: [0xBA, 0xCE, 0x0A, 0x61, 0xFF, 0x0A], code: 65, output: "",
            message:
                "error: standard input: byte 4: not EUC-KR; with \"on_bad_bytes\": \"replace\", U+FFFD stands for such bytes"),
        InputExample(
            name: "replaces bytes that are none of the encoding, and counts them",
            source: #"{"type":"lines","from":"-","encoding":"euc-kr","on_bad_bytes":"replace"}"#,
            input: [0xBA, 0xCE, 0x0A, 0x61, 0xFF, 0x0A],
            output: "{\"line\":1,\"text\":\"부\"}\n{\"line\":2,\"text\":\"a\u{FFFD}\"}\n",
            message: "warning: standard input: 1 byte sequence is not EUC-KR, and became U+FFFD; the first is at byte 4"),
        InputExample(
            name: "names the item at which items fails", source: #"{"type":"json","from":"-","items":".a[] | .b + 1"}"#,
            input: Array(#"{"a":[{"b":1},{"b":"x"},{"b":3}]}"#.utf8), code: 65, output: "2\n",
            message:
                #"error: standard input, item 2 (byte 14): items: string ("x") and number (1) cannot be added (p.json:1:53: source.items: .b + 1)"#
        ),
        InputExample(
            name: "names no line for an item that is too long and began in a piece before",
            source: #"{"type":"json","from":"-","max_record_bytes":1000000}"#,
            input: Array(("{\"a\":1}\n{\"b\":[" + String(repeating: "1,\n", count: 1_000_000)).utf8), code: 65, output: "{\"a\":1}\n",
            message: "error: standard input: byte 8: one value is longer than the limit of 1000000 bytes"),
        InputExample(
            name: "sets an item aside at which items fails, on demand",
            source: #"{"type":"json","from":"-","items":".b + 1","on_bad_line":"reject"}"#,
            input: Array("{\"b\":1}\n{\"b\":\"x\"}\n{\"b\":3}".utf8), code: 1, output: "2\n4\n",
            message:
                #"warning: standard input, line 2: rejected by json: items: string ("x") and number (1) cannot be added (p.json:1:46: source.items: .b + 1)"#
        ),
    ]

    @Test("does", arguments: examples) func reads(_ example: InputExample) async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(#"{"source":\#(example.source),"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let inputs = folder.file("input")
        try Data(example.input).write(to: inputs)
        // A slow sender: one byte, a pause, and the rest.
        let script = #"(head -c 1 "$1"; sleep 0.05; tail -c +2 "$1") | "$2" run "$3" --jobs 1"#
        let outcome = try await Program.run("/bin/sh", ["-c", script, "sh", inputs.path, Program.path, file], in: folder.url)
        #expect(outcome.code == example.code)
        #expect(outcome.output == example.output)
        let messages = outcome.messages.replacing(folder.path + "/", with: "")
        if !example.message.isEmpty { #expect(messages.split(separator: "\n").first.map(String.init) == example.message) }
    }

    @Test("of files decodes web pages as browsers do, and sets aside what is no text") func files() async throws {
        let folder = try ScratchFolder()
        func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: folder.file(name)) }
        try write(Array("<meta charset=iso-8859-1>".utf8) + [0xE4], "f1.html")
        try write([0x63, 0xE9], "f2.htm")
        try write(Array("ä".utf8), "f3.html")
        try write([0xFF, 0xFE, 0x61, 0], "f4.html")
        try write([0xEF, 0xBB, 0xBF, 0x61], "f5.txt")
        try write([0x63, 0xE9], "f6.txt")
        try write([0x62], "f7.txt")
        func file(_ option: String) throws -> String {
            try folder.write(
                #"{"source":{"type":"files","match":"f*"\#(option)},"stages":[{"type":"select","fields":["name","text"]}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
                to: "p.json")
        }
        let stopped = try await Program.run(["run", file("")], in: folder.url)
        #expect(stopped.code == 65)
        #expect(stopped.messages.hasPrefix("error: \(folder.path)/f6.txt is not UTF-8 at byte 1; it looks like Latin-1 "))
        #expect(stopped.messages.contains(#"; with "on_bad_file": "reject", the run goes on without such a file"#))
        let outcome = try await Program.run(["run", file(#","on_bad_file":"reject""#)], in: folder.url)
        #expect(outcome.code == 1)
        #expect(
            outcome.output == """
                {"name":"f1.html","text":"<meta charset=iso-8859-1>ä"}
                {"name":"f2.htm","text":"cé"}
                {"name":"f3.html","text":"ä"}
                {"name":"f4.html","text":"a"}
                {"name":"f5.txt","text":"a"}
                {"name":"f7.txt","text":"b"}

                """)
        #expect(try folder.read("p.rejects.jsonl").contains(#"/f6.txt","item":6},"record":{"path":"#))
    }

    @Test("of files tells what pages are called and where they are") func pages() async throws {
        let folder = try ScratchFolder()
        try folder.write("<title>\n A  &amp; B </title><svg><title>c</title></svg>", to: "pages/a/x.y.html")
        try folder.write("<p>a<!-- <title>b</title> -->", to: "pages/b.HTM")
        try folder.write("<title>c</title>", to: "pages/.c.d/e.txt")
        try folder.write("%PDF-1.4", to: "pages/f.html")
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(to: folder.file("pages/g.md"))
        let file = try folder.write(
            #"""
            {"source":{"type":"files","match":"pages/**/*","on_bad_file":"reject"},
             "stages":[{"type":"remove","fields":["path","bytes","text"]}],"sinks":[{"type":"jsonl","to":"-"}]}
            """#, to: "p.json")
        let outcome = try await Program.run(["run", file], in: folder.url)
        #expect(outcome.code == 1)
        #expect(
            outcome.output == """
                {"relative_path":"a/x.y.html","name":"x.y.html","stem":"x.y","title":"A & B"}
                {"relative_path":"b.HTM","name":"b.HTM","stem":"b","title":null}

                """)
        let rejects = try folder.read("p.rejects.jsonl")
        #expect(rejects.contains("/pages/f.html: expected HTML, found a PDF document"))
        #expect(rejects.contains("/pages/g.md: expected text, found a PNG image"))
    }

    @Test(
        "refuses what is no path and no address",
        arguments: [
            ("ftp://x/y", "ftp is not supported"), ("http:/a/b", #"a URL begins with "http://""#),
            ("HTTPS:x", #"a URL begins with "https://""#), ("http://", "a URL needs a host"), ("", "the path is empty"),
            ("~/x.json", #"only a shell knows what "~" means; write the folder in full"#),
            ("file:///x", #"the path of a file is written without "file://""#),
        ])
    func inputs(_ from: String, _ fault: String) async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"{"parameters":{"from":{}},"source":{"type":"json","from":{"$param":"from"}},"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["validate", file, "--set", "from=\(from)"])
        #expect(outcome.code == 78)
        #expect(
            outcome.messages.split(separator: "\n").first.map(String.init)
                == "\(file):1:58: error: expected a path, \"-\" or a URL as a string, found \"\(from)\": \(fault)")
    }
}
