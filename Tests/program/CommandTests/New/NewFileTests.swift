import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe new FILE") struct NewFileTests {
    @Test("writes a file that is valid") func writes() async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run(["new", "a.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.messages.hasPrefix("a.json is written; tabpipe run a.json\n"))
        #expect(try await folder.read("a.json") == Program.run(["new"]).output)
        #expect(try await Program.run(["validate", "a.json"], in: folder.url).code == 0)
    }

    @Test("replaces nothing", arguments: ["file.json", "folder.json", "link.json"]) func keeps(_ name: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("mine", to: "file.json")
        try folder.write("", to: "folder.json/x")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.json").path, withDestinationPath: "nowhere")
        let outcome = try await Program.run(["new", name], in: folder.url)
        #expect(
            outcome == .init(code: 73, output: "", messages: "error: \(name) cannot be written: it exists already, and is not replaced\n"))
        #expect(try folder.read("file.json") == "mine")
        #expect(try folder.names() == ["file.json", "folder.json", "link.json"])
    }

    @Test("leaves no file where the disk is full") func full() async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run("/bin/sh", ["-c", "ulimit -f 0; \"$0\" new a.json", Program.path], in: folder.url)
        // The message has no place there either.
        #expect(outcome == .init(code: 74, output: "", messages: ""))
        #expect(try folder.names() == [])
    }

    @Test("says that the folder is missing") func missing() async throws {
        let outcome = try await Program.run(["new", "no/such/a.json"])
        #expect(outcome == .init(code: 73, output: "", messages: "error: no/such/a.json cannot be written: No such file or directory\n"))
    }
}
