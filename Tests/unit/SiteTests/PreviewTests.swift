import SiteSupport
import TabpipeCommands
import Foundation
import TestSupport
import Testing

@Suite("Preview") struct PreviewTests {
    @Test("writes the pages into a folder of its own and prints the address") func preview() async throws {
        let scratch = try Scratch()
        let outcome = try await scratch.run(["preview", Site.root.appendingPathComponent("pipelines/site-threads.json").path])
        #expect(outcome.code == 0)
        let index = try #require(URL(string: outcome.output.trimmingCharacters(in: .newlines)))
        #expect(index.isFileURL && index.lastPathComponent == "index.html")
        let folder = index.deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "cnv-1", "cnv-1.html", "cnv-2", "cnv-2.html", "index.html",
            ])
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        #expect(!FileManager.default.fileExists(atPath: Site.root.appendingPathComponent("pipelines/out/site-threads").path))
    }

    @Test("says what it needs") func needs() async throws {
        let scratch = try Scratch()
        let other = Site.root.appendingPathComponent("pipelines/threads.json").path
        let outcome = try await scratch.run(["preview", other])
        #expect(outcome.code == 2)
        #expect(outcome.messages.contains("has no sink \"site\"; that is what a preview shows"))
        let file = Site.root.appendingPathComponent("pipelines/site-threads.json").path
        #expect(try await scratch.run(["preview", file, "--watch", "--set", "from=-"]).code == 2)
    }

    @Test("runs again when an input or the pipeline file changes, also behind a mistake") func watch() async throws {
        let scratch = try Scratch()
        func threads(_ subject: String) throws {
            try scratch.folder.write(#"{"conversations":[{"id":"a","subject":"\#(subject)","messages":[]}]}"#, to: "input.json")
        }
        let text =
            #"{"source":{"type":"json","from":"input.json","items":".conversations[]"},"sinks":[{"type":"site","to":"out/{{.id}}.html"}]}"#
        try threads("First")
        let pipeline = try scratch.folder.write(text, to: "pipeline.json")
        let watching = Task { try await scratch.run(["preview", pipeline, "--watch", "--quiet"]) }
        let page = try await scratch.waitForOutput()
        let folder = page.deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try String(contentsOf: page, encoding: .utf8).contains("First"))
        try threads("Second")
        #expect(try await scratch.wait { try String(contentsOf: page, encoding: .utf8).contains("Second") })
        try scratch.folder.write("{", to: "pipeline.json")
        #expect(try await scratch.wait { try scratch.messages().contains("error") })
        try scratch.folder.write(text.replacing("\"to\"", with: "\"title\":\"Third\",\"to\""), to: "pipeline.json")
        #expect(try await scratch.wait { try String(contentsOf: page, encoding: .utf8).contains("Third") })
        watching.cancel()
        _ = try await watching.value
    }

    @Test("runs again when a file comes that matches a pattern, and when one of them changes") func watchPattern() async throws {
        let scratch = try Scratch()
        let text = #"""
            { "source": { "type": "files", "match": "mail/*.txt" },
              "stages": [ { "type": "set", "fields": { "messages": "[{body: .text}]", "subject": ".text" } } ],
              "sinks": [ { "type": "site", "to": "out/{{.name}}.html" } ] }
            """#
        let pipeline = try scratch.folder.write(text, to: "pipeline.json")
        func mail(_ name: String, _ text: String) throws { try scratch.folder.write(text, to: "mail/\(name).txt") }
        try mail("a", "First")
        let watching = Task { try await scratch.run(["preview", pipeline, "--watch", "--quiet"]) }
        let page = try await scratch.waitForOutput()
        defer { try? FileManager.default.removeItem(at: page.deletingLastPathComponent()) }
        try mail("b", "Second")
        #expect(try await scratch.wait { try String(contentsOf: page, encoding: .utf8).contains("Second") })
        try mail("a", "Third")
        #expect(try await scratch.wait { try String(contentsOf: page, encoding: .utf8).contains("Third") })
        watching.cancel()
        _ = try await watching.value
    }
}

/// A folder for the program's output and messages. The watching task and the test share it, and so it is a class.
private final class Scratch: Sendable {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for name in ["output", "messages"] { try folder.write("", to: name) }
    }

    func run(_ arguments: [String]) async throws -> (code: Int32, output: String, messages: String) {
        let output = try FileHandle(forWritingTo: folder.file("output"))
        let messages = try FileHandle(forWritingTo: folder.file("messages"))
        let code = await TabpipeProgram.run(
            arguments, registry: .standard, output: output.fileDescriptor, messages: messages.fileDescriptor)
        return (code, try folder.read("output"), try folder.read("messages"))
    }

    func messages() throws -> String { try folder.read("messages") }

    /// Waits for the address that the program prints.
    func waitForOutput() async throws -> URL {
        #expect(try await wait { try folder.read("output").hasSuffix("\n") })
        return try #require(URL(string: try folder.read("output").trimmingCharacters(in: .newlines)))
    }

    /// Whether a condition becomes true within a minute, the limit that notices a preview that hangs.
    func wait(until isTrue: () throws -> Bool) async throws -> Bool {
        for _ in 0..<1_200 {
            if try isTrue() { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}
