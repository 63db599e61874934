import Checksums
import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("pipe --envelope", .startsInTurn, .timeLimit(.minutes(5))) struct EnvelopeTests {
    /// Stages that keep, drop, double and reject records.
    static let stages = #"""
        {"stages":[{"type":"filter","where":".n % 7 != 6"},{"type":"html_to_text","field":"t"},
          {"type":"map","to":"if .n % 5 == 0 then ., (.copy = true) else . end"},
          {"type":"filter","where":"if .n % 11 == 3 then error(\"three\") else true end"}]}
        """#

    /// Records of which every 13th has a field that is no text.
    static func lines(_ count: Int, padding: Int = 0) -> String {
        (0..<count).map { n in
            let text = n % 13 == 4 ? "4" : "\"<p>Text \(n) \(String(repeating: "x", count: padding))</p>\""
            return "{\"n\":\(n),\"t\":\(text)}\n"
        }.joined()
    }

    @Test("gives records and rejects in the order of the input, and then the end") func exact() async throws {
        let folder = try ScratchFolder()
        let file = #"{"stages":[{"type":"filter","where":".n < 9"},{"type":"html_to_text","field":"t"}]}"#
        try folder.write(file, to: "s.json")
        let input = "{\"n\":1,\"t\":\"<b>a</b>\"}\n{\"n\":2,\"t\":5}\n{\"n\":9}\n{\"n\":3,\"t\":\"x\"}"
        let outcome = try await Program.run(["pipe", "s.json", "--envelope"], input: input, in: folder.url)
        #expect(outcome.code == 1)
        #expect(
            outcome.output == #"""
                {"ok":{"n":1,"t":"<b>a</b>","text":"a"}}
                {"reject":{"stage":"html_to_text","step":"stages[1]","reason":".t: expected a string,\#
                 found a number","origin":{"source":"standard input","item":2,"byte_offset":23},"record":{"n":2,\#
                "t":5}}}
                {"ok":{"n":3,"t":"x","text":"x"}}
                {"end":{"read":4,"made":0,"written":2,"filtered":1,"rejected":1,"skipped":0,\#
                "steps":[{"step":"stages[0]","type":"filter","in":4,"out":3,"filtered":1,"rejected":0,"skipped":0,\#
                "made":0},{"step":"stages[1]","type":"html_to_text","in":3,"out":2,"filtered":0,"rejected":1,\#
                "skipped":0,"made":0}],\#
                "pipeline":"5fb21ac3b36a3fdf6ab98dbeaceef9d79cb08c71a47073ee27b5015b0d2c7d87",\#
                "parameters":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","version":"0.1.0",\#
                "input":{"lines":4,"bytes":60,"xxh64":"1f52185451920279"}}}

                """#)
        #expect(
            outcome.messages.withoutTimes == """
                warning: standard input, item 2: rejected by html_to_text: .t: expected a string, found a number
                rejected records went to standard output
                s: read 4 = written 2 + filtered 1 + rejected 1

                """)
        #expect(try folder.names() == ["s.json"])
    }

    @Test("has the records of plain pipe and the same lines for every number of workers", arguments: [1, 2, 8])
    func workers(_ jobs: Int) async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.stages, to: "s.json")
        let input = Self.lines(5000, padding: 300)
        let plain = try await Program.run(["pipe", "s.json", "-q", "--jobs", "1", "--rejects", "r.jsonl"], input: input, in: folder.url)
        let outcome = try await Program.run(["pipe", "s.json", "-q", "--envelope", "--jobs", "\(jobs)"], input: input, in: folder.url)
        #expect(outcome.code == 1)
        let lines = try EnvelopeLines(outcome.output)
        #expect(lines.ok == plain.output.split(separator: "\n").map(String.init))
        // The rejects are lines of the rejects file, in the same order.
        let rejects = outcome.output.split(separator: "\n").filter { $0.hasPrefix(#"{"reject":"#) }
        #expect(rejects.map { $0.dropFirst(#"{"reject":"#.count).dropLast() } == (try folder.read("r.jsonl").split(separator: "\n")))
        #expect(lines.addUp && lines.number("read") == 5000 && lines.number("made") ?? 0 > 0 && lines.rejects.count > 500)
        // All lines stand in the order of the records that they come from.
        let order = outcome.output.split(separator: "\n").dropLast().compactMap { line in
            line.firstMatch(of: /"n":([0-9]+)/).flatMap { Int($0.1) }
        }
        #expect(order == order.sorted())
    }

    @Test("has rejected lines at their place, and exit 0 with rejects that are allowed") func badLines() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[]}"#, to: "s.json")
        let input = "{\"a\":1}\nno\n{\"a\":2}\n{\"a\":\n"
        let words = ["pipe", "s.json", "--envelope", "-q", "--on-bad-line", "reject"]
        let outcome = try await Program.run(words + ["--allow-rejects", "2"], input: input, in: folder.url)
        #expect(outcome.code == 0)
        let lines = try EnvelopeLines(outcome.output)
        #expect(lines.keys == ["ok", "reject", "ok", "reject", "end"])
        #expect(lines.rejects.map { $0["record"] as? String } == ["no", "{\"a\":"])
        #expect(lines.addUp)
        #expect(try await Program.run(words, input: input, in: folder.url).code == 1)
    }

    @Test(
        "has no end after a run that fails",
        arguments: [
            ("a line that is no JSON", ["--on-bad-line", "fail"], 65, ["ok"]),
            ("too many rejects", ["--on-bad-line", "reject", "--allow-rejects", "0"], 65, ["ok", "reject", "ok"]),
        ])
    func failure(_ name: String, _ words: [String], _ code: Int32, _ keys: [String]) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[]}"#, to: "s.json")
        let outcome = try await Program.run(
            ["pipe", "s.json", "--envelope", "-q"] + words, input: "{\"a\":1}\nno\n{\"a\":2}\n", in: folder.url)
        #expect(outcome.code == code, "\(name)")
        #expect(try EnvelopeLines(outcome.output).keys == keys, "\(name)")
    }

    @Test("says what the input was: a file, a pipe, compressed bytes", arguments: ["< in", "< <(cat in)", "< in.gz"])
    func input(_ redirection: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[{"type":"filter","where":"false"}]}"#, to: "s.json")
        // Long enough to be read in splits. The last line has no end.
        try folder.write(Self.lines(20_000, padding: 100) + "{\"n\":1}", to: "in")
        let gzip = try await Program.run("/bin/sh", ["-c", "gzip -k in"], in: folder.url)
        #expect(gzip.code == 0)
        let outcome = try await Program.run(
            "/bin/bash", ["-c", "\(Program.path) pipe s.json --envelope -q --jobs 4 \(redirection)"], in: folder.url)
        let input = try #require(EnvelopeLines(outcome.output).end?["input"] as? [String: Any])
        let bytes = try Array(Data(contentsOf: folder.file(redirection.hasSuffix(".gz") ? "in.gz" : "in")))
        var hash = XXH64Hasher()
        hash.update(bytes.span)
        #expect(input["bytes"] as? Int == bytes.count)
        #expect(input["xxh64"] as? String == hash.hex())
        if !redirection.hasSuffix(".gz") { #expect(input["lines"] as? Int == 20_001) }
    }

    @Test("says what ran: the files with their hashes, and parameters without secrets") func identity() async throws {
        let folder = try ScratchFolder()
        let part = #"{"stages":[{"type":"set","fields":{"b":{"$file":"program.jq"}}}]}"#
        let program = ".a + 1"
        let table = #"{"x":1}"#
        let file =
            #"{"parameters":{"z":{"default":1},"a":{"default":"ü"},"token":{"default":{"$env":"T"}}},"#
            + #""data":{"t":"table.json"},"stages":[{"use":"parts/p.json"}]}"#
        for (name, text) in ["s.json": file, "parts/p.json": part, "parts/program.jq": program, "table.json": table] {
            try folder.write(text, to: name)
        }
        func hash(_ text: String) -> String { SHA256Hasher.hex(of: Array(text.utf8)) }
        var ends: [[String: Any]] = []
        for (secret, words) in [("one", [] as [String]), ("two", []), ("one", ["--set", "z=2"])] {
            let outcome = try await Program.run(
                ["pipe", "../\(folder.url.lastPathComponent)/s.json", "--envelope", "-q"] + words, input: "{\"a\":1}\n", in: folder.url,
                environment: ["T": secret])
            #expect(outcome.code == 0, "\(outcome.messages)")
            ends.append(try #require(EnvelopeLines(outcome.output).end))
        }
        #expect(ends[0]["pipeline"] as? String == hash(file))
        #expect(ends[0]["parameters"] as? String == hash(#"{"a":"ü","token":"***","z":1}"#))
        #expect(ends[1]["parameters"] as? String == ends[0]["parameters"] as? String)
        #expect(ends[2]["parameters"] as? String == hash(#"{"a":"ü","token":"***","z":2}"#))
        #expect(
            ends[0]["files"] as? [String: String] == [
                "parts/p.json": hash(part), "program.jq": hash(program), "table.json": hash(table),
            ])
    }

    @Test("says that a run took a part of its input", arguments: [["--limit", "2"], []]) func limited(_ words: [String]) async throws {
        let folder = try ScratchFolder()
        try folder.write(words.isEmpty ? #"{"stages":[{"type":"limit","count":2}]}"# : #"{"stages":[]}"#, to: "s.json")
        let outcome = try await Program.run(
            ["pipe", "s.json", "--envelope", "-q"] + words, input: String(repeating: "{}\n", count: 9), in: folder.url)
        let lines = try EnvelopeLines(outcome.output)
        #expect(outcome.code == 0 && lines.ok.count == 2 && lines.addUp)
        #expect(lines.end?["limited"] as? Bool == true && lines.end?["input"] == nil)
    }

    @Test("refuses another place for rejects") func rejects() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[]}"#, to: "s.json")
        #expect(
            try await Program.run(["pipe", "s.json", "--envelope", "--rejects", "r.jsonl"], in: folder.url)
                == .init(
                    code: 2, output: "",
                    messages: "error: --envelope writes rejected records to standard output, so that --rejects can only be none\n"
                        + "  = help: tabpipe pipe --help\n"))
        #expect(try await Program.run(["pipe", "s.json", "--envelope", "--rejects", "none", "-q"], in: folder.url).code == 0)
    }
}
