import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The outputs of shards", .startsInTurn, .timeLimit(.minutes(5))) struct ShardOutputTests {
    /// A pipeline whose shards put files into several places.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        var source = #"{"type":"json","from":"in/*.jsonl*"}"#
        var stages = ShardTests.stages
        let sinks: String
        var words: [String] = []
        var count = 3
        /// The folder of the end records.
        var folder = "out"
        /// The names in it after all shards have run, without those of outputs.
        let records: [String]
        /// The numbers of read, written, filtered and rejected records.
        var counts = [60, 48, 6, 6]
        /// What the message about a complete shard says that it has not compared.
        var uncompared = ""
        var testDescription: String { name }
    }

    private static func records(_ count: Int = 3, _ name: (String) -> String) -> [String] {
        (1...count).map { name("0000\($0)-of-0000\(count)") }
    }

    private static let html = #"{"type":"set","fields":{"html":"\"<p>x</p>\""}}"#
    private static let jsonl = #"{"type":"jsonl","to":"out/{{$shard}}.jsonl"}"#
    private static let beside = records { "\($0).end.json" }

    static let examples = [
        Example(
            name: "two sinks in two folders", sinks: jsonl + #",{"type":"csv","to":"tables/{{$shard}}.csv"}"#,
            records: beside),
        Example(
            name: "rejects in another folder", sinks: jsonl, words: ["--rejects", "lost/{{$shard}}.jsonl"], records: beside),
        Example(
            name: "compressed rejects", sinks: jsonl, words: ["--rejects", "out/{{ $shard }}.lost.jsonl.gz"], records: beside),
        Example(
            name: "a file in a folder of the shard", sinks: #"{"type":"jsonl","to":"out/{{$shard}}/data/all.jsonl"}"#,
            records: records { "\($0).data.all.end.json" }),
        Example(
            name: "a name that ends with the shard", sinks: #"{"type":"jsonl","to":"out/mails.{{$shard}}"}"#,
            records: records { "mails.\($0).end.json" }),
        Example(
            name: "folders of files, and more shards than inputs", stages: ShardTests.stages + "," + html,
            sinks: #"{"type":"markdown","to":"out/{{$shard}}/{{.n}}.md"}"#, count: 5, records: records(5) { "\($0).end.json" }),
        Example(
            name: "folders of files, and only rejects", stages: #"{"type":"filter","where":"error(\"no\")"}"#,
            sinks: #"{"type":"markdown","to":"out/{{$shard}}/{{.n}}.md"}"#, records: beside, counts: [60, 0, 0, 60]),
        Example(
            name: "a program in place of files", sinks: #"{"type":"exec","command":["sh","-c","cat > /dev/null"]}"#,
            words: ["--allow-exec"], folder: ".", records: records { "p.\($0).end.json" }, uncompared: "the program sh"),
        Example(
            name: "a program that changes a file among its arguments",
            sinks: #"{"type":"exec","command":["sh","-c","cat >> \"$0\"","items.db"]}"#, words: ["--allow-exec"], folder: ".",
            records: records { "p.\($0).end.json" }, uncompared: "the file items.db, the program sh"),
        Example(
            name: "an input that is read twice", source: #"{"type":"json","from":["in/0.jsonl","in/0.jsonl","in/2.jsonl"]}"#, sinks: jsonl,
            records: beside),
        Example(
            name: "an input that is read twice by one shard",
            source: #"{"type":"json","from":["in/0.jsonl","in/0.jsonl","in/2.jsonl"]}"#, sinks: jsonl, count: 1,
            records: records(1) { "\($0).end.json" }),
        Example(
            name: "shards that need a part of their inputs", stages: #"{"type":"limit","count":5,"scope":"partition"}"#, sinks: jsonl,
            count: 2, records: records(2) { "\($0).end.json" }, counts: [10, 10, 0, 0]),
    ]

    @Test("are found, and complete", arguments: examples) func complete(_ example: Example) async throws {
        let folder = try await ShardTests.folder(files: 3, source: example.source, stages: example.stages)
        try folder.write(
            #"{"source":\#(example.source),"stages":[\#(example.stages)],"sinks":[\#(example.sinks)]}"#, to: "p.json")
        for index in 1...example.count {
            let outcome = try await Program.run(
                ["run", "p.json", "-q", "--shard", "\(index)/\(example.count)"] + example.words, in: folder.url)
            #expect([0, 1].contains(outcome.code), "\(outcome.messages)")
        }
        #expect(try folder.names(example.folder).filter { $0.hasSuffix(".end.json") } == example.records)
        let collected = try await Program.run(["collect", example.folder], in: folder.url)
        #expect(collected.code == 0, "\(collected.messages)")
        let (read, counts) = (example.counts[0], example.counts)
        let prefix = example.folder == "." ? "" : "\(example.folder)/"
        let rejects = counts[3] == 0 ? "null" : "\"\(prefix)collected.rejects.jsonl\""
        // What `limit` reads ahead counts as filtered.
        let isLimited = example.stages.contains("limit")
        if !isLimited {
            #expect(
                collected.output
                    == #"{"complete":true,"shards":\#(example.count),"missing":[],"read":\#(read),"made":0,"written":\#(counts[1]),"#
                    + #""filtered":\#(counts[2]),"rejected":\#(counts[3]),"skipped":0,"rejects":\#(rejects)}"# + "\n")
        }
        if counts[3] > 0 {
            let lines = try folder.read("\(prefix)collected.rejects.jsonl").split(separator: "\n")
            #expect(lines.count == counts[3] && lines.allSatisfy { $0.hasPrefix(#"{"stage":"filter""#) }, "\(lines)")
        }
        // A shard that is complete is not run again.
        let again = try await Program.run(
            ["run", "p.json", "--shard", "1/\(example.count)"] + example.words, in: folder.url)
        let record = "\(prefix)\(example.records[0])"
        if isLimited {
            #expect(
                again.messages.hasPrefix(
                    "p: shard 1 of 2 runs again: a part of in/0.jsonl was read, so that nothing shows that it is the same\n"),
                "\(again.messages)")
        } else {
            let programs = example.uncompared.isEmpty ? "" : "not compared: \(example.uncompared); "
            #expect(
                again.messages
                    == "p: shard 1 of \(example.count) is complete already: \(record); \(programs)--force runs it again\n")
        }
    }

    @Test("are one group, wherever the runs were started, and can be moved together") func elsewhere() async throws {
        let folder = try await ShardTests.folder(files: 3)
        try FileManager.default.createDirectory(at: folder.file("work"), withIntermediateDirectories: true)
        let runs = [
            ("p.json", folder.url), ("../p.json", folder.file("work")), (folder.file("p.json").path, folder.file("work")),
        ]
        for (index, (file, place)) in runs.enumerated() {
            let outcome = try await Program.run(["run", file, "-q", "--shard", "\(index + 1)/3"], in: place)
            #expect([0, 1].contains(outcome.code), "\(outcome.messages)")
        }
        let new = folder.file("new")
        try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        for name in ["in", "out", "p.json"] {
            try FileManager.default.moveItem(at: folder.file(name), to: new.appendingPathComponent(name))
        }
        let collected = try await Program.run(["collect", "new/out", "--expect", "new/p.json"], in: folder.url)
        #expect(collected.code == 0, "\(collected.messages)")
        let again = try await Program.run(["run", "new/p.json", "--shard", "3/3"], in: folder.url)
        #expect(
            again.messages == "p: shard 3 of 3 is complete already: new/out/00003-of-00003.end.json; --force runs it again\n")
    }
}
