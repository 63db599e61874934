import Foundation
import Pipeline
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading

@Suite("A client with a cache") struct CachedClientTests {
    private static let grant = TokenGrant(
        kind: .clientCredentials, endpoint: MaskedText("https://auth.example.org/token"), clientID: "me",
        clientSecret: MaskedText("hush-hush"), scopes: [], authentication: .body)

    /// An API with a token server, a redirect to the items, and items for the holders of any token.
    private static func server() -> ScriptedTransport {
        ScriptedTransport { request, number in
            switch request.address.path {
            case "/token": return .scripted(body: #"{"access_token":"access-\#(number)","token_type":"bearer"}"#)
            case "/items": return .scripted(302, ["Location": "/v2/items"], body: "moved")
            default:
                let isAllowed = request.wireHeaders["Authorization"]?.hasPrefix("Bearer access-") == true
                return .scripted(isAllowed ? 200 : 401, body: "[1,2]")
            }
        }
    }

    private static func fetch(
        _ example: borrowing CacheExample, _ mode: CacheSettings.Mode, _ server: ScriptedTransport, auth: AuthSettings,
        path: String = "/items"
    ) async throws -> String {
        var settings = ClientSettings()
        settings.auth = auth
        settings.cache = CacheSettings(folder: MaskedText(example.path), mode: mode)
        let address = try #require(WebAddress("https://api.example.org\(path)"))
        let network = RunNetwork(transport: server, clock: example.clock.clock())
        let client = HTTPClient(settings, scope: CredentialScope(home: address.origin), in: RunContext(network))
        let response = try await client.fetch(settings.request(address))
        return String(decoding: try response.body.contents(), as: UTF8.self)
    }

    @Test("gives the recorded bytes offline, through redirects, and asks neither the server nor the token server") func offline()
        async throws
    {
        let example = try CacheExample()
        let server = Self.server()
        #expect(try await Self.fetch(example, .revalidate, server, auth: .oauth(Self.grant)) == "[1,2]")
        #expect(server.requests.map(\.address.path) == ["/token", "/items", "/v2/items"])
        #expect(try example.entries().count == 2)
        let silent = ScriptedTransport { _, _ in .scripted(500) }
        #expect(try await Self.fetch(example, .offline, silent, auth: .oauth(Self.grant)) == "[1,2]")
        #expect(silent.requests.isEmpty)
    }

    @Test("names the URL that an offline run lacks, and has nothing for another account") func missing() async throws {
        let example = try CacheExample()
        _ = try await Self.fetch(example, .revalidate, Self.server(), auth: .oauth(Self.grant))
        let silent = ScriptedTransport { _, _ in .scripted(500) }
        let lacking = await #expect(throws: PipelineFailure.self) {
            try await Self.fetch(example, .offline, silent, auth: .oauth(Self.grant), path: "/other?token=abc")
        }
        #expect(lacking?.kind == .remoteUnavailable)
        #expect(lacking?.message.contains("https://api.example.org/other?token=***") == true)
        let foreign = await #expect(throws: PipelineFailure.self) {
            try await Self.fetch(example, .offline, silent, auth: .bearer(MaskedText("another-account")))
        }
        #expect(foreign?.kind == .remoteUnavailable)
        #expect(silent.requests.isEmpty)
    }

    @Test("asks the server again for what a rule refuses, however fresh the stored response is", arguments: ["retry", "fail"])
    func refused(_ action: String) async throws {
        let example = try CacheExample()
        let list = """
            {"url": "https://api.example.org/items", "items": ".items[]", "cache": {"folder": "\(example.path)", "fresh_seconds": 600},
             "responses": [{"status": 200, "when": ".ok == false", "action": "\(action)"}]}
            """
        let broken = #"{"ok": false, "error": "busy"}"#
        if action == "fail" {
            let first = try await SourceRun(list, clock: example.clock) { _, _ in .scripted(body: broken) }
            #expect(first.report.exitCode == 69)
        }
        let run = try await SourceRun(list, clock: example.clock) { _, number in
            .scripted(body: number == 0 && action == "retry" ? broken : #"{"items": [1]}"#)
        }
        #expect(run.report.failure == nil)
        #expect(run.values == ["1"])
        #expect(run.requests.count == (action == "retry" ? 2 : 1))
        let later = try await SourceRun(list, clock: example.clock) { _, _ in .scripted(500) }
        #expect(later.values == ["1"])
        #expect(later.requests.isEmpty)
    }
}
