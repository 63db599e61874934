import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A source that reads a file of lines, and a sink.
private func pipeline(_ type: String, from: String = "in", to: String, _ more: String = "") -> String {
    let option = type == "files" ? "match" : "from"
    let sink = to.hasSuffix(".json") ? "json" : "jsonl"
    return #"{"source":{"type":"\#(type)","\#(option)":"\#(from)"\#(more)},"sinks":[{"type":"\#(sink)","to":"\#(to)"}]}"#
}

@Suite("Compressed files") struct CompressedFileTests: ~Copyable {
    private let folder: ScratchFolder
    private static let lines = (0..<20_000).map { "{\"id\":\($0),\"text\":\"line \($0 * 7919 % 10_007)\"}\n" }.joined()

    init() throws { folder = try ScratchFolder() }

    /// Runs commands in the folder.
    private func shell(_ command: String) async throws -> Program.Outcome {
        try await Program.run("/bin/sh", ["-c", command], in: folder.url, environment: ["TABPIPE": Program.path])
    }

    private func run(_ arguments: String...) async throws -> Program.Outcome { try await Program.run(arguments, in: folder.url) }

    @Test("give the records of the plain file, from a file and from standard input", arguments: ["json", "lines", "files"], ["gz", "zst"])
    func reads(_ type: String, _ ending: String) async throws {
        try folder.write(Self.lines, to: "in")
        let from = type == "files" ? "in" : "-"
        try folder.write(pipeline(type, from: "in", to: "plain.jsonl"), to: "plain.json")
        #expect(try await run("run", "-q", "plain.json").code == 0)
        let command = ending == "gz" ? "gzip -c in > x && gzip -c in > in.gz" : "zstd -q -c in > x && zstd -q in"
        guard try await shell("\(command)").code == 0 else { return }  // zstd may be missing
        for (input, redirect) in [("x", ""), ("in.\(ending)", ""), (from, " < x")] where type != "files" || redirect.isEmpty {
            try folder.write(pipeline(type, from: input, to: "out.jsonl"), to: "p.json")
            let outcome = try await shell("\"$TABPIPE\" run -q p.json\(redirect)")
            #expect(outcome.code == 0, "\(outcome.messages)")
            let (plain, made) = try (folder.read("plain.jsonl"), folder.read("out.jsonl"))
            if type == "files" {
                #expect(made.count > 300_000)
                #expect(made.contains("\"stem\":\"\(input == "x" ? "x" : "in")\",\"title\":null,\"bytes\":\(Self.lines.utf8.count),"))
            } else {
                #expect(made == plain)
            }
        }
    }

