import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe peek on servers", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping)) struct PeekRemoteTests {
    private static let pagings = [
        ("link_header", #"{"type":"link_header"}"#), ("cursor", #"{"type":"cursor","at":".cursor"}"#),
        ("page", #"{"type":"page","total_pages":{"header":"X-Total-Pages"}}"#),
        ("offset", #"{"type":"offset","size":50,"total":".total"}"#),
    ]

    @Test("asks for one page where one is enough", arguments: pagings) func onePage(_ kind: String, _ paging: String) async throws {
        for (arguments, pages) in [(["-n", "3"], 1), (["-n", "50"], 1), (["-n", "51"], 2), (["-n", "3", "--each"], 1)] {
            let origin = try await OriginServer.shared()
            let folder = try ScratchFolder()
            let run = UUID().uuidString
            try folder.write(
                #"""
                {"source":{"type":"http","url":"\#(origin.base)/paging/\#(kind)?run=\#(run)","items":".items[]","paging":\#(paging)},
                 "stages":[{"type":"filter","where":".id"},{"type":"set","fields":{"a":".id"}}]}
                """#, to: "p.json")
            let outcome = try await Program.run(["peek", "p.json", "--only", ".id"] + arguments, in: folder.url)
            #expect(outcome.code == 0)
            #expect(try await origin.log().count { $0.query.contains(run) } == pages, "\(kind) \(arguments)")
        }
    }

    @Test("sends no more requests of a stage than a page has items, and reads on while a filter drops them") func hydrate() async throws {
        let origin = try await OriginServer.shared()
        let folder = try ScratchFolder()
        let run = UUID().uuidString
        try folder.write(
            #"""
            {"source":{"type":"http","url":"\#(origin.base)/paging/page?run=\#(run)","items":".items[]","paging":{"type":"page"}},
             "stages":[{"type":"filter","where":".id > 120"},
              {"type":"hydrate","url":"\#(origin.base)/items?run=\#(run)&child={{.id}}","merge":"{child: .items[0].id}"}]}
            """#, to: "p.json")
        let outcome = try await Program.run(["peek", "p.json", "-n", "2", "--only", ".id"], in: folder.url)
        #expect(outcome.output == "121\n122\n")
        let queries = try await origin.log().map(\.query).filter { $0.contains(run) }
        #expect((2...50).contains(queries.count { $0.contains("child=") }))
        #expect(queries.count { !$0.contains("child=") } == 3)
    }

    @Test("records answers without credentials") func record() async throws {
        let origin = try await OriginServer.shared()
        let folder = try ScratchFolder()
        let url = "\(origin.base)/auth/api_key?run=\(UUID().uuidString)"
        try folder.write(
            #"""
            {"source":{"type":"http","url":"\#(url)","items":".items[]",
              "auth":{"type":"api_key","name":"X-Api-Key","value":{"$env":"API_KEY"}},"paging":{"type":"page"}}}
            """#, to: "p.json")
        let outcome = try await Program.run(
            ["peek", "p.json", "-n", "1", "--only", ".id", "--record", "rec"], in: folder.url, environment: ["API_KEY": "secret-key"])
        #expect(outcome.output == "1\n")
        #expect(outcome.messages.contains("rec holds 1 response\n"))
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.file("rec").path) {
            #expect(try !folder.read("rec/\(file)").contains("secret-key"))
        }
        #expect(try folder.names() == ["p.json", "rec"])
    }

    @Test("reads a cache and does not write it, and leaves the state of an incremental source") func cache() async throws {
        let origin = try await OriginServer.shared()
        let folder = try ScratchFolder()
        let run = UUID().uuidString
        try folder.write(
            #"""
            {"source":{"type":"http","url":"\#(origin.base)/cache/etag?run=\#(run)","items":".items[]",
              "cache":{"folder":"cache","fresh_seconds":1000}},
             "sinks":[{"type":"jsonl","to":"out.jsonl"}]}
            """#, to: "p.json")
        let before = try await Program.run(["peek", "p.json", "-n", "1", "--only", ".id"], in: folder.url)
        #expect(before.output == "1\n")
        #expect(try folder.names() == ["p.json"])
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 0)
        let requests = try await origin.log().count { $0.query.contains(run) }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.file("cache").path).sorted()
        let after = try await Program.run(["peek", "p.json", "-n", "1", "--only", ".id"], in: folder.url)
        #expect(after.output == "1\n")
        #expect(try await origin.log().count { $0.query.contains(run) } == requests)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.file("cache").path).sorted() == files)
    }
}
