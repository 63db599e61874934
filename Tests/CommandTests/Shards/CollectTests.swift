import Foundation
import TestSupport
import Testing

@Suite("collect", .startsInTurn, .timeLimit(.minutes(2))) struct CollectTests {
    /// A folder in which the shards with these numbers have run.
    private static func folder(running shards: [String], _ words: [String] = []) async throws -> ScratchFolder {
        let folder = try await ShardTests.folder()
        for shard in shards {
            let outcome = try await Program.run(["run", "p.json", "-q", "--shard", shard] + words, in: folder.url)
            #expect([0, 1].contains(outcome.code), "\(outcome.messages)")
        }
        return folder
    }

    @Test("names the shards that are missing") func missing() async throws {
        let folder = try await Self.folder(running: ["2/6", "6/6"])
        #expect(
            try await Program.run(["collect", "out"], in: folder.url)
                == .init(
                    code: 75,
                    output: #"{"complete":false,"shards":6,"missing":[1,3,4,5],"read":40,"made":0,"written":32,"filtered":4,"rejected":4,"#
                        + #""skipped":0,"rejects":null}"# + "\n",
                    messages: """
                        error: shards to run: 1, 3-5 of 6
                        2 of 6 shards: read 40 = written 32 + filtered 4 + rejected 4

                        """))
    }

    /// A change of a complete folder of two shards, and what is found.
    struct Damage: Sendable, CustomTestStringConvertible {
        let name: String
        /// The command that makes the change.
        let script: String
        let code: Int32
        let message: String
        var testDescription: String { name }

        init(_ name: String, _ script: String, _ code: Int32, _ message: String) {
            self.name = name
            self.script = script
            self.code = code
            self.message = message
        }
    }

    static let damages = {
        func output(_ shard: Int) -> String { "out/0000\(shard)-of-00002" }
        func end(_ shard: Int) -> String { output(shard) + ".end.json" }
        func run(_ shard: String, after change: String) -> String { change + "\"$TABPIPE\" run p.json -q --shard \(shard) || true" }
        func again(_ shard: Int, because fault: String) -> String { "error: \(fault)\nerror: shards to run: \(shard) of 2\n" }
        let (rejects, others) = (output(2) + ".rejects.jsonl", "is a shard of another group of inputs than \(end(1))\n")
        return [
            Damage(
                "another output", "echo {} >> \(output(1)).jsonl", 75,
                again(1, because: "\(output(1)).jsonl has changed since the shard was written")),
            Damage("no output", "rm \(output(2)).jsonl", 75, again(2, because: "\(output(2)).jsonl is missing")),
            Damage("no rejects", "rm \(rejects)", 75, again(2, because: "\(rejects) is missing")),
            Damage(
                "a doubled shard", "cp \(end(1)) out/copy.end.json", 65, "error: shard 1 is there twice: \(end(1)) and out/copy.end.json\n"),
            Damage("a shard of another division", run("3/3", after: ""), 65, "error: out/00003-of-00003.end.json \(others)"),
            Damage(
                "a shard of another pipeline", run("2/2", after: "echo >> p.json; "), 65,
                "error: \(end(2)): the pipeline is not that of \(end(1))\n"),
            Damage("a new input between two shards", run("2/2", after: "cp in/0.jsonl in/9.jsonl; "), 65, "error: \(end(2)) \(others)"),
            Damage(
                "a record that is cut off", "printf '{\"end\":' > \(end(1))", 65,
                again(1, because: "\(end(1)) is no end record of a shard")),
            Damage(
                "numbers that do not add up", "sed -i.old 's/\"written\":[0-9]*/\"written\":1/' \(end(1))", 65,
                "error: \(end(1)): the records do not add up: read 40 ≠ written 1 "),
        ]
    }()

    @Test("finds what is wrong", arguments: damages) func damage(_ damage: Damage) async throws {
        let folder = try await Self.folder(running: ["1/2", "2/2"])
        #expect(try await Program.run(["collect", "out"], in: folder.url).code == 0)
        let script = try await Program.run("/bin/sh", ["-c", damage.script], in: folder.url, environment: ["TABPIPE": Program.path])
        #expect(script.code == 0)
        let outcome = try await Program.run(["collect", "out"], in: folder.url)
        #expect(outcome.code == damage.code)
        #expect(outcome.messages.hasPrefix(damage.message), "\(outcome.messages)")
        #expect(outcome.output.hasPrefix(#"{"complete":false,"#))
    }

    @Test("compares with the expected file") func expected() async throws {
        let folder = try await Self.folder(running: ["1/1"])
        try folder.write(folder.read("p.json") + " ", to: "q.json")
        #expect(try await Program.run(["collect", "out", "--expect", "p.json"], in: folder.url).code == 0)
        let outcome = try await Program.run(["collect", "out", "--expect", "q.json"], in: folder.url)
        #expect(outcome.code == 65)
        #expect(outcome.messages.hasPrefix("error: out/00001-of-00001.end.json: the pipeline is not that of q.json\n"))
    }

    @Test("removes the rejects of an earlier call, and replaces nothing else") func rejects() async throws {
        let folder = try await Self.folder(running: ["1/1"])
        #expect(try await Program.run(["collect", "out"], in: folder.url).code == 0)
        #expect(try folder.names("out").contains("collected.rejects.jsonl"))
        try folder.write(folder.read("p.json").replacing("== 7", with: "== 17"), to: "p.json")
        #expect(try await Program.run(["run", "p.json", "-q", "--shard", "1/1"], in: folder.url).code == 0)
        #expect(try await Program.run(["collect", "out"], in: folder.url).code == 0)
        #expect(try !folder.names("out").contains("collected.rejects.jsonl"))
        try folder.write("mine\n", to: "mine.txt")
        #expect(try await Program.run(["collect", "out", "--rejects", "mine.txt"], in: folder.url).code == 73)
        #expect(try folder.read("mine.txt") == "mine\n")
    }

    @Test("finds no end record in another folder") func none() async throws {
        let folder = try ScratchFolder()
        #expect(
            try await Program.run(["collect", "."], in: folder.url)
                == .init(code: 66, output: "", messages: "error: . has no end record of a shard (*.end.json)\n"))
    }
}
