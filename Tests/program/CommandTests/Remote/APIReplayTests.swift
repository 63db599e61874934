import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A pipeline of `docs/apis.md`, run against the replay of its API.
struct APIReplayExample: CustomTestStringConvertible {
    let name: String
    let pipeline: String
    var token: String?
    /// The failure that the server sends first, and the page that gets it.
    var fault: String?
    var page = 2
    var code: Int32 = 0
    var message = ""
    var testDescription: String { "\(pipeline): \(name)" }

    /// Where the replay has each API, and the variable with its token.
    static let places: [String: (path: String, variable: String, records: Int)] = [
        "github": ("github/repos/octocat/Spoon-Knife/issues", "GITHUB_TOKEN", 184),
        "slack": ("slack/users.list", "SLACK_TOKEN", 230),
        "notion": ("notion/v1/databases/897e5a76ae524b489fdfe71f5945d1af/query", "NOTION_TOKEN", 230),
        "stripe": ("stripe/v1/customers", "STRIPE_KEY", 230),
    ]

    static let all = [
        APIReplayExample(name: "all pages", pipeline: "github"),
        APIReplayExample(name: "403 with no remaining requests is waited for", pipeline: "github", fault: "primary_limit"),
        APIReplayExample(name: "a secondary limit with Retry-After is waited for", pipeline: "github", fault: "secondary_limit"),
        APIReplayExample(name: "a secondary limit without any header is retried", pipeline: "github", fault: "silent_limit"),
        APIReplayExample(name: "another token is refused", pipeline: "github", token: "other", code: 77, message: "Bad credentials"),
        APIReplayExample(name: "all pages, which may be short", pipeline: "slack"),
        APIReplayExample(name: "429 with Retry-After is waited for", pipeline: "slack", fault: "429"),
        APIReplayExample(name: "429 without Retry-After is retried", pipeline: "slack", fault: "silent_429"),
        APIReplayExample(name: "200 with ratelimited is retried", pipeline: "slack", fault: "ratelimited"),
        APIReplayExample(name: "200 with internal_error is retried", pipeline: "slack", fault: "internal_error", page: 1),
        APIReplayExample(
            name: "200 with another error fails", pipeline: "slack", fault: "missing_scope", code: 69, message: "missing_scope"),
        APIReplayExample(name: "another token is refused", pipeline: "slack", token: "other", code: 69, message: "invalid_auth"),
        APIReplayExample(name: "all pages", pipeline: "notion"),
        APIReplayExample(name: "429 is waited for", pipeline: "notion", fault: "rate_limited"),
        APIReplayExample(name: "529 is waited for", pipeline: "notion", fault: "overload", page: 1),
        APIReplayExample(name: "404 fails", pipeline: "notion", fault: "object_not_found", code: 69, message: "object_not_found"),
        APIReplayExample(
            name: "a query that stops at its limit fails", pipeline: "notion", fault: "incomplete", page: 3, code: 69,
            message: "query_result_limit_reached"),
        APIReplayExample(name: "another token is refused", pipeline: "notion", token: "other", code: 77, message: "unauthorized"),
        APIReplayExample(name: "all pages", pipeline: "stripe"),
        APIReplayExample(name: "429 is retried", pipeline: "stripe", fault: "rate_limit"),
        APIReplayExample(name: "another key is refused", pipeline: "stripe", token: "other", code: 77, message: "Invalid API Key"),
    ]
}

@Suite("The pipelines of apis.md for well-known APIs", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping))
struct APIReplayTests {
    @Test("read what the APIs are documented to send", arguments: APIReplayExample.all)
    func reads(_ example: APIReplayExample) async throws {
        let place = try #require(APIReplayExample.places[example.pipeline])
        let block = try #require(try DocumentPage("docs/apis.md").blocks.first { $0.file == "\(example.pipeline).json" })
        let folder = try ScratchFolder()
        try folder.write(block.text, to: "p.json")
        // A failure is counted by its URL, so that each run needs a number of its own.
        var url = "\(try await OriginServer.shared().base)/apis/\(place.path)?run=\(UInt32.random(in: .min ... .max))"
        if let fault = example.fault { url += "&fault=\(fault)&at=\(example.page)" }
        let token = example.token ?? "\(example.pipeline)-\(example.pipeline == "stripe" ? "key" : "token")"
        let outcome = try await Program.run(["run", "p.json", "--set", "url=\(url)"], in: folder.url, environment: [place.variable: token])
        #expect(outcome.code == example.code, "\(outcome.messages)")
        #expect(example.message.isEmpty || outcome.messages.contains(example.message), "\(outcome.messages)")
        guard example.code == 0 else {
            #expect(!FileManager.default.fileExists(atPath: folder.file("out/\(example.pipeline).jsonl").path))
            return
        }
        let lines = try folder.read("out/\(example.pipeline).jsonl").split(separator: "\n")
        #expect(lines.count == place.records && Set(lines).count == place.records)
    }

    @Test("ask GitHub only for pages that have changed") func notModified() async throws {
        let server = try await OriginServer()
        let folder = try ScratchFolder()
        let arguments = [
            "run", "pipelines/github-issues.json", "--set", "url=\(server.base)/apis/github/repos/example/reader/issues", "--set",
            "cache_folder=\(folder.path)/cache", "--set", "to=\(folder.path)/out/{{.number}}.md", "--quiet",
        ]
        #expect(try await Program.run(arguments).code == 0)
        let names = try folder.names("out")
        #expect(names.count == 185)
        #expect(try await Program.run(arguments).code == 0)
        #expect(try folder.names("out") == names)
        #expect(try await server.log().map(\.status) == [200, 200, 200, 304, 304, 304])
    }
}
