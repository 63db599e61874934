import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe check of an API", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping)) struct CheckSourceTests {
    @Test(
        "sends one request, says what it found, and writes nothing",
        arguments: [
            (
                "/paging/page", #""type": "page", "size_as": "size", "size": 20"#, Int32(0),
                "/paging/page: 200, 20 items on the first page\n"
            ),
            ("/fault/204", #""type": "none""#, 0, "/fault/204: 204, 0 items on the first page\n"),
            ("/fault/status?code=503", #""type": "none""#, 69, "page 1: the server answered 503"),
            ("/conversations", #""type": "none""#, 77, "page 1: the server answered 401"),
            ("/fault/html", #""type": "none""#, 65, "the server sent HTML"),
        ])
    func checks(_ path: String, _ paging: String, _ code: Int32, _ message: String) async throws {
        let server = try await OriginServer()
        let folder = try ScratchFolder()
        let cache = #""cache": {"folder": "cache"}"#
        try folder.write(
            #"{"source": {"type": "http", "url": "\#(server.base)\#(path)", "items": ".items[]", "paging": {\#(paging)}, \#(cache)},"#
                + #" "sinks": [{"type": "jsonl", "to": "out.jsonl"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["check", "p.json"], in: folder.url)
        #expect(outcome.code == code)
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
        #expect(outcome.messages.contains("sinks[0] jsonl: out.jsonl can be written\n"))
        #expect(try await server.log().count == 1)
        #expect(try folder.names() == ["p.json"])
    }
}
