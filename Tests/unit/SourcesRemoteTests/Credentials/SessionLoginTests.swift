import Synchronization
import Testing

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import WebAddresses

@Suite("A session that begins with a login") struct SessionLoginTests {
    private static let home = WebOrigin(scheme: "https", host: "api.example.org", port: 443)

    private static func read(_ options: String) throws -> AuthSettings {
        var reader = try OptionReader(json: #"{"auth": {"type": "session", "login_url": "https://api.example.org/login", \#(options)}}"#)
        let settings = AuthSettings.read(&reader, url: MaskedText("https://api.example.org/")) ?? .userOfURL
        try reader.check()
        return settings
    }

    /// A server that answers logins by a script, and keeps them.
    private final class Server: TokenRequester {
        private let script: @Sendable (Int) -> TokenReply
        private let sent = Mutex<[HTTPRequest]>([])

        init(_ script: @escaping @Sendable (_ number: Int) -> TokenReply) { self.script = script }

        var requests: [HTTPRequest] { sent.withLock { $0 } }

        func send(_ request: HTTPRequest) async throws -> TokenReply {
            script(
                sent.withLock { sent in
                    sent.append(request)
                    return sent.count
                })
        }
    }

    private static func reply(_ status: Int = 200, cookies: [String] = [], _ body: String = "{}") -> TokenReply {
        var headers = HTTPHeaders()
        for cookie in cookies { headers.append("Set-Cookie", cookie) }
        return TokenReply(status: status, headers: headers, body: Array(body.utf8))
    }

    private static func credentials(
        _ options: String, _ server: Server, clock: ScriptedClock = ScriptedClock(), secrets: LearnedSecrets = LearnedSecrets()
    ) throws -> Credentials {
        Credentials(
            try read(options), scope: CredentialScope(home: home, allowed: []), requester: server, clock: clock.clock(), secrets: secrets)
    }

    private static let body = #""body": {"json": {"user": "me", "password": "pass-word"}}"#

    @Test("sends the login as the options say") func login() async throws {
        let server = Server { _ in Self.reply(cookies: ["sid=abcd"]) }
        let options = #""body": {"form": {"user": "me", "password": "p&ss"}}, "headers": {"X-App": "app-secret"}, "method": "PUT""#
        _ = try await Self.credentials(options, server).parts(for: Self.home)
        let request = try #require(server.requests.first)
        #expect(request.method == "PUT")
        #expect(request.address.text == "https://api.example.org/login")
        #expect(String(decoding: request.body ?? [], as: UTF8.self) == "user=me&password=p%26ss")
        #expect(request.wireHeaders["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.wireHeaders["X-App"] == "app-secret")
        #expect(!request.isCacheable)
    }

    @Test(
        "gives the other requests what the response names",
        arguments: [
            (body, reply(cookies: ["sid=abcd; Path=/; HttpOnly", "theme=dark"]), ["Cookie: sid=abcd; theme=dark"]),
            (body, reply(cookies: ["sid=old; Path=/", "gone=; Max-Age=0", "out=x; max-age=0", "sid=new=1"]), ["Cookie: sid=new=1"]),
            (
                body,
                reply(cookies: [
                    "out=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "old=x; expires=Thu, 01-Jan-1970 00:00:01 GMT",
                    "sid=new; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60", "a=b; Expires=Fri, 31 Dec 9999 23:59:59 GMT",
                    "c=d; Expires=0",
                ]), ["Cookie: sid=new; a=b; c=d"]
            ),
            (body, reply(302, cookies: ["sid=abcd"], "<p>moved</p>"), ["Cookie: sid=abcd"]),
            (body + #", "token_at": ".data.token""#, reply(200, #"{"data": {"token": "t-1"}}"#), ["Authorization: Bearer t-1"]),
            (
                body + #", "token_at": ".list[0]", "header": "X-Auth-Token""#, reply(cookies: ["a=b"], #"{"list": ["t-1"]}"#),
                ["X-Auth-Token: t-1", "Cookie: a=b"]
            ),
            (body + #", "token_at": ".token", "scheme": "Token""#, reply(201, #"{"token": 17}"#), ["Authorization: Token 17"]),
            (body + #", "token_at": "session-id", "scheme": """#, reply(200, #"{"session-id": "x"}"#), ["Authorization: x"]),
        ] as [(String, TokenReply, [String])])
    func parts(_ options: String, _ reply: TokenReply, _ expected: [String]) async throws {
        let parts = try await Self.credentials(options, Server { _ in reply }).parts(for: Self.home)
        let shown = parts.map { part in
            guard case .header(let name, let value) = part else { return "" }
            return "\(name): \(value)"
        }
        #expect(shown == expected)
    }

    @Test(
        "fails where the server gives none",
        arguments: [
            (body, reply(), PipelineFailure.Kind.remoteUnavailable, "expected a cookie in the response of the login, found no cookie"),
            (body, reply(401, #"{"error": "no"}"#), .credentialsRefused, "the server refused the login: status 401"),
            (body, reply(403), .credentialsRefused, "the server refused the login: status 403"),
            (body, reply(404), .remoteUnavailable, "the login failed: status 404"),
            (body, reply(302), .remoteUnavailable, "the login redirects (status 302); the option takes the final URL"),
            (body + #", "token_at": ".token""#, reply(302, cookies: ["a=b"]), .remoteUnavailable, "the login redirects"),
            (
                body + #", "token_at": ".token""#, reply(200, "[]"), .remoteUnavailable,
                "expected a token at .token in the response of the login, found no token at .token"
            ),
            (
                body + #", "token_at": ".token""#, reply(200, #"{"token": "a\r\nX: 1"}"#), .remoteUnavailable,
                "found a token that is invalid: it contains a line break"
            ),
            (
                body, reply(cookies: ["a=" + String(repeating: "x", count: 20_000)]), .remoteUnavailable,
                "found cookies of more than 16384 bytes"
            ),
        ] as [(String, TokenReply, PipelineFailure.Kind, String)])
    func failures(_ options: String, _ reply: TokenReply, _ kind: PipelineFailure.Kind, _ message: String) async throws {
        let credentials = try Self.credentials(options, Server { _ in reply })
        let failure = await #expect(throws: PipelineFailure.self) { try await credentials.parts(for: Self.home) }
        #expect(failure?.kind == kind)
        #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
        #expect(failure?.message.hasPrefix("https://api.example.org/login: ") == true)
    }

    @Test("is shared, ends when the response says, and goes to its host alone") func lifetime() async throws {
        let clock = ScriptedClock()
        let server = Server { number in Self.reply(200, #"{"token": "t-\#(number)", "expires": 1000100}"#) }
        let options = Self.body + #", "token_at": ".token", "expires_at": ".expires""#
        let credentials = try Self.credentials(options, server, clock: clock)
        for _ in 0..<3 { #expect(try await credentials.parts(for: Self.home) == [.bearer("t-1")]) }
        #expect(try await credentials.parts(for: WebOrigin(scheme: "https", host: "cdn.example.org", port: 443)) == [])
        #expect(server.requests.count == 1)
    }

    @Test("is begun anew once after the status 401") func renewal() async throws {
        let clock = ScriptedClock()
        let logins = Server { number in Self.reply(cookies: ["sid=session-\(number)"]) }
        for (isGood, count) in [(2, 2), (99, 2)] {
            let transport = ScriptedTransport { request, _ in
                request.wireHeaders["Cookie"] == "sid=session-\(isGood)" ? .scripted(body: "[]") : .scripted(401)
            }
            let server = isGood == 2 ? logins : Server { number in Self.reply(cookies: ["sid=session-\(number)"]) }
            let credentials = try Self.credentials(Self.body, server, clock: clock)
            let network = RunNetwork(transport: transport, clock: clock.clock(), trace: nil)
            let client = HTTPClient(ClientSettings(), network: network, secrets: LearnedSecrets(), credentials: credentials)
            let request = try ScriptedExchange.request()
            if isGood == 2 {
                _ = try await client.fetch(request)
            } else {
                let failure = await #expect(throws: PipelineFailure.self) { _ = try await client.fetch(request) }
                #expect(failure?.kind == .credentialsRefused)
            }
            #expect(server.requests.count == count)
            #expect(transport.requests.count == 2)
        }
    }

    @Test("shows no secret") func secrets() async throws {
        let secrets = LearnedSecrets()
        let server = Server { _ in Self.reply(cookies: ["sid=cookie-secret"], #"{"token": "token-secret"}"#) }
        _ = try await Self.credentials(Self.body + #", "token_at": ".token""#, server, secrets: secrets).parts(for: Self.home)
        #expect(secrets.maskedExternalText("cookie-secret token-secret") == "*** ***")
        var options = try OptionReader(
            json: #"{"auth": {"type": "session", "login_url": "https://a.example/", \#(Self.body), "headers": {"X-Key": "hush-1"}}}"#)
        _ = AuthSettings.read(&options, url: nil)
        let text = JSONValue.object(options.effective).compactText
        #expect(!text.contains("pass-word") && !text.contains("hush-1"))
    }

    @Test("keeps ordinary words of cookies in records, and masks them in quotations") func words() async throws {
        let secrets = LearnedSecrets()
        let server = Server { _ in Self.reply(cookies: ["sid=Qx7-session", "sort=title", "view=name"]) }
        _ = try await Self.credentials(Self.body, server, secrets: secrets).parts(for: Self.home)
        #expect(secrets.snapshot.masked(#"{"title":"Qx7-session","name":"b"}"#) == #"{"title":"***","name":"b"}"#)
        #expect(secrets.maskedExternalText("no title Qx7-session") == "no *** ***")
    }

    @Test(
        "has options that fit together",
        arguments: [
            (#""method": "GET", "body": {"json": {}}"#, "a request with a body needs"),
            (#""header": "X-Token""#, #""header" needs "token_at""#), (#""scheme": "Token""#, #""scheme" needs "token_at""#),
            (#""token_at": ".a[]""#, "expected the path of a field, such as .data.token"),
            (#""token_at": ".a", "header": "Host""#, "the program itself sets this header"),
        ])
    func problems(_ options: String, _ message: String) {
        let error = #expect(throws: PipelineFileError.self) { try Self.read(options) }
        #expect(error?.list.contains { $0.message.contains(message) } == true, "\(error?.list.map(\.message) ?? [])")
    }
}
