import Synchronization
import Testing

@testable import HTTP
@testable import Pipeline
@testable import WebAddresses

@Suite("Credentials of a step") struct CredentialsTests {
    private let home = WebOrigin(scheme: "https", host: "api.example.org", port: 443)
    private let other = WebOrigin(scheme: "https", host: "cdn.example.org", port: 443)

    private func grant(_ kind: TokenGrant.Kind = .clientCredentials) -> TokenGrant {
        TokenGrant(
            kind: kind, endpoint: MaskedText("https://auth.example.org/token"), clientID: "me", clientSecret: MaskedText("hush-hush"),
            scopes: [],
            authentication: .body)
    }

    private func credentials(
        _ server: ScriptedTokenServer, _ settings: AuthSettings? = nil, clock: ScriptedClock = ScriptedClock(), allowed: [HostPattern] = [],
        secrets: LearnedSecrets = LearnedSecrets()
    ) -> Credentials {
        Credentials(
            settings ?? .oauth(grant()), scope: CredentialScope(home: home, allowed: allowed), requester: server, clock: clock.clock(),
            secrets: secrets)
    }

    /// A server that takes every token.
    @Sendable private static func accept(_ parts: [CredentialPart]) async throws -> HTTPExchange {
        HTTPExchange(
            request: try ScriptedExchange.request(), response: .scripted(), delay: ServerDelay(), sent: (wall: 0, monotonic: 0), attempt: 1,
            waited: 0)
    }

    @Test("go to their origin and to allowed hosts only") func scope() async throws {
        let server = ScriptedTokenServer()
        let strict = credentials(server)
        #expect(try await strict.parts(for: other) == [])
        #expect(server.requests.isEmpty)
        #expect(try await strict.parts(for: home) == [.bearer("access-1")])
        let wide = credentials(server, .bearer(MaskedText("abcd")), allowed: [try #require(HostPattern("*.example.org"))])
        #expect(try await wide.parts(for: other) == [.bearer("abcd")])
        #expect(try await wide.parts(for: WebOrigin(scheme: "http", host: "api.example.org", port: 80)) == [])
    }

    @Test("get one token for many requests, and a new one before it expires") func expiry() async throws {
        let server = ScriptedTokenServer(lifetime: 100)
        let clock = ScriptedClock()
        let credentials = credentials(server, clock: clock)
        for _ in 0..<3 { #expect(try await credentials.parts(for: home) == [.bearer("access-1")]) }
        clock.advance(by: 89)
        #expect(try await credentials.parts(for: home) == [.bearer("access-1")])
        clock.advance(by: 1)
        #expect(try await credentials.parts(for: home) == [.bearer("access-2")])
        #expect(server.requests.count == 2)
    }

    @Test("renew a token once for ten requests that were refused with it") func oneRenewal() async throws {
        let gate = Gate()
        let server = ScriptedTokenServer(before: { number in
            if number == 2 { await gate.wait() }
            return nil
        })
        let credentials = credentials(server)
        let rejected = try await credentials.parts(for: home)
        let results = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    try await !credentials.renew(after: rejected, send: Self.accept).isUnchanged
                }
            }
            group.addTask {
                // The others have asked, or ask later; in both cases one request serves all.
                while server.requests.count < 2 { await Task.yield() }
                gate.open()
                return true
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: true, count: 11))
        #expect(server.requests.count == 2)
        #expect(try await credentials.parts(for: home) == [.bearer("access-2")])
        // A late refusal of the first token asks for nothing.
        let late = try await credentials.renew(after: rejected, send: Self.accept)
        #expect(late.isRenewedBefore)
        #expect(server.requests.count == 2)
    }

