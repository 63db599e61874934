import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("tabpipe infer URL", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping)) struct InferRemoteTests {
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

    /// Contents of a server that wants credentials.
    private static let documents = [
        "/lines": "{\"a\":1}\n{\"a\":2}\n", "/table": "a,b\n1,2\n3,4\n",
        "/large": "[" + Array(repeating: #"{"a":"\#(String(repeating: "x", count: 1 << 16))"}"#, count: 80).joined(separator: ",") + "]",
    ]

    /// A server that answers with a document if a request has a text in its head.
    private static func server(wanting text: String) throws -> LocalListener {
        try LocalListener { connection, _ in
            var bytes = [UInt8](repeating: 0, count: 8192)
            let count = unsafe recv(connection, &bytes, bytes.count, 0)
            let head = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            let path = head.split(separator: " ").dropFirst().first?.prefix { $0 != "?" } ?? ""
            let body = head.contains(text) ? documents[String(path)] : nil
            let status = body == nil ? "401 Unauthorized" : "200 OK"
            let response = Array(
                "HTTP/1.1 \(status)\r\nContent-Length: \(body?.utf8.count ?? 0)\r\nConnection: close\r\n\r\n\(body ?? "")".utf8)
            var sent = 0
            while sent < response.count {
                let count = unsafe response[sent...].withUnsafeBytes { rest in
                    unsafe send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { return }
                sent += count
            }
        }
    }

    @Test("gives the file of a document its credentials, so that it runs", arguments: ["/lines", "/table", "/large"])
    func documents(_ path: String) async throws {
        let server = try Self.server(wanting: "Authorization: Bearer doc-token\r\n")
        let folder = try ScratchFolder()
        let environment = ["DOC_TOKEN": "doc-token"]
        let outcome = try await Program.run(
            ["infer", "http://127.0.0.1:\(server.port)\(path)", "--bearer-env", "DOC_TOKEN", "--header", "X-Shop: 7"], in: folder.url,
            environment: environment)
        #expect(outcome.messages == "it reads the environment: DOC_TOKEN\n")
        #expect(outcome.output.contains(#""X-Shop": "7""#), "\(outcome.output.prefix(2000))")
        try folder.write(outcome.output, to: "p.json")
        let run = try await Program.run(["run", "p.json"], in: folder.url, environment: environment)
        #expect(run.code == 0, "\(run.messages)")
    }

    @Test("makes the whole URL of a document a variable if it has several secrets") func documentSecrets() async throws {
        let server = try Self.server(wanting: "/lines?api_key=one-secret&client_secret=two-secret ")
        let folder = try ScratchFolder()
        let url = "http://127.0.0.1:\(server.port)/lines?api_key=one-secret&client_secret=two-secret"
        let outcome = try await Program.run(["infer", url], in: folder.url)
        #expect(outcome.messages == "it reads the environment: API_URL\n")
        #expect(!outcome.output.contains("-secret"), "\(outcome.output)")
        try folder.write(outcome.output, to: "p.json")
        let run = try await Program.run(["run", "p.json"], in: folder.url, environment: ["API_URL": url])
        #expect(run.code == 0, "\(run.messages)")
    }

    @Test("loses no secret of the URL") func severalSecrets() async throws {
        let origin = try await OriginServer.shared()
        let folder = try ScratchFolder()
        let run = UUID().uuidString
        let url = "\(origin.base)/items?run=\(run)&api_key=one-secret&client_secret=two-secret"
        let environment = ["API_KEY": "one-secret", "CLIENT_SECRET": "two-secret", "T": "token"]
        let examples = [
            ([], "API_KEY, CLIENT_SECRET", #""query": { "client_secret": { "$env": "CLIENT_SECRET" } }"#),
            (["--bearer-env", "T"], "T, API_KEY, CLIENT_SECRET", #""query": { "api_key": { "$env": "API_KEY" }"#),
        ]
        for (arguments, variables, part) in examples {
            let outcome = try await Program.run(["infer", url] + arguments, in: folder.url, environment: environment)
            #expect(outcome.messages == "it reads the environment: \(variables)\n")
            #expect(!outcome.output.contains("-secret"))
            #expect(outcome.output.replacing(#/\s+/#, with: " ").contains(part), "\(outcome.output)")
            try folder.write(outcome.output, to: "p.json")
            #expect(try await Program.run(["run", "p.json"], in: folder.url, environment: environment).code == 0)
        }
        let queries = try await origin.log().map(\.query).filter { $0.contains(run) }
        #expect(queries.count == 4)
        #expect(queries.allSatisfy { $0.contains("api_key=one-secret") && $0.contains("client_secret=two-secret") }, "\(queries)")
    }
}
