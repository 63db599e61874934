import ProgramSupport
import TestSupport
import Testing

@Suite("The inputs of shards", .startsInTurn, .timeLimit(.minutes(5))) struct CollectInputTests {
    private static let others =
        "error: the inputs that the shards share are not those that p.json names now\nerror: shards to run: 1-2 of 2\n"

    /// A change of the inputs of two complete shards, and what `collect --expect` says.
    static let inputChanges = [
        ("a new input", "cp in/0.jsonl in/9.jsonl", others), ("an input is gone", "rm in/3.jsonl", others),
        (
            "a byte of an input", "sed -i.old 's/\"n\":61/\"n\":62/' in/3.jsonl; rm in/*.old",
            "error: in/3.jsonl has changed since the shard was written\nerror: shards to run: 2 of 2\n"
        ),
    ]

    @Test("compares the inputs as they are now with --expect", arguments: inputChanges)
    func inputs(_ name: String, _ script: String, _ message: String) async throws {
        let folder = try await CollectTests.folder(running: ["1/2", "2/2"])
        #expect(try await Program.run(["collect", "out", "--expect", "p.json"], in: folder.url).code == 0)
        #expect(try await Program.run("/bin/sh", ["-c", script], in: folder.url).code == 0)
        let outcome = try await Program.run(["collect", "out", "--expect", "p.json"], in: folder.url)
        #expect(outcome.code == 75 && outcome.messages.hasPrefix(message), "\(name): \(outcome.messages)")
        #expect(try await Program.run(["collect", "out"], in: folder.url).code == 0)
        // Runs of the shards that it names mend it.
        for shard in ["1/2", "2/2"] { _ = try await Program.run(["run", "p.json", "-q", "--shard", shard], in: folder.url) }
        #expect(try await Program.run(["collect", "out", "--expect", "p.json"], in: folder.url).code == 0)
    }

    /// Sources that give each shard something else, with the key of the division.
    static let unstable = [
        (
            "a program", #"{"type":"exec","command":["sh","-c","echo >> c; seq 1 $(( 10 * $(wc -l < c) ))"]}"#, ".",
            "error: out/00002-of-00002.end.json has read other records than out/00001-of-00002.end.json\n"
        ),
        (
            "a key", #"{"type":"json","from":"in/0.jsonl"}"#, "now",
            "error: out/00002-of-00002.end.json has read other records than out/00001-of-00002.end.json\n"
        ),
    ]

    @Test("finds shards that have not seen the same records", arguments: unstable)
    func seen(_ name: String, _ source: String, _ key: String, _ message: String) async throws {
        let folder = try await ShardTests.folder(files: 1, source: source, stages: "")
        for shard in ["1/2", "2/2"] {
            let words = ["run", "p.json", "-q", "--allow-exec", "--shard", shard, "--shard-by", key]
            let outcome = try await Program.run(words, in: folder.url)
            #expect(outcome.code == 0, "\(name): \(outcome.messages)")
        }
        let outcome = try await Program.run(["collect", "out"], in: folder.url)
        #expect(outcome.code == 65 && outcome.messages.hasPrefix(message), "\(name): \(outcome.messages)")
    }
}
