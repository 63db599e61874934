import Foundation
import JSONParsing
import Pipeline
import Stages
import TestSupport
import Testing
@testable import Sinks

@Suite("Sinks that update a file") struct FileUpdateTests: ~Copyable {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }

    init() throws { scratch = try ScratchFolder() }

    private struct Silence: RunObserver {
        func warn(_ warning: RunWarning) {}
        func reject(_ reject: Reject) {}
    }

    private func run(_ values: String, _ sink: JSONObject, jobs: Int = 1) async throws -> RunReport {
        var registry = Registry()
        registry.addStages()
        registry.add(ObstructiveSource.self)
        registry.addSinks()
        var sink = sink
        sink["to"] = .string("\(folder)/\(try sink["to"]?.textOrJSON() ?? "")")
        let file: JSONValue = ["source": ["type": "objects", "values": .string(values)], "sinks": [.object(sink)]]
        let plan = try PipelineReader.read(
            text: Array(file.compactText.utf8), file: "p.json", registry: registry, settings: PipelineSettings())
        var options = PipelineRun.Options()
        options.jobs = jobs
        return await PipelineRun(plan, options: options, observer: Silence()).run()
    }

    private func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
    }
    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        /// The earlier file; nil for none.
        let earlier: String?
        let news: String
        /// The file after the run.
        let result: String
        /// The note of the sink behind the name of the file.
        let note: String
        var testDescription: String { name }
    }

    static let appended = [
        Example(name: "no earlier file", earlier: nil, news: #"[{"id":1}]"#, result: "{\"id\":1}\n", note: "1 record written"),
        Example(name: "an empty file", earlier: "", news: #"[{"id":1}]"#, result: "{\"id\":1}\n", note: "1 record written"),
        Example(
            name: "an earlier file", earlier: "{ \"id\": 1}\r\n", news: #"[{"id":1},{"id":2}]"#,
            result: "{ \"id\": 1}\r\n{\"id\":1}\n{\"id\":2}\n", note: "2 records appended"),
        Example(
            name: "no line end", earlier: "{\"id\":1}", news: #"[{"id":2}]"#, result: "{\"id\":1}\n{\"id\":2}\n", note: "1 record appended"),
        Example(name: "no news", earlier: "{\"id\":1}", news: "[]", result: "{\"id\":1}", note: "unchanged, 0 records"),
        Example(name: "nothing at all", earlier: nil, news: "[]", result: "", note: "0 records written"),
    ]

    @Test("append lines behind those of the earlier file", arguments: appended) func appends(_ example: Example) async throws {
        if let earlier = example.earlier { try scratch.write(earlier, to: "a.jsonl") }
        let report = try await run(example.news, ["type": "jsonl", "to": "a.jsonl", "mode": "append"])
        #expect(report.exitCode == 0)
        #expect(try read("a.jsonl") == example.result)
        #expect(report.notes == ["jsonl: \(folder)/a.jsonl: \(example.note)"])
        #expect(try names() == ["a.jsonl"])
    }

    static let merged = [
        Example(
            name: "no earlier file: the last record of a key at the place of the first", earlier: nil,
            news: #"[{"id":1,"v":1},{"id":2},{"id":1,"v":2}]"#, result: "{\"id\":1,\"v\":2}\n{\"id\":2}\n",
            note: "0 records replaced, 2 appended, 1 record left out for later ones with the same key"),
        Example(
            name: "in place, byte by byte, new ones behind", earlier: "{ \"id\": 1 }\r\n\n{\"id\":2,\"v\":1}\n{\"x\":\"é\",\"id\":3}",
            news: #"[{"id":9},{"id":2,"v":2},{"id":8}]"#,
            result: "{ \"id\": 1 }\r\n\n{\"id\":2,\"v\":2}\n{\"x\":\"é\",\"id\":3}\n{\"id\":9}\n{\"id\":8}\n",
            note: "1 record replaced, 2 appended"),
        Example(
            name: "keys as jq compares them",
            earlier: "{\"id\":1.0}\n{\"id\":\"1\"}\n{\"\\u0069d\":\"\\u0061\"}\n{\"id\":[1,{\"a\":1,\"b\":2}]}\n",
            news: #"[{"id":1,"v":1},{"id":"a","v":2},{"id":[1,{"b":2.0,"a":1}],"v":3}]"#,
            result: "{\"id\":1,\"v\":1}\n{\"id\":\"1\"}\n{\"id\":\"a\",\"v\":2}\n{\"id\":[1,{\"b\":2.0,\"a\":1}],\"v\":3}\n",
            note: "3 records replaced, 0 appended"),
        Example(
            name: "a key that stood there twice", earlier: "{\"id\":1,\"v\":1}\n{\"id\":5}\n{\"id\":1,\"v\":2}\n{\"id\":5}\n",
            news: #"[{"id":1,"v":3}]"#, result: "{\"id\":1,\"v\":3}\n{\"id\":5}\n{\"id\":5}\n",
            note: "1 record replaced, 0 appended, 1 earlier record dropped, whose key stood there twice"),
        Example(
            name: "a last line without an end", earlier: "{\"id\":1}\n{\"id\":2}", news: #"[{"id":2,"v":2},{"id":3}]"#,
            result: "{\"id\":1}\n{\"id\":2,\"v\":2}\n{\"id\":3}\n", note: "1 record replaced, 1 appended"),
        Example(
            name: "earlier lines without a key stay", earlier: "{\"id\":null}\n{}\n{\"id\":1}\n", news: #"[{"id":1,"v":2}]"#,
            result: "{\"id\":null}\n{}\n{\"id\":1,\"v\":2}\n", note: "1 record replaced, 0 appended"),
        Example(
            name: "a byte order mark stays", earlier: "\u{FEFF}{\"id\":1}\n{\"id\":2}\n", news: #"[{"id":2,"v":2}]"#,
            result: "\u{FEFF}{\"id\":1}\n{\"id\":2,\"v\":2}\n", note: "1 record replaced, 0 appended"),
        Example(
            name: "nothing new", earlier: "{\"id\":1}\n{\"id\":2}\n", news: #"[{"id":2}]"#, result: "{\"id\":1}\n{\"id\":2}\n",
            note: "unchanged, 1 record"),
        Example(name: "no news", earlier: "no JSON", news: "[]", result: "no JSON", note: "unchanged, 0 records"),
    ]

    @Test("merge lines by key, by a plain path and by any program", arguments: merged, [".id", ".id | ."])
    func merges(_ example: Example, _ key: String) async throws {
        if let earlier = example.earlier { try scratch.write(earlier, to: "a.jsonl") }
        let report = try await run(example.news, ["type": "jsonl", "to": "a.jsonl", "mode": "merge", "key": .string(key)])
        #expect(report.exitCode == 0)
        #expect(try read("a.jsonl") == example.result)
        #expect(report.notes == ["jsonl: \(folder)/a.jsonl: \(example.note)"])
        #expect(try names() == ["a.jsonl"])
    }

    @Test("do not touch a file that would be equal", arguments: ["append", "merge"]) func untouched(_ mode: String) async throws {
        try scratch.write("{\"id\":1}\n", to: "a.jsonl")
        let url = URL(fileURLWithPath: "\(folder)/a.jsonl")
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: url.path)
        let sink: JSONObject = ["type": "jsonl", "to": "a.jsonl", "mode": .string(mode), "key": mode == "merge" ? ".id" : .null]
        _ = try await run(mode == "merge" ? #"[{"id":1}]"# : "[]", sink)
        let date = try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
        #expect(date == Date(timeIntervalSince1970: 1_000))
    }

    @Test("name the file and the line of what is no JSON, and leave the file", arguments: [".id", ".id | ."])
    func noJSON(_ key: String) async throws {
        for (text, line) in [("{\"id\":1}\n\n{\"id\":2\n", 3), ("{\"id\":1} {\"id\":2}\n", 1), ("{\"id\":1}\nx", 2)] {
            try scratch.write(text, to: "a.jsonl")
            let report = try await run(#"[{"id":1}]"#, ["type": "jsonl", "to": "a.jsonl", "mode": "merge", "key": .string(key)])
            #expect(report.exitCode == 65)
            let message = (report.failure as? PipelineFailure)?.message ?? ""
            #expect(message.hasPrefix("\(folder)/a.jsonl:\(line): an earlier record: not one JSON value: "), "\(message)")
            #expect(try read("a.jsonl") == text)
        }
    }

    static let torn: [(name: String, text: String, line: Int, reason: String)] = [
        ("a torn line", "{\"id\":1}\n{\"id\":2", 2, "not one JSON value: "),
        ("a torn line with an end", "{\"id\":1}\n{\"id\":2\n", 2, "not one JSON value: "),
        ("a torn line behind a byte order mark", "\u{FEFF}{\"id\":1", 1, "not one JSON value: "),
        ("a torn line behind a long file", String(repeating: "{\"id\":1}\n", count: 40_000) + "{", 40_001, "not one JSON value: "),
        ("NUL bytes", String(repeating: "\0", count: 512), 1, "not one JSON value: "),
        ("NUL bytes behind lines", "{\"id\":1}\n" + String(repeating: "\0", count: 512), 2, "not one JSON value: "),
    ]

    @Test("append to no torn line, and merge with none", arguments: torn, ["append", "merge"])
    func tornLine(_ example: (name: String, text: String, line: Int, reason: String), _ mode: String) async throws {
        try scratch.write(example.text, to: "a.jsonl")
        let sink: JSONObject = ["type": "jsonl", "to": "a.jsonl", "mode": .string(mode), "key": mode == "merge" ? ".id" : .null]
        let report = try await run(#"[{"id":1}]"#, sink)
        #expect(report.exitCode == 65)
        let message = (report.failure as? PipelineFailure)?.message ?? ""
        let record = mode == "merge" ? "an earlier record" : "the last record, behind which the run would append"
        #expect(message.hasPrefix("\(folder)/a.jsonl:\(example.line): \(record): \(example.reason)"), "\(message)")
        #expect(try read("a.jsonl") == example.text)
    }

    static let tornTables: [(name: String, text: String, line: Int, reason: String)] = [
        ("a row without its last cell", "id,t\r\n1,a\r\n2", 3, "it has 1 of 2 cells, and no end"),
        ("an open quotation mark", "id,t\r\n1,\"a\r\n2,b\r\n", 2, "the quotation mark that begins a cell has no end"),
        ("NUL bytes behind rows", "id,t\r\n1,a\r\n2" + String(repeating: "\0", count: 99), 3, "it ends with a NUL byte"),
    ]

    @Test("append to no torn row, and merge with none", arguments: tornTables, ["append", "merge"])
    func tornRow(_ example: (name: String, text: String, line: Int, reason: String), _ mode: String) async throws {
        try scratch.write(example.text, to: "a.csv")
        let sink: JSONObject = [
            "type": "csv", "to": "a.csv", "fields": ["id", "t"], "mode": .string(mode), "key": mode == "merge" ? ".id" : .null,
        ]
        let report = try await run(#"[{"id":1,"t":"x"}]"#, sink)
        #expect(report.exitCode == 65)
        let message = (report.failure as? PipelineFailure)?.message ?? ""
        #expect(message.contains("/a.csv:\(example.line): ") && message.contains(example.reason), "\(message)")
        #expect(try read("a.csv") == example.text)
    }

    @Test("append to a table with line breaks in quoted cells, in long files too") func quotedRows() async throws {
        let table = "id,t\r\n" + (0..<20_000).map { "\($0),\"a\r\n\"\"b\"\"\"\r\n" }.joined()
        try scratch.write(table, to: "a.csv")
        let report = try await run(#"[{"id":7,"t":"x"}]"#, ["type": "csv", "to": "a.csv", "fields": ["id", "t"], "mode": "append"])
        #expect(report.exitCode == 0)
        #expect(try read("a.csv") == table + "7,x\r\n")
    }

    @Test("reject a record without a key") func noKey() async throws {
        let report = try await run(
            #"[{"id":1},{"id":null},{},7]"#, ["type": "jsonl", "to": "a.jsonl", "mode": "merge", "key": ".id"])
        #expect(report.counts.line == "read 4 = written 1 + filtered 0 + rejected 3")
        #expect(try read("a.jsonl") == "{\"id\":1}\n")
    }

    @Test("merge long files at every cut of the chunks", arguments: [1, 4]) func long(_ jobs: Int) async throws {
        let line = { (id: Int, version: Int) in "{\"id\":\(id),\"v\":\(version),\"t\":\"\(String(repeating: "x", count: id % 977))\"}" }
        try scratch.write((0..<3_000).map { line($0, 1) + "\n" }.joined(), to: "a.jsonl")
        let changed = Array(stride(from: 2_990, to: 0, by: -7)) + Array(3_000..<3_100)
        let report = try await run(
            "[\(changed.map { line($0, 2) }.joined(separator: ","))]", ["type": "jsonl", "to": "a.jsonl", "mode": "merge", "key": ".id"],
            jobs: jobs)
        #expect(report.exitCode == 0)
        let isChanged = Set(changed)
        #expect(try read("a.jsonl") == (0..<3_100).map { line($0, isChanged.contains($0) ? 2 : 1) + "\n" }.joined())
    }

    @Test("read and write compressed files", arguments: ["gz", "zst"], ["append", "merge"])
    func compressed(_ ending: String, _ mode: String) async throws {
        let name = "a.jsonl.\(ending)"
        let sink: JSONObject = ["type": "jsonl", "to": .string(name), "mode": .string(mode), "key": mode == "merge" ? ".id" : .null]
        #expect(try await run(#"[{"id":1},{"id":2}]"#, sink).exitCode == 0)
        #expect(try await run(#"[{"id":2,"v":2},{"id":3}]"#, sink).exitCode == 0)
        var decoder = try Decompressor(ending == "gz" ? .gzip : .zstd)
        var (data, text) = (try Array(Data(contentsOf: scratch.file(name)))[...], "")
        while case let made = try decoder.read(&data, upTo: 1 << 16, spare: 0), !made.isEmpty {
            text += String(decoding: made, as: UTF8.self)
        }
        try decoder.finish()
        let middle = mode == "append" ? "{\"id\":2}\n{\"id\":2,\"v\":2}\n" : "{\"id\":2,\"v\":2}\n"
        #expect(text == "{\"id\":1}\n\(middle){\"id\":3}\n")
    }

    @Test("refuse a file that is not compressed as its name says", arguments: ["append", "merge"]) func otherFormat(_ mode: String)
        async throws
    {
        try scratch.write("{\"id\":1}\n", to: "a.jsonl.gz")
        let sink: JSONObject = ["type": "jsonl", "to": "a.jsonl.gz", "mode": .string(mode), "key": mode == "merge" ? ".id" : .null]
        let report = try await run(#"[{"id":1}]"#, sink)
        #expect(
            report.failure as? PipelineFailure
                == PipelineFailure(
                    .badData,
                    "\(folder)/a.jsonl.gz is not compressed, which its name does not say; records of this run cannot be added to it"))
        #expect(try read("a.jsonl.gz") == "{\"id\":1}\n")
    }

    static let tables = [
        Example(
            name: "append", earlier: "id,t\n1,a", news: #"[{"id":2,"t":"b"}]"#, result: "id,t\n1,a\r\n2,b\r\n", note: "1 record appended"),
        Example(name: "append to nothing", earlier: nil, news: "[]", result: "id,t\r\n", note: "0 records written"),
        Example(
            name: "merge", earlier: "\u{FEFF}id,t\n1,\"a\n\"\"b\"\"\"\n\n2,\n3,c",
            news: #"[{"id":3,"t":"d"},{"id":1.0,"t":"x,y"},{"id":4}]"#,
            result: "\u{FEFF}id,t\n1,\"a\n\"\"b\"\"\"\n\n2,\n3,d\r\n1.0,\"x,y\"\r\n4,\r\n", note: "1 record replaced, 2 appended"),
        Example(
            name: "merge quoted cells", earlier: "id,t\r\n\"a\nb\",1\r\n\"\",2\r\n,3\r\n", news: #"[{"id":"a\nb","t":9},{"id":"","t":8}]"#,
            result: "id,t\r\n\"a\nb\",9\r\n\"\",8\r\n,3\r\n", note: "2 records replaced, 0 appended"),
        Example(
            name: "merge a header alone", earlier: "id,t", news: #"[{"id":1}]"#, result: "id,t\r\n1,\r\n",
            note: "0 records replaced, 1 appended"),
        Example(
            name: "merge rows of another program, which ends them with carriage returns and has a quotation mark inside of a cell",
            earlier: "id,t\r1,5\" disc\r\u{FEFF}2,b\r3,c", news: #"[{"id":3,"t":"x"},{"id":2}]"#,
            result: "id,t\r1,5\" disc\r\u{FEFF}2,b\r3,x\r\n2,\r\n", note: "1 record replaced, 1 appended"),
    ]

    @Test("end with the line of an earlier row that has a fault") func faultyRow() async throws {
        let table = "id,t\r\n\"1\r\n\",a\r\n\"2\"x,b\r\n"
        try scratch.write(table, to: "a.csv")
        let report = try await run(#"[{"id":2,"t":"x"}]"#, ["type": "csv", "to": "a.csv", "mode": "merge", "key": ".id"])
        #expect(
            report.failure as? PipelineFailure
                == PipelineFailure(
                    .badData,
                    "\(folder)/a.csv:4: an earlier record: expected a delimiter or the end of the line behind the quotation mark that ends "
                        + "a cell, found text"))
        #expect(try read("a.csv") == table)
        try scratch.write("\"id\"s,t\r\n", to: "a.csv")
        let header = try await run(#"[{"id":2,"t":"x"}]"#, ["type": "csv", "to": "a.csv", "mode": "merge", "key": ".id"])
        let message = header.failure.map { "\($0)" } ?? ""
        #expect(message.contains("/a.csv begins with a row that cannot be read: expected a delimiter or"), "\(message)")
    }

    @Test("update tables", arguments: tables) func table(_ example: Example) async throws {
        if let earlier = example.earlier { try scratch.write(earlier, to: "a.csv") }
        let isMerge = example.name.hasPrefix("merge")
        let report = try await run(
            example.news,
            [
                "type": "csv", "to": "a.csv", "fields": ["id", "t"], "mode": isMerge ? "merge" : "append", "key": isMerge ? ".id" : .null,
            ])
        #expect(report.exitCode == 0, "\(report.failure.map { "\($0)" } ?? "")")
        #expect(try read("a.csv") == example.result)
        #expect(report.notes == ["csv: \(folder)/a.csv: \(example.note)"])
    }

    @Test("name the columns of both where a table has others", arguments: ["append", "merge"]) func otherColumns(_ mode: String)
        async throws
    {
        try scratch.write("id;t\r\n1;a\r\n", to: "a.csv")
        let report = try await run(
            #"[{"id":1,"t":"x"}]"#, ["type": "csv", "to": "a.csv", "mode": .string(mode), "key": mode == "merge" ? ".id" : .null])
        #expect(
            report.failure as? PipelineFailure
                == PipelineFailure(
                    .badData,
                    "\(folder)/a.csv has the columns \"id;t\", and this run writes \"id\", \"t\"; name the columns of the file in \"fields\", in "
                        + "their order"))
        #expect(try read("a.csv") == "id;t\r\n1;a\r\n")
    }

    @Test("report options that do not fit together") func options() throws {
        func problem(_ json: String) throws -> String {
            do {
                _ = try JSONLinesSink(json: json)
                return ""
            } catch let error as PipelineFileError {
                return error.description
            }
        }
        for (json, wanted) in [
            (#"{"to":"a","mode":"merge"}"#, #"the mode "merge" needs "key", a jq program that gives the key of a record, such as ".id""#),
            (#"{"to":"a","mode":"append","key":".id"}"#, #"only the mode "merge" has a key; the mode here is "append""#),
            (#"{"to":"a","key":".id"}"#, #"only the mode "merge" has a key; the mode here is "replace""#),
            (
                #"{"to":"-","mode":"append"}"#,
                #"the mode "append" needs a file with the records of earlier runs, and standard output keeps none"#
            ),
            (
                #"{"to":"/dev/null","mode":"merge","key":".id"}"#,
                #"the mode "merge" needs a file with the records of earlier runs, and /dev/null keeps none"#
            ),
        ] {
            #expect(try problem(json).contains(wanted), "\(json)")
        }
        #expect(!(try problem(#"{"to":"a","mode":"merge","key":"."#.appending("[\"}")).contains("needs \"key\"")))
    }

    @Test("tell the engine what they do to earlier records") func update() throws {
        func update(_ json: String) throws -> SinkUpdate { try JSONLinesSink(json: json).traits.update }
        #expect(try update(#"{"to":"a"}"#) == .replace)
        #expect(try update(#"{"to":"-"}"#) == .keep)
        #expect(try update(#"{"to":"a","mode":"append"}"#) == .append)
        #expect(try update(#"{"to":"a","mode":"merge","key":".id"}"#) == .merge)
        #expect(try MarkdownSink(json: #"{"to":"o/{{.id}}.md"}"#).traits.update == .keep)
        #expect(try MarkdownSink(json: #"{"to":"o/{{.id}}.md","index":{}}"#).traits.update == .replace)
        #expect(try MarkdownSink(json: #"{"to":"o/{{.id}}.md","index":{},"mode":"merge"}"#).traits.update == .merge)
        #expect(try SiteSink(json: #"{"to":"o/{{.id}}.html"}"#).traits.update == .replace)
        #expect(try SiteSink(json: #"{"to":"o/{{.id}}.html","mode":"merge"}"#).traits.update == .merge)
    }
}
