import Foundation
import JSONParsing
import Pipeline
import Stages
import Synchronization
import TestSupport
import Testing
@testable import Sinks

@Suite("Sinks with a file for each value") struct PartitionTests: ~Copyable {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }

    init() throws { scratch = try ScratchFolder() }

    /// Keeps the reasons of rejects.
    private final class Reasons: RunObserver {
        private let reasons = Mutex<[String]>([])
        func warn(_ warning: RunWarning) {}
        func reject(_ reject: Reject) { reasons.withLock { $0.append(reject.reason) } }
        var all: [String] { reasons.withLock { $0 } }
    }

    private func run(
        _ values: String, _ sinks: JSONObject..., jobs: Int = 1, reasons: Reasons = Reasons()
    ) async throws -> RunReport {
        var registry = Registry()
        registry.addStages()
        registry.add(ObstructiveSource.self)
        registry.addSinks()
        let sinks = try sinks.map { sink in
            var sink = sink
            sink["to"] = .string("\(folder)/\(try sink["to"]?.textOrJSON() ?? "")")
            return JSONValue.object(sink)
        }
        let file: JSONValue = ["source": ["type": "objects", "values": .string(values)], "sinks": .array(sinks)]
        let plan = try PipelineReader.read(
            text: Array(file.compactText.utf8), file: "p.json", registry: registry, settings: PipelineSettings())
        var options = PipelineRun.Options()
        options.jobs = jobs
        return await PipelineRun(plan, options: options, observer: reasons).run()
    }

    private func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
    }
    private func names(_ name: String = "o") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)").sorted()
    }

    private static let records = #"[{"d":"a","n":1},{"d":"b","n":2},{"d":"a","n":3},{"d":"c","n":4},{"d":"b","n":5}]"#

    @Test("give each the whole form of their format, and keep the order of records", arguments: [1, 2, 64], [1, 4])
    func formats(_ open: Int, _ jobs: Int) async throws {
        let limit = JSONValue.number(JSONNumber(open))
        let report = try await run(
            Self.records, ["type": "jsonl", "to": "o/{{.d}}.jsonl", "max_open_files": limit],
            ["type": "json", "to": "o/{{.d}}.json", "indent": 0, "max_open_files": limit],
            ["type": "csv", "to": "o/{{.d}}.csv", "max_open_files": limit], jobs: jobs)
        #expect(report.exitCode == 0)
        #expect(try read("o/a.jsonl") == "{\"d\":\"a\",\"n\":1}\n{\"d\":\"a\",\"n\":3}\n")
        #expect(try read("o/b.jsonl") == "{\"d\":\"b\",\"n\":2}\n{\"d\":\"b\",\"n\":5}\n")
        #expect(try read("o/c.json") == "[\n{\"d\":\"c\",\"n\":4}\n]\n")
        #expect(try read("o/a.json") == "[\n{\"d\":\"a\",\"n\":1},\n{\"d\":\"a\",\"n\":3}\n]\n")
        #expect(try read("o/b.csv") == "d,n\r\nb,2\r\nb,5\r\n")
        #expect(try names() == ["a", "b", "c"].flatMap { name in ["csv", "json", "jsonl"].map { "\(name).\($0)" } })
        #expect(report.notes == ["jsonl", "json", "csv"].map { "\($0): \(folder)/o: 3 files written, 0 unchanged, 5 records" })
    }

    @Test("hold all of what is longer than the buffer", arguments: [1, 3]) func long(_ open: Int) async throws {
        // More than the buffer holds, so that the parts of a partition are written at two times.
        let texts = (0..<300).map { "\($0) \(String(repeating: "x", count: 50_000))" }
        let report = try await run(
            "[\(texts.map { "{\"a\":\"\($0)\"}" }.joined(separator: ","))]",
            ["type": "jsonl", "to": "o/{{.a[:2] | rtrimstr(\" \")}}.jsonl", "max_open_files": .number(JSONNumber(open))],
            ["type": "json", "to": "o/{{.a[:2] | rtrimstr(\" \")}}.json", "indent": 0, "max_open_files": .number(JSONNumber(open))])
        #expect(report.exitCode == 0)
        #expect(try names().count == 2 * 100)
        for key in ["0", "1", "12", "29", "99"] {
            let lines = texts.filter { $0.prefix(2).trimmingCharacters(in: .whitespaces) == key }.map { "{\"a\":\"\($0)\"}" }
            #expect(try read("o/\(key).jsonl") == lines.map { "\($0)\n" }.joined())
            #expect(try read("o/\(key).json") == "[\n" + lines.joined(separator: ",\n") + "\n]\n")
        }
    }

    @Test("indent a record that grows much while they write it") func growing() async throws {
        let nested = String(repeating: "[", count: 60) + String(repeating: "[1,2],", count: 5_000) + "3" + String(repeating: "]", count: 60)
        let values = "[{\"p\":1,\"a\":1},{\"p\":2,\"b\":\(nested)},{\"p\":1,\"b\":\(nested)},{\"p\":1,\"c\":2}]"
        #expect(try await run(values, ["type": "json", "to": "o/{{.p}}.json", "indent": 8]).exitCode == 0)
        let all = try JSONValue(parsing: values).array ?? []
        #expect(try JSONValue(parsing: read("o/1.json")) == .array([all[0], all[2], all[3]]))
        #expect(try JSONValue(parsing: read("o/2.json")) == .array([all[1]]))
    }

    @Test("leave files that no record names, and do not touch equal ones") func untouched() async throws {
        try scratch.write("mine", to: "o/z.jsonl")
        try scratch.write("{\"d\":\"a\",\"n\":1}\n", to: "o/a.jsonl")
        let url = URL(fileURLWithPath: "\(folder)/o/a.jsonl")
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: url.path)
        let report = try await run(#"[{"d":"a","n":1},{"d":"b","n":2}]"#, ["type": "jsonl", "to": "o/{{.d}}.jsonl"])
        #expect(report.notes == ["jsonl: \(folder)/o: 1 file written, 1 unchanged, 2 records"])
        #expect(
            try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_000))
        #expect(try read("o/z.jsonl") == "mine")
        #expect(try names() == ["a.jsonl", "b.jsonl", "z.jsonl"])
    }

    @Test("append to the files of earlier runs") func appends() async throws {
        try scratch.write("{ \"n\": 0 }", to: "o/a.jsonl")
        try scratch.write("", to: "o/b.jsonl")
        try scratch.write("d,n\r\na,0\r\n", to: "o/a.csv")
        let report = try await run(
            Self.records, ["type": "jsonl", "to": "o/{{.d}}.jsonl", "mode": "append"],
            ["type": "csv", "to": "o/{{.d}}.csv", "mode": "append"])
        #expect(report.exitCode == 0)
        #expect(try read("o/a.jsonl") == "{ \"n\": 0 }\n{\"d\":\"a\",\"n\":1}\n{\"d\":\"a\",\"n\":3}\n")
        #expect(try read("o/b.jsonl") == "{\"d\":\"b\",\"n\":2}\n{\"d\":\"b\",\"n\":5}\n")
        #expect(try read("o/a.csv") == "d,n\r\na,0\r\na,1\r\na,3\r\n")
        #expect(try read("o/c.csv") == "d,n\r\nc,4\r\n")
        #expect(report.notes == ["jsonl", "csv"].map { "\($0): \(folder)/o: 3 files written, 0 unchanged, 5 records appended" })
        #expect(try names().count == 6)
    }

    @Test("merge with the files of earlier runs") func merges() async throws {
        try scratch.write("{\"d\":\"a\",\"n\":1,\"v\":1}\n{\"d\":\"a\",\"n\":9}\n", to: "o/a.jsonl")
        try scratch.write("{\"d\":\"c\",\"n\":4}\n", to: "o/c.jsonl")
        try scratch.write("no JSON", to: "o/z.jsonl")
        let sink: JSONObject = ["type": "jsonl", "to": "o/{{.d}}.jsonl", "mode": "merge", "key": ".n"]
        let report = try await run(#"[{"d":"a","n":1},{"d":"a","n":2},{"d":"b","n":1},{"d":"c","n":4},{"d":"b","n":1,"v":2}]"#, sink)
        #expect(report.exitCode == 0)
        #expect(try read("o/a.jsonl") == "{\"d\":\"a\",\"n\":1}\n{\"d\":\"a\",\"n\":9}\n{\"d\":\"a\",\"n\":2}\n")
        #expect(try read("o/b.jsonl") == "{\"d\":\"b\",\"n\":1,\"v\":2}\n")
        #expect(
            report.notes == [
                "jsonl: \(folder)/o: 2 files written, 1 unchanged, 2 records replaced, 2 appended, 1 record left out for later ones with the "
                    + "same key"
            ])
        #expect(try names() == ["a.jsonl", "b.jsonl", "c.jsonl", "z.jsonl"])
    }

    @Test("compress each file, whatever the number of open ones", arguments: ["gz", "zst"]) func compressed(_ ending: String) async throws {
        let sink: JSONObject = ["type": "jsonl", "to": .string("o/{{.d}}.jsonl.\(ending)")]
        #expect(try await run(Self.records, sink).exitCode == 0)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/o/a.jsonl.\(ending)"))
        #expect(CompressedFormat(beginning: Array(bytes.prefix(16))) == CompressedFormat(ofName: "a.\(ending)"))
        var narrow = sink
        narrow["max_open_files"] = 1
        #expect(try await run(Self.records, narrow).notes == ["jsonl: \(folder)/o: 0 files written, 3 unchanged, 5 records"])
        var appending = sink
        appending["mode"] = "append"
        #expect(try await run(#"[{"d":"a","n":6}]"#, appending).exitCode == 0)
        var merging = sink
        merging["mode"] = "merge"
        merging["key"] = ".n"
        #expect(
            try await run(#"[{"d":"a","n":6},{"d":"a","n":1}]"#, merging).notes == [
                "jsonl: \(folder)/o: 0 files written, 1 unchanged, 2 records replaced, 0 appended"
            ])
    }

    static let hostile = [
        (#"{}"#, "{{.p}} gives null or nothing, and the text needs a value"),
        (#"{"p":null}"#, "{{.p}} gives null or nothing, and the text needs a value"),
        (#"{"p":"../x"}"#, "the path \"../x.jsonl\" leads out of the output folder"),
        (#"{"p":"/x"}"#, "the path \"/x.jsonl\" is absolute; it has to stay inside the output folder"),
        (#"{"p":"a//x"}"#, "the path \"a//x.jsonl\" has an empty part"),
        (#"{"p":""}"#, "the file name \".jsonl\" has nothing in front of its dot"),
        (
            #"{"p":".tabpipe-x"}"#, "the file name \".tabpipe-x.jsonl\" has nothing in front of its dot"
        ),
        (
            #"{"p":"a/.tabpipe-x/b"}"#,
            "the path \"a/.tabpipe-x/b.jsonl\" holds the name \".tabpipe-x\"; names that begin with .tabpipe are those of temporary files"
        ),
        (#"{"p":"OK"}"#, "the path \"OK.jsonl\" differs only in case or in the form of its letters from that of an earlier record, item 1"),
        (#"{"p":"ok.jsonl/x"}"#, "the path \"ok.jsonl/x.jsonl\" needs the folder \"ok.jsonl\", which is the file of an earlier record"),
    ]

    @Test("reject a record whose path is none, with the reason", arguments: hostile) func rejects(_ record: String, _ reason: String)
        async throws
    {
        let reasons = Reasons()
        let report = try await run(
            #"[{"p":"ok"},\#(record),{"p":"ok"}]"#, ["type": "jsonl", "to": "o/{{.p}}.jsonl"], reasons: reasons)
        #expect(reasons.all == [reason])
        #expect(report.exitCode == 1)
        #expect(try read("o/ok.jsonl") == "{\"p\":\"ok\"}\n{\"p\":\"ok\"}\n")
        #expect(try names() == ["ok.jsonl"])
    }

    @Test("make names of content portable, and refuse those that promise another format") func portable() async throws {
        let reasons = Reasons()
        _ = try await run(
            #"[{"p":"a\nb.jsonl"},{"p":"CON"},{"p":"x.bz2"},{"p":"y.gz"}]"#, ["type": "jsonl", "to": "o/{{.p}}"], reasons: reasons)
        #expect(try names() == ["_CON", "a-b.jsonl", "y.gz"])
        #expect(reasons.all.count == 1)
        #expect(reasons.all.first?.hasPrefix("the path \"x.bz2\": this name promises a file compressed with bzip2") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/o/y.gz")).prefix(2) == Data([0x1F, 0x8B]))
    }

    @Test("do not follow a symbolic link, and then change nothing") func links() async throws {
        try scratch.write("mine", to: "elsewhere.jsonl")
        try FileManager.default.createDirectory(atPath: "\(folder)/o", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/o/b.jsonl", withDestinationPath: "../elsewhere.jsonl")
        for mode in ["replace", "append"] {
            let report = try await run(Self.records, ["type": "jsonl", "to": "o/{{.d}}.jsonl", "mode": .string(mode)])
            #expect(report.exitCode != 0)
            #expect(try read("elsewhere.jsonl") == "mine")
            #expect(try names() == ["b.jsonl"])
        }
    }

    @Test("leave all old files if one of them has a fault", arguments: ["append", "merge"]) func fault(_ mode: String) async throws {
        try scratch.write("{\"d\":\"a\",\"n\":0}\n", to: "o/a.jsonl")
        try scratch.write("{\"d\":\"b\"", to: "o/b.jsonl")
        let report = try await run(
            Self.records, ["type": "jsonl", "to": "o/{{.d}}.jsonl", "mode": .string(mode), "key": mode == "merge" ? ".n" : .null])
        #expect(report.exitCode == 65)
        let message = (report.failure as? PipelineFailure)?.message ?? ""
        #expect(message.hasPrefix("\(folder)/o/b.jsonl:1: "), "\(message)")
        #expect(try read("o/a.jsonl") == "{\"d\":\"a\",\"n\":0}\n")
        #expect(try names() == ["a.jsonl", "b.jsonl"])
    }

    @Test("have no file for records that another sink refused") func withdraws() async throws {
        // The second record has the path of the first one in the second sink. So the third one is the only one with its path in the first.
        let report = try await run(
            #"[{"d":"a","n":1},{"d":"b","n":1},{"d":"B","n":2},{"d":"a","n":3}]"#, ["type": "csv", "to": "o/{{.d}}.csv"],
            ["type": "markdown", "to": "q/{{.n}}.md", "body": "d"])
        #expect(report.exitCode == 1)
        #expect(try names() == ["B.csv", "a.csv"])
        #expect(try read("o/B.csv") == "d,n\r\nB,2\r\n")
        #expect(try read("o/a.csv") == "d,n\r\na,1\r\na,3\r\n")
        #expect(report.notes.first == "csv: \(folder)/o: 2 files written, 0 unchanged, 3 records")
    }

    @Test("report options that do not fit") func options() throws {
        func problem(_ json: String) -> String {
            do {
                _ = try JSONLinesSink(json: json)
                return ""
            } catch {
                return (error as? PipelineFileError)?.description ?? "\(error)"
            }
        }
        #expect(problem(#"{"to":"o/{{.d}}.jsonl"}"#) == "")
        #expect(problem(#"{"to":"a.jsonl","max_open_files":3}"#).contains("only a path with {{ … }} has several files"))
        #expect(problem(#"{"to":"o/{{.d}}.jsonl","max_open_files":0}"#).contains("expected an integer from 1 to 10000, found 0"))
        #expect(problem(#"{"to":"o/{{.d}}.jsonl.bz2"}"#).contains("this name promises a file compressed with bzip2"))
        #expect(problem(#"{"to":"o/{{.d}}.jsonl","mode":"merge"}"#).contains("needs \"key\""))
        #expect(problem(#"{"to":"o/{{.d"}"#).contains("\"{{\" without \"}}\""))
    }

    @Test("tell the engine what they do to earlier records") func update() throws {
        func update(_ json: String) throws -> SinkUpdate { try JSONLinesSink(json: json).traits.update }
        #expect(try update(#"{"to":"o/{{.d}}.jsonl"}"#) == .replace)
        #expect(try update(#"{"to":"o/{{.d}}.jsonl","mode":"append"}"#) == .append)
        #expect(try update(#"{"to":"o/{{.d}}.jsonl","mode":"merge","key":".id"}"#) == .merge)
        #expect(try JSONLinesSink(json: #"{"to":"o/{{.d}}.jsonl"}"#).traits.path == "o")
    }
}
