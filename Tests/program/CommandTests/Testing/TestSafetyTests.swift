import Foundation
import ProgramSupport
import TestSupport
import Testing

/// What `tabpipe test` must never replace, read, or leave behind.
@Suite("tabpipe test, run by mistake") struct TestSafetyTests {
    private static func pipeline(_ tests: String, from: String = "in.json", sink: String = "out.jsonl") -> String {
        #"{"source":{"type":"json","from":"\#(from)","items":".[]"},"sinks":[{"type":"jsonl","to":"\#(sink)"}],"tests":[\#(tests)]}"#
    }

    @Test(
        "writes its report over nothing else",
        arguments: [
            ("p.json", 2, "--junit names p.json, which is the file of the pipeline file"),
            ("./in.json", 2, "--junit names ./in.json, which is the file of source.from"),
            ("other.json", 2, "--junit names other.json, which is the file of tests[0].from"),
            ("p.tests.json", 2, "--junit names p.tests.json, which is the file of the tests"),
            ("out.jsonl", 2, "--junit names out.jsonl, which is the file of sinks[0].to"),
            ("a/new.xml", 2, "--junit names a/new.xml, which is inside of the expected files a"),
            ("-", 2, #"--junit wants the path of a file, found "-""#),
            ("", 2, #"--junit wants the path of a file, found """#),
            ("o/", 2, #"--junit wants the path of a file, found "o/""#),
            ("a", 2, "--junit wants a file; a is a folder"),
            ("notes.txt", 73, "--junit: notes.txt is not a report in JUnit XML, and is not replaced"),
            ("in.json/r.xml", 73, "--junit: in.json/r.xml cannot be written: no folder is there"),
        ])
    func junit(_ path: String, _ code: Int32, _ message: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline(#"{"name":"t","from":"other.json","expect":{"files":"a"}}"#), to: "p.json")
        try folder.write(#"{"tests":[{"name":"u","expect":{"counts":{"read":1}}}]}"#, to: "p.tests.json")
        for name in ["in.json", "other.json"] { try folder.write("[1]", to: name) }
        try folder.write("1\n", to: "a/out.jsonl")
        try folder.write("mine", to: "notes.txt")
        let before = try folder.names()
        let outcome = try await Program.run(["test", "p.json", "--junit", path], in: folder.url)
        #expect(outcome.code == code && outcome.output == "", "\(outcome)")
        #expect(outcome.messages.hasPrefix("error: \(message)\n"), "\(outcome.messages)")
        #expect(try folder.names() == before && folder.names("a") == ["out.jsonl"])
        #expect(try folder.read("notes.txt") == "mine")
    }

    @Test("replaces the report of an earlier run") func earlierReport() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline(#"{"name":"t","expect":{"counts":{"read":1}}}"#), to: "p.json")
        try folder.write("[1]", to: "in.json")
        for name in ["one", "two"] {
            try folder.write(Self.pipeline(#"{"name":"\#(name)","expect":{"counts":{"read":1}}}"#), to: "p.json")
            #expect(try await Program.run(["test", "p.json", "--junit", "r.xml"], in: folder.url).code == 0)
            #expect(try folder.read("r.xml").contains(#"name="\#(name)""#))
        }
    }

    @Test("writes well-formed XML of any text", arguments: ["\u{FFFE}", "\u{FFFF}", "\u{0}", "\u{8}", "\u{7F}", "]]>"])
    func wellFormed(_ text: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline(#"{"name":"t","expect":{"records":{"equals":["x"]}}}"#), to: "p.json")
        let record = try String(decoding: JSONSerialization.data(withJSONObject: ["a\(text)b"]), as: UTF8.self)
        try folder.write(record, to: "in.json")
        #expect(try await Program.run(["test", "p.json", "--junit", "r.xml"], in: folder.url).code == 1)
        let report = try folder.read("r.xml")
        #expect(report.contains("found &quot;a"))
        let allowed = report.unicodeScalars.allSatisfy { $0 == "\n" || ("\u{20}"..."\u{FFFD}").contains($0) || $0.value > 0xFFFF }
        #expect(allowed && !report.contains("]]>"), "\(report)")
    }

    @Test(
        "updates no input of the test, however it is named",
        arguments: ["ABSOLUTE", "data/../data/in.json", "./data/in.json", "link.json"])
    func inputs(_ from: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("[1]", to: "data/in.json")
        try FileManager.default.createSymbolicLink(at: folder.file("link.json"), withDestinationURL: folder.file("data/in.json"))
        let path = from == "ABSOLUTE" ? folder.file("data/in.json").path : from
        try folder.write(Self.pipeline(#"{"name":"t","expect":{"files":"data"}}"#, from: path, sink: "in.json"), to: "p.json")
        let outcome = try await Program.run(["test", "p.json", "--update"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains(", which the test reads; a folder with expected outputs holds nothing else"), "\(outcome)")
        #expect(try folder.read("data/in.json") == "[1]")
    }

    @Test("ignores the temporary files of an update that was killed, and removes them") func leftovers() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline(#"{"name":"t","expect":{"files":"a"}}"#), to: "p.json")
        try folder.write("[1]", to: "in.json")
        try folder.write("1\n", to: "a/out.jsonl")
        try folder.write("half", to: "a/.tabpipe-3w5e11264sgsf.tmp")
        let outcome = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(outcome.output.withoutTimes == "ok t\n1 passed, 0 failed\n", "\(outcome)")
        #expect(try await Program.run(["test", "p.json", "--update"], in: folder.url).code == 0)
        #expect(try folder.names("a") == ["out.jsonl"])
    }

    @Test("reads only files on a disk", arguments: ["/dev/stdin", "/dev/fd/0", "/proc/self/environ", "pipe", "/dev/../dev//stdin"])
    func special(_ from: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline(#"{"name":"t","expect":{"exit_code":65}}"#, from: from), to: "p.json")
        #expect(unsafe mkfifo(folder.file("pipe").path, 0o600) == 0)
        let outcome = try await Program.run(["test", "p.json"], input: "[1]", in: folder.url, environment: ["KEY": "hidden"])
        #expect(outcome.code == 1)
        let message = "tests[0]: source.from: \(from) is a device, a pipe or a file of the system; tests read only files on a disk\n"
        #expect(outcome.output.contains(message), "\(outcome)")
    }

    @Test(
        "refuses two tests with one folder",
        arguments: [("a", "a"), ("a", "a/b"), ("a/b", "a"), ("a", "a/")])
    func folders(_ one: String, _ two: String) async throws {
        let folder = try ScratchFolder()
        let tests = [("one", one), ("two", two)].map { #"{"name":"\#($0)","expect":{"files":"\#($1)"}}"# }
        try folder.write("[1]", to: "in.json")
        try folder.write(Self.pipeline(tests.joined(separator: ",")), to: "p.json")
        for command in [["test", "p.json", "--update"], ["validate", "p.json"]] {
            let outcome = try await Program.run(command, in: folder.url)
            #expect(outcome.code == 78)
            #expect(outcome.messages.contains(#"two tests have one folder: that of "one""#), "\(outcome)")
        }
        try folder.write(Self.pipeline(tests[0]), to: "p.json")
        try folder.write(#"{"tests":[\#(tests[1])]}"#, to: "p.tests.json")
        let outcome = try await Program.run(["test", "p.json", "--update"], in: folder.url)
        #expect(outcome.code == 78)
        #expect(outcome.messages.contains("two tests have one folder: "), "\(outcome)")
        #expect(outcome.messages.contains(" belongs to tests[0] of p.json, too\n"), "\(outcome)")
        #expect(try folder.names() == ["in.json", "p.json", "p.tests.json"])
    }

    @Test("compares no number of records if it expects none") func manyRecords() async throws {
        let folder = try ScratchFolder()
        let tests = [
            #"{"name":"counts","part":{"to":"stages[0]"},"expect":{"counts":{"read":10001}}}"#,
            #"{"name":"records","part":{"to":"stages[0]"},"expect":{"records":{"matches":["."]}}}"#,
        ]
        let stages = #"{"source":{"type":"json","from":"in.json"},"stages":[{"type":"filter","where":"."}],"tests":["#
        try folder.write(stages + tests.joined(separator: ",") + "]}", to: "p.json")
        try folder.write(String(repeating: "1\n", count: 10_001), to: "in.json")
        let outcome = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(outcome.output.hasPrefix("ok counts in "), "\(outcome)")
        #expect(outcome.output.contains("a test compares at most 10000 records; \"limit\" makes it read fewer"), "\(outcome)")
    }

    @Test("names a file that it cannot read once", arguments: [("none.json", "No such file or directory"), ("folder", "Is a directory")])
    func unreadable(_ path: String, _ reason: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "folder/x")
        let outcome = try await Program.run(["test", path], in: folder.url)
        #expect(outcome.code == 66)
        #expect(outcome.messages.components(separatedBy: reason).count == 2, "\(outcome.messages)")
    }

    @Test("leaves no temporary folder behind a signal", .startsInTurn, arguments: [SIGINT, SIGTERM])
    func signals(_ number: Int32) async throws {
        let folder = try ScratchFolder()
        let stage = #"{"type":"map","to":"[range(20000)] | map(tostring) | join(\",\") | length"}"#
        let tests = (0..<40).map { #"{"name":"t\#($0)","expect":{"files":"a\#($0)"}}"# }.joined(separator: ",")
        try folder.write(
            #"{"source":{"type":"json","from":"in.json"},"stages":[\#(stage)],"#
                + #""sinks":[{"type":"jsonl","to":"out.jsonl"}],"tests":[\#(tests)]}"#, to: "p.json")
        try folder.write(String(repeating: "1\n", count: 2000), to: "in.json")
        try FileManager.default.createDirectory(at: folder.file("tmp"), withIntermediateDirectories: true)
        // The shell sends the signal, because the tasks of tests may wait long for a thread while other tests compute.
        let script = #"set -m; "$TABPIPE" test p.json & until [ "$(ls tmp)" ]; do sleep 0.05; done; kill -\#(number) $!; wait $!; echo $?"#
        let outcome = try await Program.run(
            "/bin/bash", ["-c", script], in: folder.url,
            environment: ["TABPIPE": Program.path, "TMPDIR": folder.file("tmp").path])
        #expect(outcome.output.hasSuffix("\(128 + number)\n"), "\(outcome)")
        #expect(try folder.names("tmp") == [])
    }
}
