import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Several inputs") struct InputListTests: ~Copyable {
    private let folder: ScratchFolder

    init() throws {
        let folder = try ScratchFolder()
        for (name, ids) in [("b", [1, 2]), ("a", [3]), ("B", [4, 5]), ("z[1]", [6]), ("ä", [7])] {
            try folder.write(ids.map { "{\"id\":\($0)}\n" }.joined(), to: "data/\(name).jsonl")
        }
        try folder.write("{\"id\":8}\n", to: "data/sub/c.jsonl")
        self.folder = folder
    }

    private func run(
        from: String, type: String = "json", _ more: String = "", stages: String = "[]", to: String = "-", input: String = "",
        arguments: [String] = []
    ) async throws -> Program.Outcome {
        let sink = to.contains("{{") ? "markdown" : to.hasSuffix(".json") ? "json" : "jsonl"
        let text =
            #"{"parameters":{"p":{"default":"x"}},"source":{"type":"\#(type)","from":\#(from)\#(more)},"stages":\#(stages),"#
            + #""sinks":[{"type":"\#(sink)","to":"\#(to)"}]}"#
        try folder.write(text, to: "p.json")
        return try await Program.run(["run", "p.json"] + arguments, input: input, in: folder.url)
    }

    private static func ids(_ output: String) -> [Int] {
        output.split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }
    }

    @Test(
        "are read in the order of the list, and of a pattern in that of the bytes of their paths",
        arguments: [
            (#"["data/b.jsonl","data/a.jsonl"]"#, [1, 2, 3]), (#""data/?.jsonl""#, [4, 5, 3, 1, 2]),
            (#""data/[ab].jsonl""#, [3, 1, 2]), (#"["data/**/c.jsonl","data/b.jsonl"]"#, [8, 1, 2]),
            (#"["data/b.jsonl","data/b*.jsonl"]"#, [1, 2, 1, 2]), (#"["data/a.jsonl","-"]"#, [3, 9]),
            (#""data/z[1].jsonl""#, [6]), (#"["data/*.jsonl"]"#, [4, 5, 3, 1, 2, 6, 7]),
        ])
    func order(_ from: String, _ expected: [Int]) async throws {
        for more in ["", #","on_bad_line":"reject""#] {
            let outcome = try await run(from: from, more, input: "{\"id\":9}\n")
            #expect(outcome.code == 0, "\(outcome.messages)")
            #expect(Self.ids(outcome.output) == expected)
        }
    }

    @Test("can be lines") func lines() async throws {
        let outcome = try await run(from: #"["data/b.jsonl","data/a.jsonl"]"#, type: "lines")
        #expect(
            outcome.output
                == #"{"line":1,"text":"{\"id\":1}"}"# + "\n" + #"{"line":2,"text":"{\"id\":2}"}"# + "\n"
                + #"{"line":1,"text":"{\"id\":3}"}"# + "\n")
    }

    @Test("come from --set, too") func set() async throws {
        let outcome = try await run(from: #"{"$param":"p"}"#, arguments: ["--set", "p=data/[ab].jsonl"])
        #expect(Self.ids(outcome.output) == [3, 1, 2])
    }

    @Test("without a match for a pattern end the run before anything is read", arguments: ["json", "lines", "csv"])
    func noMatch(_ type: String) async throws {
        let outcome = try await run(from: #"["data/a.jsonl","data/x*.jsonl"]"#, type: type, to: "out.json")
        #expect(outcome.code == 66)
        #expect(outcome.messages.contains("no file matches data/x*.jsonl"), "\(outcome.messages)")
        #expect(try !folder.names().contains("out.json"))
    }

    @Test(
        "that a pattern finds and no run can read end the run before anything is read", arguments: ["json", "lines", "csv", "files"],
        [
            (true, "a pipe, socket or device, which is read only where its path is written out"),
            (false, "a symbolic link to a file that does not exist"),
        ])
    func unreadable(_ type: String, _ example: (isPipe: Bool, reason: String)) async throws {
        let path = folder.file("data/x.jsonl").path
        if example.isPipe {
            try #require(unsafe mkfifo(path, 0o600) == 0)
        } else {
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "missing")
        }
        let option = type == "files" ? "match" : "from"
        try folder.write(
            #"{"source":{"type":"\#(type)","\#(option)":"data/*.jsonl"},"sinks":[{"type":"json","to":"out.json"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 66)
        let message = "error: data/x.jsonl, which the pattern data/*.jsonl matches, is \(example.reason)\n"
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
        #expect(try !folder.names().contains("out.json"))
    }

    @Test("with a missing one in the middle give no file", arguments: ["json", "lines", "csv"]) func missing(_ type: String) async throws {
        let outcome = try await run(from: #"["data/a.jsonl","data/none.jsonl","data/b.jsonl"]"#, type: type, to: "out.json")
        #expect(outcome.code == 66)
        #expect(outcome.messages.contains("data/none.jsonl"), "\(outcome.messages)")
        #expect(try !folder.names().contains("out.json"))
    }

    @Test("have standard input once") func standardInput() async throws {
        let outcome = try await run(from: #"["-","data/a.jsonl","-"]"#)
        #expect(outcome.code == 2)
        #expect(outcome.messages.contains("standard input has two readers"), "\(outcome.messages)")
    }

    @Test(
        "name the file in messages, and number its items from 1",
        arguments: ["", #","items":". | select(true)""#, #","on_bad_line":"reject""#])
    func origin(_ more: String) async throws {
        let stages = #"[{"type":"set","fields":{"x":"if .id == 2 then error(\"two\") else 1 end"},"on_error":"fail"}]"#
        let outcome = try await run(from: #"["data/B.jsonl","data/b.jsonl"]"#, more, stages: stages, arguments: ["--jobs", "1"])
        #expect(outcome.code == 65)
        let place = more.contains("on_bad_line") ? "data/b.jsonl, line 2" : "data/b.jsonl, item 2"
        #expect(outcome.messages.contains(place), "\(outcome.messages)")
    }

    @Test("name the faulty file") func fault() async throws {
        try folder.write("{\"id\":1}\n{\"id\" 2}\n", to: "data/c.jsonl")
        let outcome = try await run(from: #""data/[a-c].jsonl""#, to: "out.json")
        #expect(outcome.code == 65)
        #expect(outcome.messages.contains("data/c.jsonl: line 2, byte 15: "), "\(outcome.messages)")
        let reject = try await run(from: #""data/[a-c].jsonl""#, #","on_bad_line":"reject""#, to: "out.json")
        #expect(reject.messages.contains("read 5 "), "\(reject.messages)")
        #expect(try folder.read("out.rejects.jsonl").contains("data/c.jsonl"))
    }

    @Test("of a pattern are not replaced by a record") func protected() async throws {
        let outcome = try await run(
            from: #""data/[ab].jsonl""#, stages: #"[{"type":"set","fields":{"html":"\"<p>x\""}}]"#,
            to: "data/{{if .id == 1 then \\\"a.jsonl\\\" else .id end}}")
        #expect(outcome.messages.contains("rejected 1"), "\(outcome.messages)")
        #expect(try folder.read("data/a.jsonl") == "{\"id\":3}\n")
    }

    @Test("of a pattern are not replaced by the output, which would be read in the next run", arguments: ["json", "files"])
    func output(_ type: String) async throws {
        let from = #""data/[abc].json*""#
        for (path, output) in [("data/c.jsonl", "sinks[0].to"), ("./data/../data/c.json", "sinks[0].to")] {
            func outcome() async throws -> Program.Outcome {
                let outcome = try await run(from: from, type: type, to: path)
                guard type == "files" else { return outcome }
                let text = try folder.read("p.json").replacing("\"from\"", with: "\"match\"")
                try folder.write(text, to: "p.json")
                return try await Program.run(["run", "p.json"], in: folder.url)
            }
            #expect(try await outcome().code == 0)
            let second = try await outcome()
            #expect(second.code == 73)
            let name = path.split(separator: "/").last ?? ""
            #expect(
                second.messages.hasPrefix(
                    "error: the output of \(output) would replace data/\(name), which the pattern data/[abc].json* matches; "
                        + "give the output another path, or narrow the pattern\n"), "\(second.messages)")
            try FileManager.default.removeItem(at: folder.file(path))
        }
    }

    @Test("of a pattern are not replaced by the rejects file, which would be read in the next run") func rejects() async throws {
        try folder.write("x\n", to: "out/a.jsonl")
        try folder.write(
            #"{"source":{"type":"json","from":"out/*.jsonl","on_bad_line":"reject"},"rejects":"out/r.jsonl","#
                + #""allow_rejects":1,"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 0)
        let second = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(second.code == 73)
        #expect(
            second.messages.hasPrefix(
                "error: the rejects file would replace out/r.jsonl, which the pattern out/*.jsonl matches; "
                    + "give the output another path, or narrow the pattern\n"), "\(second.messages)")
    }

    @Test(
        "are named by their own place where one is missing",
        arguments: [
            ("data/a.jsonl", "data/none.jsonl", "cannot open data/none.jsonl: No such file or directory", "1:84 (source.from[1])"),
            ("data/a.jsonl", "data/x*.jsonl", "no file matches data/x*.jsonl", "1:84 (source.from[1])"),
            ("n", "x", "cannot open x: No such file or directory", "1:73 (source.from[1])"),
            ("data/n", "data/none", "cannot open data/n: No such file or directory", "1:69 (source.from[0])"),
        ])
    func missingPlace(_ first: String, _ second: String, _ message: String, _ place: String) async throws {
        try folder.write("{}", to: "n")
        let outcome = try await run(from: #"["\#(first)","\#(second)"]"#, to: "out.json")
        #expect(outcome.code == 66)
        #expect(outcome.messages.hasPrefix("error: \(message)\n  = at p.json:\(place)\n"), "\(outcome.messages)")
    }

    @Test("that cannot be listed are reported by validate") func empty() async throws {
        for from in ["[]", "[1]", #"["data/a.jsonl", "x.bz2"]"#, "7"] {
            _ = try await run(from: from)
            let outcome = try await Program.run(["validate", "p.json"], in: folder.url)
            #expect(outcome.code == 78, "\(from)")
        }
    }
}
