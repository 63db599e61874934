import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Inputs from reports about other programs.
@Suite("A reported case", .needs(SharedData.exists("cases/api"), "needs the shared test data"))
struct ReportedCaseTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let input: String
        let source: String
        let code: Int32
        let message: String
        var testDescription: String { input }
    }

    static let examples = [
        Example(
            input: "semi-default.csv", source: #""type":"csv","from":"INPUT""#, code: 0,
            message: #"the header is one column, and ";" stands in it: "delimiter": ";" makes several, and "auto" finds it"#),
        Example(
            input: "semi3.csv", source: #""type":"csv","from":"INPUT""#, code: 1,
            message: #"the header is one column, and ";" stands in it: "delimiter": ";" makes several, and "auto" finds it"#),
        Example(
            input: "grp.jsonl", source: #""type":"json","from":"INPUT","items":"[inputs] | group_by(.t)[]""#, code: 78,
            message: "input and inputs give nothing here: the program runs on one value at a time"),
        Example(
            input: "nan.dat", source: #""type":"json","from":"INPUT""#, code: 65,
            message: #"expected a value, found "N"; JSON has no NaN or None, write null"#),
    ]

    @Test("gets a message that names the remedy", arguments: examples) func input(_ example: Example) async throws {
        let folder = try ScratchFolder()
        let path = SharedData.folder.appendingPathComponent("cases/api/inputs/\(example.input)").path
        let source = example.source.replacing("INPUT", with: path)
        try folder.write(#"{"source":{\#(source)},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == example.code)
        #expect(outcome.messages.contains(example.message), "\(outcome.messages)")
    }

    /// A job, and what its files hold.
    struct Job: Sendable, CustomTestStringConvertible {
        let file: String
        /// The line of counts.
        let counts: String
        /// A file, and a part of its text.
        let written: (file: String, part: String)
        var testDescription: String { file }
    }

    static let jobs = [
        Job(
            file: "p1-jira", counts: "read 12 = written 12 + filtered 0 + rejected 0",
            written: ("o-jira/WEB-7 issue-7.md", "### Ann \\<a>, 2025-01-02\n\nComment 6\n")),
        Job(
            file: "p2-ch", counts: "read 25 = written 25 + filtered 0 + rejected 0",
            written: ("o-ch.csv", "ch_0,0.05,2023-11-14T22:13:20Z,Charge 0,true\r\n")),
        Job(
            file: "p3-gq", counts: "read 7 + made 2 = written 6 + filtered 3 + rejected 0",
            written: ("o-gq.jsonl", #"{"repo":"repo-5","number":51}"#)),
        Job(
            file: "p4-disc-b", counts: "read 5 = written 5 + filtered 0 + rejected 0",
            written: ("o-disc2.jsonl", #"{"id":5,"subject":"Topic 5","n":61,"want":61,"#)),
        Job(
            file: "exec-feed", counts: "read 2 = written 2 + filtered 0 + rejected 0",
            written: ("o-feed/first-last.md", "---\ntitle: \"First & last\"\nlink: \"https://news.example/1\"\n---\n\nOne\n")),
        Job(
            file: "grp-1", counts: "read 23 = written 23 + filtered 0 + rejected 0", written: ("o-all.json", #""title": "Item 22""#)),
    ]

    @Test("of a whole job reads all pages", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping), arguments: jobs)
    func job(_ job: Job) async throws {
        let folder = try await Self.folder(with: [job.file + ".json", "feed.py"])
        let outcome = try await Program.run(
            ["run", "\(job.file).json", "--allow-exec"], in: folder.url, environment: ["KEY": "key"])
        #expect(outcome.code == 0)
        #expect(!outcome.messages.contains("warning: "), "\(outcome.messages)")
        #expect(outcome.messages.contains("\(job.file): \(job.counts)"), "\(outcome.messages)")
        #expect(try folder.read(job.written.file).contains(job.written.part))
    }

    @Test("of a table completes the rows that a server knows", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping))
    func join() async throws {
        let folder = try await Self.folder(with: ["csv-join2.json", "prod.csv"])
        let outcome = try await Program.run(["run", "csv-join2.json"], in: folder.url)
        #expect(outcome.output == "sku,name,price,stock\r\nA1,Lamp,9.5,3\r\nX9,Ghost,,\r\nB/2,Slash,1,0\r\n")
        #expect(outcome.messages.contains("hydrate: 1 kept with the status 404"), "\(outcome.messages)")
    }

    /// A folder with files of the cases, whose server is that of the tests.
    private static func folder(with files: [String]) async throws -> ScratchFolder {
        let origin = try await OriginServer.shared()
        let folder = try ScratchFolder()
        for file in files {
            let text = String(decoding: try SharedData.read("cases/api/pipelines/\(file)"), as: UTF8.self)
            try folder.write(text.replacing("http://127.0.0.1:8931", with: origin.base + "/jobs"), to: file)
        }
        return folder
    }

    @Test("groups the records of a file") func groups() async throws {
        let folder = try ScratchFolder()
        try folder.write(String(decoding: SharedData.read("cases/api/pipelines/grp-2.json"), as: UTF8.self), to: "p.json")
        try folder.write(#"[{"id":1,"title":"a"},{"id":2,"title":"b"},{"id":4,"title":"c"}]"#, to: "o-all.json")
        #expect(try await Program.run(["run", "p.json", "-q"], in: folder.url) == .init(code: 0, output: "", messages: ""))
        #expect(try folder.read("o-grp/1.md") == "# 1\n\n* a\n* c\n")
    }
}