    @Test("get one first token for ten requests at once") func oneToken() async throws {
        let server = ScriptedTokenServer()
        let credentials = credentials(server)
        let home = home
        try await withThrowingTaskGroup(of: [CredentialPart].self) { group in
            for _ in 0..<10 { group.addTask { try await credentials.parts(for: home) } }
            for try await parts in group { #expect(parts == [.bearer("access-1")]) }
        }
        #expect(server.requests.count == 1)
    }

    @Test("that the server gives again, or that have nothing to renew, are not tried again") func noRenewal() async throws {
        let same = ScriptedTokenServer(after: { _ in .json(200, #"{"access_token":"same"}"#) })
        let renewed = credentials(same)
        let fixed = credentials(same, .bearer(MaskedText("abcd")))
        for (credentials, rejected) in [
            (renewed, try await renewed.parts(for: home)), (fixed, try await fixed.parts(for: home)), (renewed, []),
        ] {
            #expect(try await credentials.renew(after: rejected, send: Self.accept).isUnchanged)
        }
        #expect(same.requests.count == 2)
    }

    @Test("that were refused ask the token server once, and say why each time") func refusal() async throws {
        let server = ScriptedTokenServer(after: { _ in .json(401, #"{"error":"invalid_client","error_description":"no hush-hush"}"#) })
        let credentials = credentials(server)
        for _ in 0..<3 {
            let failure = await #expect(throws: PipelineFailure.self) { try await credentials.parts(for: home) }
            #expect(failure?.kind == .credentialsRefused)
            #expect(
                failure?.message == "https://auth.example.org/token: the token server refused the client: invalid_client (no ***)")
        }
        #expect(server.requests.count == 1)
    }

    @Test("ask again after a fault of the token server") func recovery() async throws {
        let server = ScriptedTokenServer(before: { $0 == 1 ? .json(503, "") : nil })
        let credentials = credentials(server)
        let failure = await #expect(throws: PipelineFailure.self) { try await credentials.parts(for: home) }
        #expect(
            failure == PipelineFailure(.remoteUnavailable, "https://auth.example.org/token: the token server gave no token: status 503"))
        #expect(try await credentials.parts(for: home) == [.bearer("access-1")])
    }

    @Test("share the failure of a token request among the tasks that wait for it") func sharedFailure() async throws {
        let gate = Gate()
        let server = ScriptedTokenServer(before: { number in
            await gate.wait()
            return .json(500, "")
        })
        let credentials = credentials(server)
        let home = home
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await credentials.parts(for: home)) != nil }
            while server.requests.isEmpty { await Task.yield() }
            for _ in 0..<9 { group.addTask { (try? await credentials.parts(for: home)) != nil } }
            while credentials.waitingTasks < 9 { await Task.yield() }
            gate.open()
            for await result in group { #expect(!result) }
        }
        #expect(server.requests.count == 1)
    }

    @Test("let the next task request a token if the first one is cancelled") func cancellation() async throws {
        let gate = Gate()
        let server = ScriptedTokenServer(before: { number in
            if number == 1 {
                await gate.wait()
                try Task.checkCancellation()
            }
            return nil
        })
        let credentials = credentials(server)
        let home = home
        let first = Task { try await credentials.parts(for: home) }
        while server.requests.isEmpty { await Task.yield() }
        let second = Task { try await credentials.parts(for: home) }
        while credentials.waitingTasks < 1 { await Task.yield() }
        let third = Task { try await credentials.parts(for: home) }
        while credentials.waitingTasks < 2 { await Task.yield() }
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        first.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value == [.bearer("access-1")])
    }

    @Test("make their secrets those of the run in every form that requests carry") func secrets() async throws {
        let secrets = LearnedSecrets()
        let user = AuthSettings.basic(username: "user", password: MaskedText("pass/word"))
        _ = try await credentials(ScriptedTokenServer(), secrets: secrets).parts(for: home)
        _ = try await credentials(ScriptedTokenServer(), user, secrets: secrets).parts(for: home)
        let texts = [
            "access-1", "hush-hush", "pass/word", "pass%2Fword", "user:pass%2Fword",
            BasicCredentials(user: "user", password: "pass/word").encoded,
        ]
        for text in texts { #expect(secrets.snapshot.masked("<\(text)>") == "<***>") }
    }
}

extension RenewalOutcome {
    fileprivate var isUnchanged: Bool { if case .unchanged = self { true } else { false } }

    fileprivate var isRenewedBefore: Bool { if case .renewedBefore = self { true } else { false } }
}