    @Test("in several members are read whole") func members() async throws {
        _ = try await shell(#"(echo '{"a":1}' | gzip; echo '{"a":2}' | gzip; head -c 600 /dev/zero) > in"#)
        try folder.write(pipeline("json", to: "-"), to: "p.json")
        #expect(try await run("run", "-q", "p.json").output == "{\"a\":1}\n{\"a\":2}\n")
    }

    @Test(
        "that are faulty give no output file", arguments: ["json", "lines"],
        [
            (
                "a cut at the end of a line", "gzip -c half > x; head -c $(($(wc -c < x) - 8)) x > in",
                "ends inside the compressed data, after "
            ),
            ("a cut in the middle", "gzip -c half > x; head -c 3000 x > in", ", after 3000 bytes: it is incomplete"),
            ("a wrong checksum", "gzip -c half > x; (head -c $(($(wc -c < x) - 8)) x; printf abcd; tail -c 4 x) > in", "checksum"),
            ("a wrong length", "gzip -c half > x; (head -c $(($(wc -c < x) - 4)) x; printf abcd) > in", "another length than it says"),
            ("a text behind the data", "(gzip -c half; echo '{}') > in", "found other data"),
            ("damage", "gzip -c half > x; (head -c 1000 x; printf abcdefgh; tail -c +1009 x) > in", "compressed data"),
        ])
    func faulty(_ type: String, _ example: (name: String, command: String, message: String)) async throws {
        try folder.write(String(Self.lines.prefix(200_000)), to: "half")
        _ = try await shell(example.command)
        try folder.write(pipeline(type, to: "out.json"), to: "p.json")
        let outcome = try await run("run", "p.json")
        #expect(outcome.code == 65, "\(example.name)")
        #expect(outcome.messages.contains("error: in: "), "\(outcome.messages)")
        #expect(outcome.messages.contains(example.message), "\(outcome.messages)")
        #expect(try !folder.names().contains("out.json"))
        try folder.write(pipeline(type, from: "-", to: "out.json"), to: "p.json")
        let piped = try await shell("\"$TABPIPE\" run p.json < in")
        #expect(piped.code == 65)
        #expect(piped.messages.contains(example.message), "\(piped.messages)")
        #expect(try !folder.names().contains("out.json"))
    }

    @Test("without any bytes are incomplete", arguments: ["json", "lines", "files", "csv"], ["gz", "zst"])
    func empty(_ type: String, _ ending: String) async throws {
        try folder.write("", to: "in.\(ending)")
        let format = ending == "gz" ? "gzip" : "zstd"
        let hint = type == "files" ? "; with \"on_bad_file\": \"reject\", the run goes on without such a file" : ""
        let fault = "has no bytes, and even without content, \(format) has some: it is incomplete\(hint)\n"
        // The second form is a path that messages do not show.
        for (from, shown) in [("\"in.\(ending)\"", "in.\(ending)"), (#"{"$env":"INPUT"}"#, "$env.INPUT")] {
            let text = pipeline(type, from: "PATH", to: "out.json").replacing("\"PATH\"", with: from)
            try folder.write(text, to: "p.json")
            let outcome = try await Program.run(["run", "p.json"], in: folder.url, environment: ["INPUT": "in.\(ending)"])
            #expect(outcome.code == 65)
            #expect(outcome.messages.hasPrefix("error: \(shown): \(fault)"), "\(outcome.messages)")
            #expect(try !folder.names().contains("out.json"))
        }
    }

    @Test("have the lines and bytes of their content in messages") func places() async throws {
        try folder.write(String(Self.lines.prefix(400_001)) + "\n{\"id\" 1}\n", to: "in")
        try folder.write(pipeline("json", to: "out.json"), to: "p.json")
        let plain = try await run("run", "p.json")
        #expect(plain.messages.contains("in: line "))
        _ = try await shell("gzip -c in > x && mv x in")
        #expect(try await run("run", "p.json").messages.withoutTimes == plain.messages.withoutTimes)
        try folder.write(pipeline("json", to: "out.json", #","items":".name[]""#), to: "p.json")
        let packed = try await run("run", "p.json").messages.withoutTimes
        _ = try await shell("gzip -dc < in > x && mv x in")
        #expect(try await run("run", "p.json").messages.withoutTimes == packed)
        #expect(packed.contains("the keys there") || packed.contains("did you mean"), "\(packed)")
    }

    @Test(
        "are written by name, and stay untouched if nothing changes",
        arguments: [("jsonl", "jsonl"), ("json", "json"), ("csv", "csv")], ["gz", "zst"])
    func writes(_ sink: (type: String, ending: String), _ ending: String) async throws {
        try folder.write(Self.lines, to: "in")
        func file(_ to: String) -> String {
            let more = sink.type == "csv" ? #","fields":["id"]"# : ""
            return #"{"source":{"type":"json","from":"in"},"sinks":[{"type":"\#(sink.type)","to":"\#(to)"\#(more)}]}"#
        }
        try folder.write(file("plain"), to: "plain.json")
        try folder.write(file("out.\(sink.ending).\(ending)"), to: "p.json")
        let plain = try await run("run", "plain.json", "-q")
        #expect(plain.code == 0, "\(plain.messages)")
        let first = try await run("run", "p.json", "--jobs", "4")
        if ending == "zst", first.code == 73 { return #expect(first.messages.contains("libzstd")) }
        #expect(first.code == 0, "\(first.messages)")
        #expect(first.messages.contains("20000 records written"))
        #expect(try await run("run", "p.json", "--jobs", "1").messages.contains("unchanged, 20000 records"))
        let program = ending == "gz" ? "gzip" : "zstd"
        guard Program.find(program) != nil else { return }
        let check = try await shell(
            "\(program) -dc out.\(sink.ending).\(ending) > x && cmp x plain && test $(cat plain | wc -c) -gt $(($(cat out.* | wc -c) * 2))")
        #expect(check.code == 0, "\(check.output)\(check.messages)")
    }

    @Test("take the rejects, and are replaced only if they hold rejects") func rejects() async throws {
        try folder.write("{\"a\":1}\nx\n", to: "in")
        let text = pipeline("json", to: "out.jsonl.gz", #","on_bad_line":"reject""#)
        try folder.write(text, to: "p.json")
        for _ in 0..<2 {
            let outcome = try await run("run", "p.json", "--rejects", "bad.jsonl.gz")
            #expect(outcome.messages.contains("bad.jsonl.gz"), "\(outcome.messages)")
            #expect(try await shell("gzip -dc bad.jsonl.gz").output.hasPrefix("{\"stage\":"))
        }
        _ = try await run("run", "p.json")
        #expect(try folder.names().contains("out.rejects.jsonl"))
        _ = try await shell("echo mine | gzip > bad.jsonl.gz")
        let refused = try await run("run", "p.json", "--rejects", "bad.jsonl.gz")
        #expect(refused.code == 2)
        #expect(refused.messages.contains("holds something else than rejected records"), "\(refused.messages)")
        let other = try await run("run", "p.json", "--rejects", "bad.xz")
        #expect(other.code == 2)
        #expect(other.messages.contains("this name promises a file compressed with xz"), "\(other.messages)")
        try folder.write(#"{"stages":[]}"#, to: "s.json")
        let stream = try await run("pipe", "s.json", "--rejects", "bad2.gz")
        #expect(stream.code == 2)
        #expect(stream.messages.contains("rejects beside a stream are not compressed"), "\(stream.messages)")
    }

    @Test("of pages are read by files and convert") func pages() async throws {
        try folder.write("<!DOCTYPE html><title>T</title><p>Hi", to: "a.html")
        _ = try await shell("gzip a.html")
        #expect(try await run("convert", "a.html.gz").output == "Hi\n")
        try folder.write(pipeline("files", from: "*.html.gz", to: "-"), to: "p.json")
        let outcome = try await run("run", "-q", "p.json")
        #expect(outcome.output.contains(#""name":"a.html.gz","stem":"a","title":"T","bytes":36,"#), "\(outcome.output)\(outcome.messages)")
        _ = try await shell("head -c 30 a.html.gz > b.html.gz")
        let cut = try await run("convert", "b.html.gz")
        #expect(cut.messages == "error: b.html.gz: ends inside the compressed data, after 30 bytes: it is incomplete\n")
        #expect(cut.code == 65)
        let both = try await run("run", "p.json")
        #expect(both.code == 65)
        #expect(both.messages.contains("b.html.gz: ends inside"), "\(both.messages)")
    }

    @Test("go to a named pipe compressed") func namedPipe() async throws {
        try folder.write(Self.lines, to: "in")
        try folder.write(pipeline("json", to: "pipe.gz"), to: "p.json")
        let outcome = try await shell(#"mkfifo pipe.gz && (gzip -dc < pipe.gz > out &) && "$TABPIPE" run -q p.json && sleep 0 && wait"#)
        #expect(outcome.code == 0, "\(outcome.messages)")
        _ = try await shell("for n in 1 2 3 4 5 6 7 8 9; do cmp -s in out && break; sleep 0.2; done")
        #expect(try folder.read("out") == Self.lines)
    }
}
