import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTP
@testable import Pipeline
@testable import WebAddresses

@Suite("No error of credentials") struct CredentialSecretsTests {
    private static let secrets = ["client-hush", "first-refresh", "access-1", "refresh-1", "stored-9"]

    /// Replies that quote everything that they can.
    private static let replies: [TokenReply] = [200, 204, 302, 400, 401, 403, 404, 429, 500].flatMap { status in
        let all = secrets.joined(separator: " ") + " Basic " + BasicCredentials.client(id: "me", secret: "client-hush").encoded
        return [
            "", all, "<html>\(all)</html>", #"{"error":"\#(all)"}"#, #"{"error":"invalid_grant","error_description":"\#(all)"}"#,
            #"{"error":{"message":"\#(all)"}}"#, #"{"access_token":"access-1\n","refresh_token":"refresh-1"}"#,
            #"{"access_token":"access-1","token_type":"DPoP","refresh_token":"refresh-1"}"#,
            #"{"access_token":"access-1","refresh_token":"refresh-1\u0000"}"#,
            #"{"error":"\#(all)","access_token":"access-1","refresh_token":"refresh-1"}"#,
        ].map { TokenReply.json(status, $0) }
    }

    @Test("of a token server shows a secret, whatever the server quotes", arguments: [ClientAuthentication.body, .basic])
    func replies(_ authentication: ClientAuthentication) async throws {
        let folder = try ScratchFolder()
        let store = folder.file("token.json").path
        let grant = TokenGrant(
            kind: .refreshToken(initial: MaskedText("first-refresh"), store: MaskedText(store)),
            endpoint: MaskedText("https://user:client-hush@auth.example.org/token?key=client-hush"), clientID: "me",
            clientSecret: MaskedText("client-hush"), scopes: [], authentication: authentication)
        let home = WebOrigin(scheme: "https", host: "api.example.org", port: 443)
        let stored = StoredRefreshToken("stored-9", derivedFrom: grant, salt: "salt")
        var failures = 0
        for reply in Self.replies {
            try folder.write(String(decoding: stored.bytes, as: UTF8.self), to: "token.json")
            let server = ScriptedTokenServer(after: { _ in reply })
            let secrets = LearnedSecrets()
            // The tokens of this server are known from earlier responses of the run; `stored-9` and the others from the options.
            secrets.insert(["access-1", "refresh-1"])
            let credentials = Credentials(
                .oauth(grant), scope: CredentialScope(home: home), requester: server, clock: ScriptedClock().clock(), secrets: secrets)
            var text = ""
            do { _ = try await credentials.parts(for: home) } catch { text = "\(error)" }
            if !text.isEmpty { failures += 1 }
            #expect(!text.unicodeScalars.contains { $0.value < 32 })
            for secret in Self.secrets + [BasicCredentials.client(id: "me", secret: "client-hush").encoded] {
                #expect(!text.contains(secret), "\(text)")
            }
        }
        #expect(failures == Self.replies.count - 2, "a token beside an error is a token, with the status 200 and 204")
    }

    @Test("shows a text that no request can carry")
    func faults() {
        let bad = MaskedText("client-hush\n")
        let all: [AuthSettings] = [
            .bearer(bad), .basic(username: "client-hush\n", password: bad), .basic(username: "a", password: bad),
            .apiKey(name: "X-Key", value: bad, place: .query), .headers([.init(name: "X-Key", value: bad)]),
        ]
        for settings in all {
            let failure = #expect(throws: PipelineFailure.self) { try settings.parts() }
            #expect(failure?.message.hasSuffix("the credentials are invalid: it contains a line break") == true)
        }
    }

    @Test("and no reject of a run shows a secret that the run learned") func rejects() async throws {
        var plan = PipelinePlan(name: "test")
        plan.append(async: try Learner(json: "{}"))
        let rejects = Mutex<[Reject]>([])
        let report = await plan.process([Record(.string("with learned-77"))]) { outcome in
            if case .rejected(let reject) = outcome { rejects.withLock { $0.append(reject) } }
        }
        #expect(report.failure == nil)
        #expect(rejects.withLock { $0.map(\.reason) } == ["the server said ***"])
        #expect(rejects.withLock { $0.map(\.record.compactText) } == ["\"with ***\""])
        #expect(plan.learnedSecrets.snapshot.masked("learned-77") == "***")
    }
}

/// Gets a token during the run and fails with it.
private struct Learner: AsyncStage {
    static let name = "learner"
    static let summary = "Learns a secret."
    static let example = ""

    let concurrency = 1
    private var secrets = LearnedSecrets()

    init(options: inout OptionReader) {}

    var hooks: Hooks { .none }

    func copyForRun(in context: RunContext) -> Learner {
        var stage = self
        stage.secrets = context.secrets
        return stage
    }

    func process(_ record: inout Record) async throws -> Verdict {
        secrets.insert(["learned-77"])
        throw RecordError("the server said learned-77")
    }
}
