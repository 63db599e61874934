import Foundation
import Pipeline
import TestSupport
import Testing
import WebAddresses

@testable import HTTP

@Suite("The cache of the stage assets") struct AssetCacheTests {
    @Test(
        "is that of the source if the stage has none",
        arguments: [
            #""type": "json", "from": "\#(HydrateRun.list)""#, #""type": "http", "url": "\#(HydrateRun.list)""#,
        ])
    func inherited(source: String) async throws {
        let folder = try ScratchFolder()
        let list = #"[{"hero":"https://x.example/a.png"}]"#
        let transport = ScriptedTransport { request, _ in
            if request.address.text == HydrateRun.list { return .scripted(["ETag": "\"1\""], list) }
            return HTTPResponse(head: ResponseHead(status: 200, headers: ["ETag": "\"2\""]), body: ScriptedBody([ImageExample.png(1, 1)]))
        }
        func run(_ mode: String, images: String) async throws -> HydrateRun {
            let cache = #""cache": {"folder": "\#(folder.path)/cache", "mode": "\#(mode)"}"#
            return try await HydrateRun(
                #"{"type": "assets", "fields": [".hero"], "folder": "\#(folder.path)/\#(images)", "link_as": "{{.name}}"}"#,
                source: #"{\#(source), "items": ".[]", \#(cache)}"#, transport: transport)
        }
        let first = try await run("revalidate", images: "first")
        #expect(transport.requests.count == 2)
        let second = try await run("offline", images: "second")
        #expect(transport.requests.count == 2)
        #expect(second.values == first.values)
        #expect(second.values.first?.hasPrefix(#"{"hero":"a-"#) == true)
        #expect(try folder.names("second").count == 1)
    }

    @Test("is the stage's own if it has one") func own() async throws {
        let folder = try ScratchFolder()
        let transport = ScriptedTransport { request, _ in
            HTTPResponse(head: ResponseHead(status: 200, headers: [:]), body: ScriptedBody([ImageExample.png(1, 1)]))
        }
        try Data(#"{"hero":"https://x.example/a.png"}"#.utf8).write(to: folder.url.appendingPathComponent("in.json"))
        func run(_ cache: String) async throws -> HydrateRun {
            try await HydrateRun(
                #"{"type": "assets", "fields": [".hero"], "folder": "\#(folder.path)/images", "link_as": "{{.name}}"\#(cache)}"#,
                source: #"{"type": "json", "from": "\#(folder.path)/in.json", "items": ".", "cache": {"folder": "c", "mode": "offline"}}"#,
                transport: transport)
        }
        #expect(try await run("").values == [#"{"hero":"https://x.example/a.png"}"#])
        #expect(transport.requests.isEmpty, "also for a source that is a file")
        let values = try await run(#", "cache": {"folder": "\#(folder.path)/own"}"#).values
        #expect(transport.requests.count == 1)
        #expect(values.first?.hasPrefix(#"{"hero":"a-"#) == true)
    }
}

extension HTTPResponse {
    fileprivate static func scripted(_ headers: HTTPHeaders, _ body: String) -> HTTPResponse { .scripted(200, headers, body: body) }
}
