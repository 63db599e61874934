import TestSupport
import Testing

@Suite("A preview") struct PreviewCommandTests {
    @Test("that fails leaves nothing behind") func failure() throws {
        let folder = try ScratchFolder()
        try folder.write("[{", to: "in.json")
        try folder.write(
            #"{"source":{"type":"json","from":"in.json","items":".[]"},"sinks":[{"type":"site","to":"{{.id}}.html"}]}"#, to: "a.json")
        let before = try folder.names()
        let outcome = try Program.run(["preview", "a.json"], in: folder.url, environment: ["TMPDIR": folder.path])
        #expect(outcome.code == 65)
        #expect(outcome.output == "")
        #expect(try folder.names() == before)
    }
}
