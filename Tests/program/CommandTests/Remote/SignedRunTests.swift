import TestSupport
import Testing

@Suite(
    "Requests of a session, and signed requests", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping), .startsInTurn,
    .timeLimit(.minutes(5)))
struct SignedRunTests {
    private static let paging = #""items":".items[]","paging":{"type":"page","total_pages":".total_pages"}"#
    private static let login =
        #""type":"session","login_url":"http://SECOND/auth/login","body":{"json":{"user":"me","password":{"$env":"S"}}}"#
    private static let hmac =
        #""type":"hmac","secret":{"$env":"S"},"sign":"{method}\n{target}\n{timestamp}\n{body}","#
        + #""headers":{"X-Timestamp":"{timestamp}","X-Signature":"{signature}"}"#
    private static let aws =
        #""type":"aws_sigv4","service":"es","region":"eu-central-1","access_key":"AKIDEXAMPLE","secret_key":{"$env":"S"}"#

    private func run(_ path: String, _ auth: String, _ secret: String, concurrency: Int = 1) async throws -> OriginRun {
        let options = #"\#(Self.paging),"auth":{\#(auth)},"rate":{"concurrency":\#(concurrency)},"retry":{"base_seconds":0.01}"#
        return try await OriginRun("http", path, options, ["--verbose"], environment: ["S": secret])
    }

    /// Sessions of the server are good for three requests, so that a run logs in several times.
    @Test("read a list to its end", arguments: ["", #","token_at":".data.token","expires_at":".data.expires","header":"X-Session""#])
    func sessions(_ more: String) async throws {
        let run = try await run("/auth/session", Self.login + more, "pass-word")
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.ids == Array(1...437))
        #expect(!run.messages.contains("session-"))
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let path: String
        let auth: String
        let secret: String
        var testDescription: String { path }
    }

    private static let examples = [
        Example(path: "/auth/hmac", auth: hmac, secret: "hmac-secret"),
        Example(path: "/auth/hmac?note=a%20b,c", auth: hmac, secret: "hmac-secret"),
        Example(path: "/auth/aws", auth: aws, secret: "aws-secret-key"),
        Example(path: "/auth/aws?z=1&note=a%20b:c,%C3%A9", auth: aws, secret: "aws-secret-key"),
    ]

    @Test("are made as the server checks them", arguments: examples, [1, 4])
    func signatures(_ example: Example, _ concurrency: Int) async throws {
        let run = try await run(example.path, example.auth, example.secret, concurrency: concurrency)
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.ids == Array(1...437))
        #expect(run.requests == 9)
        #expect(!run.messages.contains(example.secret))
    }

    @Test("end a run with 77 if the server refuses them", arguments: [("/auth/session", login), ("/auth/hmac", hmac), ("/auth/aws", aws)])
    func refused(_ path: String, _ auth: String) async throws {
        let run = try await run(path, auth, "wrong-secret")
        #expect(run.code == 77, "\(run.messages)")
        #expect(run.lines == nil)
        #expect(!run.messages.contains("wrong-secret"))
    }
}
