import Commands
import Foundation
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
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["cnv-1.html", "cnv-2.html", "index.html"])
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
        let input = scratch.folder.appendingPathComponent("input.json")
        let pipeline = scratch.folder.appendingPathComponent("pipeline.json")
        func threads(_ subject: String) throws {
            try Data(#"{"conversations":[{"id":"a","subject":"\#(subject)","messages":[]}]}"#.utf8).write(to: input)
        }
        let text =
            #"{"source":{"type":"json","from":"input.json","items":".conversations[]"},"sinks":[{"type":"site","to":"out/{{.id}}.html"}]}"#
        try threads("First")
        try Data(text.utf8).write(to: pipeline)
        let watching = Task { try await scratch.run(["preview", pipeline.path, "--watch", "--quiet"]) }
        let page = try await scratch.waitForOutput()
        let folder = page.deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try String(contentsOf: page, encoding: .utf8).contains("First"))
        try threads("Second")
        #expect(try await scratch.wait { try String(contentsOf: page, encoding: .utf8).contains("Second") })
        try Data("{".utf8).write(to: pipeline)
        #expect(try await scratch.wait { try scratch.messages().contains("error") })
        try Data(text.replacing("\"to\"", with: "\"title\":\"Third\",\"to\"").utf8).write(to: pipeline)
        #expect(try await scratch.wait { try String(contentsOf: page, encoding: .utf8).contains("Third") })
        watching.cancel()
        _ = try await watching.value
    }

    @Test("runs again when a file comes that matches a pattern, and when one of them changes") func watchPattern() async throws {
        let scratch = try Scratch()
        let pipeline = scratch.folder.appendingPathComponent("pipeline.json")
        let text = #"""
            { "source": { "type": "files", "match": "mail/*.txt" },
              "stages": [ { "type": "set", "fields": { "messages": "[{body: .text}]", "subject": ".text" } } ],
              "sinks": [ { "type": "site", "to": "out/{{.name}}.html" } ] }
            """#
        try Data(text.utf8).write(to: pipeline)
        try FileManager.default.createDirectory(
            at: scratch.folder.appendingPathComponent("mail"), withIntermediateDirectories: true)
        func mail(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: scratch.folder.appendingPathComponent("mail/\(name).txt"))
        }
        try mail("a", "First")
        let watching = Task { try await scratch.run(["preview", pipeline.path, "--watch", "--quiet"]) }
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

/// A folder for what the program says.
private struct Scratch: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["output", "messages"] { try Data().write(to: folder.appendingPathComponent(name)) }
    }

    func run(_ arguments: [String]) async throws -> (code: Int32, output: String, messages: String) {
        let output = try FileHandle(forWritingTo: folder.appendingPathComponent("output"))
        let messages = try FileHandle(forWritingTo: folder.appendingPathComponent("messages"))
        let code = await TabpipeProgram.run(
            arguments, registry: .standard, output: output.fileDescriptor, messages: messages.fileDescriptor)
        return (code, try read("output"), try read("messages"))
    }

    func messages() throws -> String { try read("messages") }

    /// The address that the program prints.
    func waitForOutput() async throws -> URL {
        #expect(try await wait { try read("output").hasSuffix("\n") })
        return try #require(URL(string: try read("output").trimmingCharacters(in: .newlines)))
    }

    /// Whether something comes true within ten seconds.
    func wait(until isTrue: () throws -> Bool) async throws -> Bool {
        for _ in 0..<200 {
            if try isTrue() { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
}
