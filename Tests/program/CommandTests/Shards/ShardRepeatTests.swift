import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("run --shard after an earlier run", .startsInTurn, .timeLimit(.minutes(5))) struct ShardRepeatTests {
    /// A change after the shard 1 of 2 has run, and the first line of the next run.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String
        var words: [String] = []
        let message: String
        var testDescription: String { name }
    }

    private static let record = "out/00001-of-00002.end.json"
    private static let complete =
        "is complete already: \(record); not compared: $env.W, the file words.txt, the program sh; "
        + "--force runs it again"

    static let changes = [
        Change(name: "nothing", script: "true", message: complete),
        Change(name: "a variable", script: "true", words: ["W=other"], message: complete),
        Change(name: "the pipeline", script: "echo >> p.json", message: "runs again: the pipeline has changed"),
        Change(name: "a parameter", script: "true", words: ["--set", "p=2"], message: "runs again: the set of parameters has changed"),
        Change(
            name: "a script that the command of exec names", script: "echo 'exec cat' > stage.sh",
            message: "runs again: the set of used files has changed"),
        Change(
            name: "a file that an option of the command names", script: "echo 2 > words.txt", message: complete),
        Change(
            name: "an output", script: "echo >> out/00001-of-00002.jsonl",
            message: "runs again: out/00001-of-00002.jsonl has changed since the shard was written"),
        Change(name: "no rejects", script: "rm out/*.rejects.jsonl", message: "runs again: out/00001-of-00002.rejects.jsonl is missing"),
        Change(
            name: "another file for rejects", script: "true", words: ["--rejects", "{{$shard}}.lost.jsonl"],
            message: "runs again: its rejects were written elsewhere"),
        Change(
            name: "a new input", script: "cp in/0.jsonl in/9.jsonl", message: "runs again: the shards share other inputs now"),
        Change(
            name: "an input of the same size", script: "sed -i.old 's/\"n\":11/\"n\":12/' in/0.jsonl; rm in/*.old",
            message: "runs again: in/0.jsonl has changed since the shard was written"),
        Change(
            name: "an input of another size", script: "echo '{}' >> in/0.jsonl",
            message: "runs again: in/0.jsonl has changed since the shard was written"),
        Change(
            name: "a key", script: "true", words: ["--shard-by", ".n"],
            message: "runs again: its number, the number of shards or the key was another one"),
        Change(
            name: "a record that is cut off", script: "printf '{\"end\":' > \(record)",
            message: "runs again: \(record) is no end record of a shard: it is not JSON with a member \"end\"; it may be cut off"),
        Change(
            name: "a record without a count", script: "sed -i.old 's/\"written\":[0-9]*,//' \(record)",
            message: "runs again: \(record) is no end record of a shard: it has no \"written\""),
        Change(
            name: "a record with an absolute path", script: "sed -i.old 's|\"00001-of-00002.jsonl\"|\"/etc/passwd\"|' \(record)",
            message: "runs again: \(record) is no end record of a shard: its outputs are incomplete"),
    ]

    private static func folder() async throws -> ScratchFolder {
        let folder = try await ShardTests.folder(files: 2)
        try folder.write(
            #"{"parameters":{"p":{"default":"1"}},"source":{"type":"json","from":"in/*.jsonl*"},"#
                + #""stages":[{"type":"exec","command":["sh","./stage.sh","--words=words.txt"],"scope":"partition","#
                + #""env":{"W":{"$env":"W"}}},{"type":"set","fields":{"p":{"$param":"p"}}},"#
                + ShardTests.stages + #"],"sinks":[{"type":"jsonl","to":"out/{{$shard}}.jsonl"}]}"#,
            to: "p.json")
        try folder.write("exec cat; exit 1", to: "stage.sh")
        try folder.write("1\n", to: "words.txt")
        return folder
    }

    @Test("skips what is the same, and says why it does not", arguments: changes) func repeats(_ change: Change) async throws {
        let folder = try await Self.folder()
        let words = ["run", "p.json", "--allow-exec", "--shard", "1/2"]
        let first = try await Program.run(words, in: folder.url, environment: ["W": "one"])
        #expect(first.code == 1, "\(first.messages)")
        #expect(!first.messages.contains("shard 1 of 2"), "\(first.messages)")
        let script = try await Program.run("/bin/sh", ["-c", change.script], in: folder.url)
        #expect(script.code == 0)
        let isVariable = change.words == ["W=other"]
        let second = try await Program.run(
            words + (isVariable ? [] : change.words), in: folder.url, environment: ["W": isVariable ? "two" : "one"])
        #expect(second.messages.hasPrefix("p: shard 1 of 2 \(change.message)\n"), "\(second.messages)")
        #expect(second.code == 1)
    }

    @Test("keeps the rejects that a run without them has dropped") func noRejects() async throws {
        let folder = try await ShardTests.folder()
        let words = ["run", "p.json", "--shard", "1/1"]
        #expect(try await Program.run(words + ["--rejects", "none"], in: folder.url).code == 1)
        let collected = try await Program.run(["collect", "out"], in: folder.url)
        #expect(collected.code == 0)
        #expect(collected.messages.hasPrefix("warning: 10 records were rejected, and 0 were kept\n"), "\(collected.messages)")
        let same = try await Program.run(words + ["--rejects", "none"], in: folder.url)
        #expect(same.messages == "p: shard 1 of 1 is complete already: out/00001-of-00001.end.json; --force runs it again\n")
        let second = try await Program.run(words, in: folder.url)
        #expect(second.messages.hasPrefix("p: shard 1 of 1 runs again: its rejects were not kept\n"), "\(second.messages)")
        #expect(try folder.read("out/00001-of-00001.rejects.jsonl").split(separator: "\n").count == 10)
    }

    @Test("runs a source without a list of inputs again") func withoutList() async throws {
        let folder = try await ShardTests.folder(source: #"{"type":"files","match":"in/*"}"#, stages: "")
        let words = ["run", "p.json", "--shard", "1/2", "--shard-by", ".path"]
        #expect(try await Program.run(words, in: folder.url).code == 0)
        let second = try await Program.run(words, in: folder.url)
        #expect(
            second.messages.hasPrefix(
                "p: shard 1 of 2 runs again: its source has no list of inputs, so that nothing shows that they are the same\n"),
            "\(second.messages)")
    }
}
