import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("run --shard", .startsInTurn, .timeLimit(.minutes(5))) struct ShardTests {
    static let stages = #"{"type":"filter","where":"if .n % 10 == 7 then error(\"seven\") else .n % 10 != 3 end"}"#

    /// A folder with inputs, some of them compressed, and a pipeline whose output has the name of the shard.
    static func folder(
        files: Int = 5, source: String = #"{"type":"json","from":["in/*.jsonl*"]}"#, stages: String = stages,
        to: String = "out/{{$shard}}.jsonl"
    ) async throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":\#(source),"stages":[\#(stages)],"sinks":[{"type":"jsonl","to":"\#(to)"}]}"#, to: "p.json")
        for file in 0..<files {
            let lines = (0..<20).map { "{\"n\":\(file * 20 + $0),\"thread\":\(($0 * 7) % 4)}\n" }.joined()
            let path = try folder.write(lines, to: "in/\(file).jsonl")
            if file % 3 == 1 { #expect(try await Program.run("/bin/sh", ["-c", "gzip '\(path)'"]).code == 0) }
        }
        return folder
    }

    /// The joined files of all shards.
    static func joined(_ folder: borrowing ScratchFolder, _ ending: String) throws -> String {
        try folder.names("out").filter { $0.hasSuffix(ending) && $0.first?.isNumber == true }.map { try folder.read("out/\($0)") }.joined()
    }

    @Test("gives together what a single run gives, byte by byte", arguments: [1, 2, 3, 5, 8]) func equal(_ count: Int) async throws {
        let single = try await Self.folder()
        #expect(try await Program.run(["run", "p.json", "-q"], in: single.url).code == 1)
        let folder = try await Self.folder()
        for index in (1...count).reversed() {
            let outcome = try await Program.run(["run", "p.json", "-q", "--shard", "\(index)/\(count)"], in: folder.url)
            #expect([0, 1].contains(outcome.code), "\(outcome.messages)")
        }
        let collected = try await Program.run(["collect", "out", "--expect", "p.json"], in: folder.url)
        #expect(collected.code == 0, "\(collected.messages)")
        #expect(
            collected.output
                == #"{"complete":true,"shards":\#(count),"missing":[],"read":100,"made":0,"written":80,"filtered":10,"rejected":10,"#
                + #""skipped":0,"rejects":"out/collected.rejects.jsonl"}"# + "\n")
        let ending = "-of-0000\(count).jsonl"
        #expect(try Self.joined(folder, ending) == Self.joined(single, "-of-00001.jsonl"))
        #expect(try folder.read("out/collected.rejects.jsonl") == single.read("out/00001-of-00001.rejects.jsonl"))
    }

    @Test("says that there are more shards than inputs") func idle() async throws {
        let folder = try await Self.folder(files: 1, stages: "")
        let outcome = try await Program.run(["run", "p.json", "--shard", "1/2"], in: folder.url)
        #expect(
            outcome.messages.withoutTimes == """
                p: shard 1 of 2 gets no records, because the shards share 1 input; --shard-by PATH divides the records
                jsonl: out/00001-of-00002.jsonl: 0 records written
                p: read 0 = written 0 + filtered 0 + rejected 0

                """)
    }

    @Test("divides records by a key, so that equal keys are together") func byKey() async throws {
        let folder = try await Self.folder(stages: #"{"type":"dedupe","by":".thread"}"#)
        let words = ["run", "p.json", "-q", "--shard-by", ".thread", "--shard"]
        for index in 1...3 { #expect(try await Program.run(words + ["\(index)/3"], in: folder.url).code == 0) }
        let collected = try await Program.run(["collect", "out"], in: folder.url)
        #expect(collected.code == 0, "\(collected.messages)")
        #expect(collected.output.contains(#""read":100,"made":0,"written":4,"filtered":96,"#))
        let threads = try Self.joined(folder, "-of-00003.jsonl").split(separator: "\n").map { $0.suffix(2) }
        #expect(threads.sorted() == ["0}", "1}", "2}", "3}"])
    }

    @Test("keeps the places of records where it divides them") func places() async throws {
        let single = try await Self.folder()
        #expect(try await Program.run(["run", "p.json", "-q"], in: single.url).code == 1)
        let folder = try await Self.folder()
        for index in 1...2 {
            _ = try await Program.run(["run", "p.json", "-q", "--shard-by", ".n", "--shard", "\(index)/2"], in: folder.url)
        }
        let lines = try Self.joined(folder, ".rejects.jsonl").split(separator: "\n").sorted()
        #expect(try lines == single.read("out/00001-of-00001.rejects.jsonl").split(separator: "\n").sorted())
    }

    @Test("is not repeated if it is complete, and is if anything has changed") func complete() async throws {
        let folder = try await Self.folder()
        let words = ["run", "p.json", "--shard", "2/3"]
        func isRepeated(_ more: [String] = []) async throws -> Bool {
            let outcome = try await Program.run(words + more, in: folder.url)
            #expect(outcome.code == 1, "\(outcome.messages)")
            return !outcome.messages.contains(
                "p: shard 2 of 3 is complete already: out/00002-of-00003.end.json; --force runs it again\n")
        }
        #expect(try await isRepeated())
        #expect(try await !isRepeated())
        #expect(try await isRepeated(["--force"]))
        let output = try folder.read("out/00002-of-00003.jsonl")
        try folder.write(output + "{}\n", to: "out/00002-of-00003.jsonl")
        #expect(try await isRepeated())
        #expect(try folder.read("out/00002-of-00003.jsonl") == output)
        // The same length, and one other byte.
        try folder.write(folder.read("in/2.jsonl").replacing("\"n\":41", with: "\"n\":42"), to: "in/2.jsonl")
        #expect(try await isRepeated())
        try FileManager.default.removeItem(at: folder.file("out/00002-of-00003.rejects.jsonl"))
        #expect(try await isRepeated())
        try folder.write(folder.read("p.json") + "\n", to: "p.json")
        #expect(try await isRepeated())
        #expect(try await !isRepeated())
    }

    @Test("leaves no end record if it fails, and that of an earlier run if nothing has changed") func failure() async throws {
        let folder = try await Self.folder()
        let words = ["run", "p.json", "-q", "--shard", "1/1"]
        #expect(try await Program.run(words + ["--allow-rejects", "3"], in: folder.url).code == 65)
        #expect(!FileManager.default.fileExists(atPath: folder.file("out/00001-of-00001.end.json").path))
        #expect(try await Program.run(words, in: folder.url).code == 1)
        let end = try folder.read("out/00001-of-00001.end.json")
        #expect(try await Program.run(words + ["--force", "--allow-rejects", "3"], in: folder.url).code == 65)
        #expect(try folder.read("out/00001-of-00001.end.json") == end)
        #expect(try await Program.run(["collect", "out"], in: folder.url).code == 0)
    }
}
