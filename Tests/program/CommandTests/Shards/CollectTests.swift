import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("collect", .startsInTurn, .timeLimit(.minutes(5))) struct CollectTests {
    /// A folder in which the shards with these numbers have run.
    static func folder(running shards: [String], _ words: [String] = []) async throws -> ScratchFolder {
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
    }

    private static let noJSON = "it is not JSON with a member \"end\"; it may be cut off"

    static let damages = [
        Damage(
            name: "another output", script: "echo {} >> out/00001-of-00002.jsonl", code: 75,
            message: "error: out/00001-of-00002.jsonl has changed since the shard was written\nerror: shards to run: 1 of 2\n"),
        Damage(
            name: "no output", script: "rm out/00002-of-00002.jsonl", code: 75,
            message: "error: out/00002-of-00002.jsonl is missing\nerror: shards to run: 2 of 2\n"),
        Damage(
            name: "no rejects", script: "rm out/00002-of-00002.rejects.jsonl", code: 75,
            message: "error: out/00002-of-00002.rejects.jsonl is missing\nerror: shards to run: 2 of 2\n"),
        Damage(
            name: "a doubled shard", script: "cp out/00001-of-00002.end.json out/copy.end.json", code: 65,
            message: "error: shard 1 is there twice: out/00001-of-00002.end.json and out/copy.end.json\n"),
        Damage(
            name: "a shard of another division", script: "\"$TABPIPE\" run p.json -q --shard 3/3 || true", code: 65,
            message: "error: out/00003-of-00003.end.json is a shard of another group of inputs than out/00001-of-00002.end.json\n"),
        Damage(
            name: "a shard of another pipeline",
            script: "echo >> p.json; \"$TABPIPE\" run p.json -q --shard 2/2 || true", code: 65,
            message: "error: out/00002-of-00002.end.json: the pipeline is not that of out/00001-of-00002.end.json\n"),
        Damage(
            name: "a new input between two shards",
            script: "cp in/0.jsonl in/9.jsonl; \"$TABPIPE\" run p.json -q --shard 2/2 || true", code: 65,
            message: "error: out/00002-of-00002.end.json is a shard of another group of inputs than out/00001-of-00002.end.json\n"),
        Damage(
            name: "an odd record that comes first",
            script: "sed -i.old 's/\"pipeline\":\"[0-9a-f]*/\"pipeline\":\"0/' out/00001-of-00002.end.json; rm out/*.old; "
                + "sed 's/\"index\":2/\"index\":1/' out/00002-of-00002.end.json > out/x.end.json",
            code: 65, message: "error: out/00001-of-00002.end.json: the pipeline is not that of out/x.end.json\n"),
        Damage(
            name: "another version", script: "sed -i.old 's/\"version\":\"/&9/' out/00002-of-00002.end.json", code: 65,
            message: "error: out/00002-of-00002.end.json: the version is not that of out/00001-of-00002.end.json\n"),
        Damage(
            name: "inputs that are not those that the shards share",
            script: "sed -i.old 's|../in/0.jsonl|../in/1.jsonl|' out/00001-of-00002.end.json", code: 65,
            message: "error: the inputs of all shards are not those that they share\n"),
        Damage(
            name: "a record that is cut off", script: "printf '{\"end\":' > out/00001-of-00002.end.json", code: 75,
            message: "error: out/00001-of-00002.end.json is no end record of a shard: \(noJSON)\n"
                + "error: shards to run: 1 of 2\n"),
        Damage(
            name: "all records are empty", script: "for i in out/*.end.json; do : > $i; done", code: 75,
            message: "error: out/00001-of-00002.end.json is no end record of a shard: \(noJSON)\n"
                + "error: out/00002-of-00002.end.json is no end record of a shard: \(noJSON)\n"
                + "error: shards to run: 1-2 of 2\n"),
        Damage(
            name: "another file with the name of a record", script: "echo {} > out/other.end.json", code: 65,
            message: "error: out/other.end.json is no end record of a shard: \(noJSON)\n"
                + "2 of 2 shards: read 100 = "),
        Damage(
            name: "a pipe with the name of a record", script: "mkfifo out/00003-of-00003.end.json", code: 65,
            message: "error: out/00003-of-00003.end.json is no end record of a shard: it is no file\n"),
        Damage(
            name: "numbers that do not add up", script: "sed -i.old 's/\"written\":[0-9]*/\"written\":1/' out/00001-of-00002.end.json",
            code: 75,
            message: "error: out/00001-of-00002.end.json is no end record of a shard: its records do not add up: read 40 ≠ written 1 "),
        Damage(
            name: "a negative number", script: "sed -i.old 's/\"read\":[0-9]*/\"read\":-5/' out/00001-of-00002.end.json", code: 75,
            message: "error: out/00001-of-00002.end.json is no end record of a shard: \"read\" is not a whole number from 0: -5\n"),
        Damage(
            name: "numbers whose sums are too large",
            script: "sed -i.old 's/\"read\":[0-9]*/\"read\":9223372036854775807/;s/\"written\":[0-9]*/\"written\":9223372036854775807/;"
                + "s/\"filtered\":[0-9]*/\"filtered\":0/;s/\"rejected\":[0-9]*/\"rejected\":0/' out/*.end.json",
            code: 65, message: "error: the numbers of all shards together are too large\n"),
    ]

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
        let several = try await Self.folder(running: ["1/3", "2/3", "3/3"])
        try several.write(several.read("p.json") + " ", to: "q.json")
        let together = try await Program.run(["collect", "out", "--expect", "q.json"], in: several.url)
        #expect(together.messages.hasPrefix("error: out/00001-of-00003.end.json and 2 others: the pipeline is not that of q.json\n3 of 3"))
    }

    @Test("warns of shards that wrote nothing but rejects") func fruitless() async throws {
        let folder = try await ShardTests.folder(files: 2, stages: #"{"type":"filter","where":"error(\"no\")"}"#)
        for shard in ["1/2", "2/2"] {
            #expect(try await Program.run(["run", "p.json", "-q", "--shard", shard], in: folder.url).code == 1)
        }
        let outcome = try await Program.run(["collect", "out"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.messages.hasPrefix("warning: 2 shards rejected records and wrote none\n"), "\(outcome.messages)")
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

    @Test(
        "replaces no file of a shard",
        arguments: [
            ("out/00001-of-00001.rejects.jsonl", "is a file of a shard"), ("out/../out/00001-of-00001.jsonl", "is a file of a shard"),
            ("out/00001-of-00001.end.json", "is a file of a shard"), ("new.end.json", "is the name of an end record"),
        ])
    func ownFiles(_ path: String, _ reason: String) async throws {
        let folder = try await Self.folder(running: ["1/1"])
        #expect(
            try await Program.run(["collect", "out", "--rejects", path], in: folder.url)
                == .init(code: 73, output: "", messages: "error: \(path) \(reason), and is not replaced\n"))
        #expect(try await Program.run(["collect", "out"], in: folder.url).code == 0)
    }

    @Test("merges lines of rejects files alone, and as many as were rejected") func foreignRejects() async throws {
        let folder = try await Self.folder(running: ["1/1"])
        let record = try folder.read("out/00001-of-00001.end.json")
        let fewer = record.replacing("\"rejected\":10", with: "\"rejected\":9").replacing("\"read\":100", with: "\"read\":99")
        try folder.write(fewer, to: "out/00001-of-00001.end.json")
        let short = try await Program.run(["collect", "out"], in: folder.url)
        #expect(short.code == 65 && short.output.isEmpty)
        #expect(short.messages == "error: out/00001-of-00001.rejects.jsonl has 10 records, and its shard rejected 9\n")
        // The output in place of the rejects: it has the size and the hash that the record says.
        let outputs = try #require(record.firstMatch(of: #/"outputs":\{"00001-of-00001.jsonl":(\{[^}]*\})/#)).1
        try folder.write(
            record.replacing(#/"rejects":\{.*\}\}\}/#, with: "\"rejects\":{\"00001-of-00001.jsonl\":\(outputs)}}}"),
            to: "out/00001-of-00001.end.json")
        let foreign = try await Program.run(["collect", "out"], in: folder.url)
        #expect(foreign.code == 65)
        #expect(foreign.messages == "error: out/00001-of-00001.jsonl holds something else than rejected records\n")
    }

    @Test("writes no rejects if it is told so") func noRejects() async throws {
        let folder = try await Self.folder(running: ["1/1"])
        let outcome = try await Program.run(["collect", "out", "--rejects", "none"], in: folder.url)
        #expect(outcome.code == 0 && outcome.output.hasSuffix("\"rejects\":null}\n"))
        #expect(try folder.names("out").filter { $0.hasPrefix("collected") }.isEmpty && !folder.names().contains("none"))
        #expect(try await Program.run(["collect", "out", "--rejects", "-"], in: folder.url).code == 2)
    }

    @Test("names a path that is no folder") func noFolder() async throws {
        let folder = try await ShardTests.folder(files: 1)
        #expect(
            try await Program.run(["collect", "p.json"], in: folder.url)
                == .init(code: 66, output: "", messages: "error: collect reads the end records of a folder, and p.json is none\n"))
    }

    @Test("finds no end record in another folder") func none() async throws {
        let folder = try ScratchFolder()
        #expect(
            try await Program.run(["collect", "."], in: folder.url)
                == .init(code: 66, output: "", messages: "error: . has no end record of a shard (*.end.json)\n"))
    }
}
