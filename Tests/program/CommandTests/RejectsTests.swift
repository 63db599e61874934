import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Rejected records") struct RejectsTests {
    private static let first = "{\"n\":1}\n{\"n\":0}\n{\"n\":2}\n"

    /// A pipeline that rejects records whose `n` is 0.
    private static func folder(_ sink: String = #"{"type":"jsonl","to":"o.jsonl"}"#, more: String = "", input: String = first) throws
        -> ScratchFolder
    {
        let folder = try ScratchFolder()
        try folder.write(
            #"{\#(more)"source":{"type":"json","from":"in.jsonl"},"stages":[{"type":"set","fields":{"m":"if .n == 0 then error(\"zero\") else .n end"}}],"#
                + #""sinks":[\#(sink)]}"#, to: "p.json")
        try folder.write(input, to: "in.jsonl")
        return folder
    }

    @Test("follow the outputs: a run that fails leaves those of the run before") func failure() async throws {
        let folder = try Self.folder()
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 1)
        let earlier = try folder.read("o.rejects.jsonl")
        try folder.write("{\"n\":0}\n{\"n\":0}\n{\"n\":1}\n{", to: "in.jsonl")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 65)
        #expect(
            outcome.messages.contains(
                "\nrejected records are not kept, as the run put no file in place; the earlier o.rejects.jsonl stays, too\n"))
        #expect(try folder.read("o.rejects.jsonl") == earlier)
    }

    @Test("alone do not replace good outputs") func nothingWritten() async throws {
        let folder = try Self.folder()
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 1)
        let (output, rejects) = (try folder.read("o.jsonl"), try folder.read("o.rejects.jsonl"))
        try folder.write("{\"n\":0}\n", to: "in.jsonl")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 65)
        #expect(
            outcome.messages.contains(
                "\nerror: 1 record was rejected and none was written; output files stay as they were; "
                    + "first reason: in.jsonl, item 1: zero\n"))
        #expect(outcome.messages.contains("\nrejected records are in o.rejects.failed.jsonl\n"))
        #expect(outcome.messages.withoutTimes.hasSuffix("p: read 1 = written 0 + filtered 0 + rejected 1\n"))
        #expect(try folder.read("o.jsonl") == output)
        #expect(try folder.read("o.rejects.jsonl") == rejects)
        #expect(try folder.read("o.rejects.failed.jsonl").hasSuffix(#""record":{"n":0}}"# + "\n"))
        #expect(try await Program.run(["run", "p.json", "--dry-run"], in: folder.url).code == 65)
        try folder.write(Self.first, to: "in.jsonl")
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 1)
        #expect(try !folder.names().contains("o.rejects.failed.jsonl"))
    }

    @Test("that fail a run are in the file that the user named", arguments: [["--rejects", "r.jsonl"], []])
    func named(_ arguments: [String]) async throws {
        let folder = try Self.folder(more: arguments.isEmpty ? #""rejects":"r.jsonl","# : "", input: "{\"n\":0}\n{\"n\":0}\n")
        let outcome = try await Program.run(["run", "p.json", "-q"] + arguments, in: folder.url)
        #expect(outcome.code == 65)
        #expect(
            outcome.messages == "error: 2 records were rejected and none was written; output files stay as they were; "
                + "first reason: in.jsonl, item 1: zero\n")
        #expect(try folder.read("r.jsonl").split(separator: "\n").count == 2)
        #expect(try folder.names() == ["in.jsonl", "p.json", "r.jsonl"])
    }

    @Test("may be all, if 100 % are allowed") func allAllowed() async throws {
        let folder = try Self.folder(input: "{\"n\":0}\n")
        #expect(try await Program.run(["run", "p.json", "--allow-rejects", "100%"], in: folder.url).code == 0)
        #expect(try folder.read("o.jsonl").isEmpty)
        #expect(try folder.read("o.rejects.jsonl").hasSuffix(#""record":{"n":0}}"# + "\n"))
        #expect(try await Program.run(["run", "p.json", "--allow-rejects", "1"], in: folder.url).code == 65)
    }

    @Test("alone are no failure where the output is a stream") func nothingSent() async throws {
        let folder = try Self.folder(#"{"type":"jsonl","to":"-"}"#, input: "{\"n\":0}\n")
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 1)
        #expect(try folder.names() == ["in.jsonl", "p.json", "p.rejects.jsonl"])
        #expect(try await Program.run(["pipe", "p.json"], input: "{\"n\":0}\n", in: folder.url).code == 1)
    }

    static let allowances: [(arguments: [String], more: String, code: Int32, isWritten: Bool)] = [
        (["--allow-rejects", "1"], "", 0, true), (["--allow-rejects", "0"], "", 65, false),
        (["--allow-rejects", "34%"], "", 0, true), (["--allow-rejects", "33%"], "", 65, false),
        ([], #""allow_rejects":1,"#, 0, true), ([], #""allow_rejects":"33.3%","#, 65, false),
        (["--allow-rejects", "1"], #""allow_rejects":0,"#, 0, true),
        ([], #""min_records":2,"#, 1, true), ([], #""min_records":3,"#, 65, false),
        (["--limit", "2"], #""min_records":3,"#, 1, true),
    ]

    @Test("may be allowed up to a number or a share", arguments: allowances)
    func allowed(_ example: (arguments: [String], more: String, code: Int32, isWritten: Bool)) async throws {
        let folder = try Self.folder(more: example.more)
        let outcome = try await Program.run(["run", "p.json"] + example.arguments, in: folder.url)
        #expect(outcome.code == example.code, "\(outcome.messages)")
        #expect(try folder.names().contains("o.jsonl") == example.isWritten)
        #expect(try folder.names().contains("o.rejects.jsonl") == example.isWritten)
        #expect(try !folder.names().contains { $0.hasPrefix(".tabpipe") })
    }

    @Test("may be allowed only by a number or a share", arguments: ["-1", "x", "101%", "%", "1.5"]) func notAllowed(_ text: String)
        async throws
    {
        let folder = try Self.folder()
        let outcome = try await Program.run(["run", "p.json", "--allow-rejects", text], in: folder.url)
        #expect(outcome.code == 2)
        #expect(
            outcome.messages.hasPrefix(
                "error: --allow-rejects wants a whole number of records, or a share such as \"0.5%\", found \"\(text)\"\n"))
    }

    @Test("of several pipes in one folder go to files of their own, which no later run removes") func pipes() async throws {
        let folder = try Self.folder()
        for _ in 0..<3 { #expect(try await Program.run(["pipe", "p.json", "--quiet"], input: "{\"n\":0}\n", in: folder.url).code == 1) }
        func files() throws -> [String] { try folder.names().filter { $0.hasPrefix("p.rejects.") } }
        #expect(try files().count == 3)
        for file in try files() { #expect(try folder.read(file).hasSuffix("\"record\":{\"n\":0}}\n")) }
        #expect(try await Program.run(["pipe", "p.json", "--quiet"], input: "{\"n\":1}\n", in: folder.url).code == 0)
        #expect(try files().count == 3)
    }

    @Test("of pipes may be appended to one file, and stay there when a pipe fails") func appended() async throws {
        let folder = try Self.folder()
        for input in ["{\"n\":0}\n", "{\"n\":1}\n", "{\"n\":0}\n{"] {
            _ = try await Program.run(["pipe", "p.json", "--quiet", "--rejects", "r.jsonl"], input: input, in: folder.url)
        }
        #expect(try folder.read("r.jsonl").split(separator: "\n").count == 2)
        try folder.write(folder.read("r.jsonl").dropLast(5).description, to: "r.jsonl")
        #expect(
            try await Program.run(["pipe", "p.json", "--quiet", "--rejects", "r.jsonl"], input: "{\"n\":0}\n", in: folder.url).code == 1)
        #expect(try folder.read("r.jsonl").split(separator: "\n").last?.hasSuffix("\"record\":{\"n\":0}}") == true)
    }

    @Test("are none behind the last record that a limit takes, for every number of workers", arguments: ["1", "2", "4", "8"])
    func limited(_ jobs: String) async throws {
        let folder = try ScratchFolder()
        try folder.write((1...3000).map { "{\"n\":\($0)}\n" }.joined() + "x\n", to: "in.jsonl")
        try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl","on_bad_line":"reject"},"#
                + #""stages":[{"type":"set","fields":{"m":"if .n % 100 == 0 then error(\"no\") else 1 end"}},{"type":"limit","count":250}],"#
                + #""sinks":[{"type":"jsonl","to":"o.jsonl"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--jobs", jobs, "--quiet"], in: folder.url)
        #expect(outcome.code == 1)
        let items = try folder.read("o.rejects.jsonl").split(separator: "\n").compactMap {
            $0.firstRange(of: "\"n\":").map { $0.upperBound }
        }
        #expect(items.count == 2, "records 100 and 200 come before the 250th that is kept")
    }

    @Test("take no lock of the folder where nothing is rejected") func streams() async throws {
        let folder = try Self.folder(#"{"type":"jsonl","to":"-"}"#, input: "{\"n\":1}\n")
        let outcome = try await Program.run("/bin/sh", ["-c", "\"$0\" run p.json | \"$0\" run p.json", Program.path], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(outcome.output == "{\"n\":1,\"m\":1}\n")
    }

    @Test("do not replace or remove data that only begins alike") func lookAlike() async throws {
        let folder = try Self.folder(input: "{\"n\":1}\n")
        let data = "{\"stage\":\"won\",\"deal\":1}\n"
        try folder.write(data, to: "o.rejects.jsonl")
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 73)
        #expect(try folder.read("o.rejects.jsonl") == data)
    }

    @Test("of a run without any leave a link, and no rejects behind it") func link() async throws {
        let folder = try Self.folder()
        try FileManager.default.createSymbolicLink(atPath: folder.file("o.rejects.jsonl").path, withDestinationPath: "target.jsonl")
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 1)
        #expect(try folder.read("target.jsonl").contains("zero"))
        try folder.write("{\"n\":1}\n", to: "in.jsonl")
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 0)
        #expect(try !folder.names().contains("target.jsonl"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("o.rejects.jsonl").path) == "target.jsonl")
    }

    @Test("replace no file that holds something else") func otherFile() async throws {
        let folder = try Self.folder(more: #""rejects":"notes.txt","#)
        try folder.write("mine\n", to: "notes.txt")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(
            outcome
                == .init(
                    code: 73, output: "", messages: "error: notes.txt holds something else than rejected records, and is not replaced\n"))
        #expect(try folder.read("notes.txt") == "mine\n")
    }

    @Test("may go to an open descriptor, or nowhere") func descriptor() async throws {
        let folder = try Self.folder(#"{"type":"jsonl","to":"-"}"#)
        let outcome = try await Program.run(
            "/bin/sh", ["-c", "\"$0\" run p.json --quiet --rejects fd:3 3> three", Program.path], in: folder.url)
        #expect(outcome.code == 1)
        #expect(try folder.read("three").hasSuffix("\"record\":{\"n\":0}}\n"))
        // The shell closes it: a program may inherit any number that happens to be open in the tests.
        let closed = try await Program.run(
            "/bin/sh", ["-c", "\"$0\" run p.json --rejects fd:9 9>&-", Program.path], in: folder.url)
        #expect(closed.code == 2)
        #expect(closed.messages.hasPrefix("error: --rejects names fd:9, which is not open for writing\n"))
        let dropped = try await Program.run(["run", "p.json", "--rejects", "none"], in: folder.url)
        #expect(dropped.messages.contains("\nrejected records were dropped\n"))
        #expect(try folder.names() == ["in.jsonl", "p.json", "three"])
    }

    @Test("are not torn where a file may not grow", arguments: [1, 2, 3, 5, 8]) func fullDisk(_ blocks: Int) async throws {
        let folder = try Self.folder(input: (0..<400).map { "{\"n\":\($0 % 4)}\n" }.joined())
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 1)
        let earlier = try ["o.jsonl", "o.rejects.jsonl"].map { try folder.read($0) }
        try folder.write((0..<800).map { "{\"n\":\($0 % 3)}\n" }.joined(), to: "in.jsonl")
        let outcome = try await Program.run(
            "/bin/sh", ["-c", "ulimit -f \(blocks); \"$0\" run p.json", Program.path], in: folder.url)
        #expect(outcome.code == 74, "\(outcome.messages)")
        #expect(try ["o.jsonl", "o.rejects.jsonl"].map { try folder.read($0) } == earlier)
        #expect(try folder.names() == ["in.jsonl", "o.jsonl", "o.rejects.jsonl", "p.json"])
    }
}
