import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A pipeline whose output would lead out of a test's folder.
struct OutputTrap: CustomTestStringConvertible {
    let name: String
    /// The steps behind the source.
    let steps: String
    var parameters = #"{"a":{"default":"x"}}"#
    var test = ""
    /// The outputs in the folder of the test, as the expected folder has them.
    let outputs: [String]
    var testDescription: String { name }

    static let all = [
        OutputTrap(
            name: "a path above the pipeline", steps: #""sinks":[{"type":"jsonl","to":"../../up.jsonl"}]"#,
            outputs: ["parent/parent/up.jsonl"]),
        OutputTrap(
            name: "a path that goes down and up", steps: #""sinks":[{"type":"jsonl","to":"a/../../up.jsonl"}]"#,
            outputs: ["parent/up.jsonl"]),
        OutputTrap(
            name: "an absolute path", steps: #""sinks":[{"type":"jsonl","to":"OUTSIDE/abs.jsonl"}]"#,
            outputs: ["absolute/OUTSIDE/abs.jsonl"]),
        OutputTrap(
            name: "an absolute path in a parameter", steps: #""sinks":[{"type":"jsonl","to":{"$param":"a"}}]"#,
            test: #""set":{"a":"OUTSIDE/set.jsonl"},"#, outputs: ["absolute/OUTSIDE/set.jsonl"]),
        OutputTrap(
            name: "a path of the environment", steps: #""sinks":[{"type":"jsonl","to":{"$env":"OUT"}}]"#,
            test: #""env":{"OUT":"OUTSIDE/env.jsonl"},"#, outputs: ["absolute/OUTSIDE/env.jsonl"]),
        OutputTrap(name: "a link to a file", steps: #""sinks":[{"type":"jsonl","to":"link.jsonl"}]"#, outputs: ["link.jsonl"]),
        OutputTrap(
            name: "a link to a folder", steps: #""sinks":[{"type":"markdown","to":"linked/{{.id}}.md","body":"id"}]"#,
            outputs: ["linked/1.md", "linked/2.md"]),
        OutputTrap(
            name: "a folder of records", steps: #""sinks":[{"type":"markdown","to":"OUTSIDE/{{.id}}.md","body":"id"}]"#,
            outputs: ["absolute/OUTSIDE/1.md", "absolute/OUTSIDE/2.md"]),
        OutputTrap(name: "standard output", steps: #""sinks":[{"type":"jsonl","to":"-"}]"#, outputs: ["standard-output"]),
        OutputTrap(
            name: "the rejects",
            steps:
                #""stages":[{"type":"filter","where":".id == \"2\" or error"}],"allow_rejects":1,"rejects":"../r.jsonl","sinks":[{"type":"jsonl","to":"-"}]"#,
            outputs: ["parent/r.jsonl", "standard-output"]),
        OutputTrap(
            name: "an output that grows", steps: #""sinks":[{"type":"jsonl","to":"kept.jsonl","mode":"append"}]"#, outputs: ["kept.jsonl"]),
    ]
}

@Suite("A test cannot write outside of its folder") struct TestConfinementTests {
    @Test("whatever the pipeline names as an output", arguments: OutputTrap.all) func outputs(_ trap: OutputTrap) async throws {
        let folder = try ScratchFolder()
        let outside = folder.file("outside").path
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
        func placed(_ text: String) -> String { text.replacing("OUTSIDE", with: outside) }
        try folder.write(#"[{"id":"1"},{"id":"2"}]"#, to: "a/b/in.json")
        try folder.write("kept\n", to: "a/b/kept.jsonl")
        try folder.write("target\n", to: "outside/target.jsonl")
        let links = [("link.jsonl", "outside/target.jsonl"), ("linked", "outside")]
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(at: folder.file("a/b/\(name)"), withDestinationURL: folder.file(target))
        }
        try folder.write(
            placed(
                #"{"parameters":\#(trap.parameters),"source":{"type":"json","from":"in.json","items":".[]"},\#(trap.steps),"#
                    + #""tests":[{"name":"t",\#(trap.test)"expect":{"files":"expected","exit_code":0}}]}"#), to: "a/b/p.json")
        let before = try Self.files(in: folder)
        let outcome = try await Program.run(["test", "a/b/p.json", "--update"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.messages)")
        let new = try Self.files(in: folder).subtracting(before)
        let wanted = trap.outputs.map { "a/b/expected/" + $0.replacing("OUTSIDE", with: String(outside.dropFirst())) }
        #expect(new == Set(wanted))
        #expect(try folder.read("outside/target.jsonl") == "target\n")
        #expect(try folder.read("a/b/kept.jsonl") == "kept\n")
    }

    @Test(
        "nor update files elsewhere",
        arguments: [
            ("../up", "expected a folder below that of the tests: the path \"../up\" leads out of the output folder"),
            ("/up", "expected a folder below that of the tests: the path \"/up\" is absolute"),
            (".", "expected a folder below that of the tests: the path \".\" has an empty part"),
            ("a/../../b", "expected a folder below that of the tests: the path \"a/../../b\" leads out of the output folder"),
        ])
    func snapshots(_ path: String, _ message: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("[]", to: "in.json")
        try folder.write(
            #"{"source":{"type":"json","from":"in.json","items":".[]"},"sinks":[{"type":"jsonl","to":"o.jsonl"}],"#
                + #""tests":[{"name":"t","expect":{"files":"\#(path)"}}]}"#, to: "p.json")
        let outcome = try await Program.run(["test", "p.json", "--update"], in: folder.url)
        #expect(outcome.code == 78 && outcome.messages.contains(message), "\(outcome.messages)")
    }

    @Test("nor follow a link in the expected folder", arguments: ["expected", "expected/o.jsonl"]) func links(_ link: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("[1]", to: "in.json")
        try folder.write("old\n", to: "elsewhere/o.jsonl")
        let target = link == "expected" ? "elsewhere" : "elsewhere/o.jsonl"
        if link != "expected" { try folder.write("", to: "expected/other") }
        try FileManager.default.createSymbolicLink(at: folder.file(link), withDestinationURL: folder.file(target))
        try folder.write(
            #"{"source":{"type":"json","from":"in.json","items":".[]"},"sinks":[{"type":"jsonl","to":"o.jsonl"}],"#
                + #""tests":[{"name":"t","expect":{"files":"expected"}}]}"#, to: "p.json")
        let outcome = try await Program.run(["test", "p.json", "--update"], in: folder.url)
        #expect(outcome.code == 1 && outcome.output.contains("\(link) is a symbolic link"), "\(outcome.output)")
        #expect(try folder.read("elsewhere/o.jsonl") == "old\n")
    }

    @Test("nor replace what it reads") func inputs() async throws {
        let folder = try ScratchFolder()
        try folder.write("[1]", to: "data/in.json")
        try folder.write(
            #"{"source":{"type":"json","from":"data/in.json","items":".[]"},"sinks":[{"type":"jsonl","to":"in.json"}],"#
                + #""tests":[{"name":"t","expect":{"files":"data"}}]}"#, to: "p.json")
        let outcome = try await Program.run(["test", "p.json", "--update"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("data holds data/in.json, which the test reads"), "\(outcome.output)")
        #expect(try folder.read("data/in.json") == "[1]")
    }

    @Test("and leaves nothing in the folder for temporary files") func temporary() async throws {
        let folder = try ScratchFolder()
        try TestedPipeline.write(to: folder)
        try FileManager.default.createDirectory(at: folder.file("tmp"), withIntermediateDirectories: true)
        _ = try await Program.run(["test", "p.json"], in: folder.url, environment: ["TMPDIR": folder.file("tmp").path])
        #expect(try folder.names("tmp") == [])
    }

    /// The paths of all files below the folder, and of links.
    private static func files(in folder: borrowing ScratchFolder) throws -> Set<String> {
        var files: Set<String> = []
        var waiting = [""]
        while let place = waiting.popLast() {
            for name in try folder.names(place) {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(place + name).path)
                if attributes[.type] as? FileAttributeType == .typeDirectory {
                    waiting.append("\(place)\(name)/")
                } else {
                    files.insert(place + name)
                }
            }
        }
        return files
    }
}
