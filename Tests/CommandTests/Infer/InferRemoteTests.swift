import Foundation
import TestSupport
import Testing

@Suite("tabpipe infer URL", .enabled(if: OriginServer.isAvailable, OriginServer.reasonForSkipping)) struct InferRemoteTests {
    struct Example: CustomTestStringConvertible {
        let path: String
        /// The options of `paging` as compact JSON; nil where none is found.
        let paging: String?
        let reason: String
        var records = 437
        var arguments: [String] = []
        var environment: [String: String] = [:]
        var testDescription: String { path }
    }

    @Test(
        "finds the paging with one request, and the file reads all pages",
        arguments: [
            Example(path: "/paging/link_header", paging: #"{"type":"link_header"}"#, reason: "the header Link names the next one"),
            Example(path: "/paging/next_url", paging: #"{"type":"next_url","at":".next"}"#, reason: ".next names the next one"),
            Example(
                path: "/paging/cursor", paging: #"{"type":"next_url","at":".next"}"#,
                reason: ".has_more is true, and .next names the next page"),
            Example(
                path: "/paging/page?page=1", paging: #"{"type":"page","total_pages":{"header":"X-Total-Pages"}}"#,
                reason: "the header X-Total-Pages counts 9"),
            Example(
                path: "/paging/offset?limit=50&offset=0", paging: #"{"type":"offset","total":".total"}"#,
                reason: ".total counts 437 items, and \\\"offset\\\" counts those before a page"),
            Example(path: "/items", paging: nil, reason: "nothing leads to a further page", records: 50),
            Example(
                path: "/apis/slack/users.list?limit=50", paging: #"{"type":"cursor","at":".response_metadata.next_cursor"}"#,
                reason: ".response_metadata.next_cursor names the next one", records: 230, arguments: ["--bearer-env", "SLACK_TOKEN"],
                environment: ["SLACK_TOKEN": "slack-token"]),
            Example(
                path: "/apis/github/repos/o/r/issues?per_page=100", paging: #"{"type":"link_header"}"#,
                reason: "the header Link names the next one", records: 230, arguments: ["--header", "Accept: application/vnd.github+json"]),
        ])
    func paging(_ example: Example) async throws {
        let origin = try await OriginServer.shared()
        let folder = try ScratchFolder()
        let run = UUID().uuidString
        let url = origin.base + example.path + (example.path.contains("?") ? "&" : "?") + "run=\(run)"
        let outcome = try await Program.run(["infer", url] + example.arguments, in: folder.url, environment: example.environment)
        #expect(outcome.code == 0)
        #expect(try await origin.log().count { $0.query.contains(run) } == 1)
        #expect(outcome.output.contains(" Paging: \(example.reason)."), "\(outcome.output)")
        #expect(!outcome.output.contains("slack-token"))
        let compact = outcome.output.replacing(#/\n */#, with: "").replacing("\": ", with: "\":")
        if let paging = example.paging { #expect(compact.contains(#""paging":\#(paging)"#), "\(compact)") }
        #expect(compact.contains(#""paging""#) == (example.paging != nil))
        try folder.write(outcome.output, to: "p.json")
        let ran = try await Program.run(["run", "p.json"], in: folder.url, environment: example.environment)
        #expect(ran.code == 0)
        #expect(ran.messages.contains("read \(example.records) = written \(example.records) "), "\(ran.messages)")
    }

    @Test("keeps secrets out of the file, and names variables") func secrets() async throws {
        let origin = try await OriginServer.shared()
        let url = "\(origin.base)/auth/api_key"
        let query = try await Program.run(["infer", "\(url)?api_key=secret-key&run=\(UUID().uuidString)"])
        let header = try await Program.run(["infer", url, "--header", "X-Api-Key: secret-key"])
        let token = try await Program.run(["infer", url, "--bearer-env", "T"], environment: ["T": "token-77"])
        for outcome in [query, header, token] { #expect(!(outcome.output + outcome.messages).contains("secret-key")) }
        #expect(query.messages == "it reads the environment: API_KEY\n")
        #expect(header.messages == "it reads the environment: X_API_KEY\n")
        #expect(header.output.contains(#""$env": "X_API_KEY""#))
        #expect(token.code == 77)
        #expect(!token.messages.contains("token-77"))
    }
}
