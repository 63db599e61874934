import Foundation
import TestSupport
import Testing

@testable import HTTP
@testable import Pipeline
@testable import WebAddresses

@Suite("The store of refresh tokens") struct RefreshTokenStoreTests {
    private let home = WebOrigin(scheme: "https", host: "api.example.org", port: 443)

    private func grant(
        _ store: String, initial: String = "first-refresh", client: String = "me", parameters: [TokenGrant.Parameter] = []
    ) -> TokenGrant {
        TokenGrant(
            kind: .refreshToken(initial: MaskedText(initial), store: MaskedText(store)),
            endpoint: MaskedText("https://auth.example.org/token"),
            clientID: client, clientSecret: nil, scopes: [], authentication: .body, parameters: parameters)
    }

    /// Gets a token as a run of its own.
    @discardableResult
    private func run(_ server: ScriptedTokenServer, _ grant: TokenGrant, clock: NetworkClock = .system) async throws -> [CredentialPart] {
        try await Credentials(
            .oauth(grant), scope: CredentialScope(home: home), requester: server, clock: clock, secrets: LearnedSecrets()
        ).parts(for: home)
    }

    @Test("keeps the newest token from run to run, and only its owner can read it") func rotation() async throws {
        let folder = try ScratchFolder()
        let store = folder.file("new/token.json").path
        let server = ScriptedTokenServer(rotates: true)
        for number in 1...3 { #expect(try await run(server, grant(store)) == [.bearer("access-\(number)")]) }
        #expect(server.forms.map { $0["refresh_token"] } == ["first-refresh", "refresh-1", "refresh-2"])
        let mode = try FileManager.default.attributesOfItem(atPath: store)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let text = try folder.read("new/token.json")
        #expect(text.contains("refresh-3"))
        #expect(!text.contains("first-refresh"))
        #expect(try folder.names("new") == ["token.json"])
    }

    @Test("replaces a file that others could read") func mode() async throws {
        let folder = try ScratchFolder()
        let server = ScriptedTokenServer(rotates: true)
        let store = folder.file("token.json").path
        try await run(server, grant(store))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store)
        try await run(server, grant(store))
        #expect(try FileManager.default.attributesOfItem(atPath: store)[.posixPermissions] as? Int == 0o600)
    }

    @Test("is not written if the server keeps the refresh token") func noRotation() async throws {
        let folder = try ScratchFolder()
        let server = ScriptedTokenServer()
        for _ in 0..<2 { try await run(server, grant(folder.file("token.json").path)) }
        #expect(server.forms.map { $0["refresh_token"] } == ["first-refresh", "first-refresh"])
        #expect(try folder.names() == [])
    }

    @Test("follows a symbolic link and leaves it") func link() async throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(at: folder.file("real"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.file("token.json").path, withDestinationPath: "real/token.json")
        try await run(ScriptedTokenServer(rotates: true), grant(folder.file("token.json").path))
        #expect(try folder.names("real") == ["token.json"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("token.json").path) == "real/token.json")
    }

    @Test("gives way to a newly configured token, and to another client") func newToken() async throws {
        let folder = try ScratchFolder()
        let store = folder.file("token.json").path
        let server = ScriptedTokenServer(rotates: true)
        try await run(server, grant(store))
        server.accept("second-refresh")
        try await run(server, grant(store, initial: "second-refresh"))
        #expect(server.forms.last?["refresh_token"] == "second-refresh")
        try await run(server, grant(store, initial: "second-refresh"))
        #expect(server.forms.last?["refresh_token"] == "refresh-2")
        server.accept("second-refresh")
        try await run(server, grant(store, initial: "second-refresh", client: "you"))
        #expect(server.forms.last?["refresh_token"] == "second-refresh")
    }

    @Test("stays valid if the parameters of the request change") func parameters() async throws {
        let folder = try ScratchFolder()
        let store = folder.file("token.json").path
        let server = ScriptedTokenServer(rotates: true)
        for audience in ["one", "two"] {
            let parameter = TokenGrant.Parameter(name: "audience", value: MaskedText(audience))
            try await run(server, grant(store, parameters: [parameter]))
        }
        try await run(server, grant(store))
        #expect(server.forms.map { $0["refresh_token"] } == ["first-refresh", "refresh-1", "refresh-2"])
    }

    @Test("is written before the access token is used: a run that ends afterwards loses nothing") func endAfterWrite() async throws {
        let folder = try ScratchFolder()
        let store = folder.file("token.json").path
        let server = ScriptedTokenServer(rotates: true)
        try await run(server, grant(store))
        let stored = try #require(StoredRefreshToken(Array(try folder.read("token.json").utf8)))
        #expect(stored.token == "refresh-1")
        #expect(try await run(server, grant(store)) == [.bearer("access-2")])
    }

    @Test("that an ended run could not write serves the next run as long as the server takes the old token", arguments: [true, false])
    func endBeforeWrite(_ hasGrace: Bool) async throws {
        let folder = try ScratchFolder()
        let store = folder.file("token.json").path
        // The second response is lost after the server has replaced the token.
        let server = ScriptedTokenServer(rotates: true, after: { if $0 == 2 { throw CancellationError() } else { nil } })
        try await run(server, grant(store))
        await #expect(throws: CancellationError.self) { try await run(server, grant(store)) }
        #expect(try StoredRefreshToken(Array(folder.read("token.json").utf8))?.token == "refresh-1")
        #expect(try folder.names() == ["token.json"])
        if hasGrace {
            server.accept("refresh-1")
            #expect(try await run(server, grant(store)) == [.bearer("access-3")])
            return
        }
        let failure = await #expect(throws: PipelineFailure.self) { try await run(server, grant(store)) }
        #expect(failure?.kind == .credentialsRefused)
        #expect(
            failure?.message
                == "https://auth.example.org/token: the token server refused the refresh token in \(store): invalid_grant (no ***). It has "
                + "expired, was revoked, or an earlier run ended before it could store the token that replaced it. Authorize the client again "
                + "and configure the new refresh token")
    }

    @Test("gets the new token although the task is cancelled while the server answers") func cancellation() async throws {
        let folder = try ScratchFolder()
        let store = folder.file("token.json").path
        let gate = Gate()
        let server = ScriptedTokenServer(
            rotates: true,
            after: { _ in
                await gate.wait()
                try Task.checkCancellation()
                return nil
            })
        // Waiting for the end of the grace period never ends.
        let clock = NetworkClock(
            wallTime: { 0 }, now: { 0 }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) }, random: { 0 })
        let grant = grant(store)
        let task = Task { try await run(server, grant, clock: clock) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        gate.open()
        #expect(try await task.value == [.bearer("access-1")])
        #expect(try folder.read("token.json").contains("refresh-1"))
    }

    @Test("lets a request end once the grace period after a cancellation is over") func endOfGrace() async throws {
        let folder = try ScratchFolder()
        let server = ScriptedTokenServer(
            rotates: true,
            after: { _ in
                try await Task.sleep(for: .seconds(3600))
                return nil
            })
        let clock = ScriptedClock()
        let grant = grant(folder.file("token.json").path)
        let task = Task { try await run(server, grant, clock: clock.clock()) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.waits == [5])
    }

    @Test("is read again by a run that waited for another one, so that no token is spent twice") func twoRuns() async throws {
        let folder = try ScratchFolder()
        let store = folder.file("token.json").path
        let server = ScriptedTokenServer(rotates: true)
        let grant = grant(store)
        let parts = try await withThrowingTaskGroup(of: [CredentialPart].self) { group in
            for _ in 0..<5 { group.addTask { try await run(server, grant) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(parts.map { "\($0)" }).count == 5)
        #expect(Set(server.forms.map { $0["refresh_token"] }) == ["first-refresh", "refresh-1", "refresh-2", "refresh-3", "refresh-4"])
        #expect(try folder.names() == ["token.json"])
    }

    @Test("in use by another process for too long is a failure that names the process") func busy() async throws {
        let folder = try ScratchFolder()
        let store = folder.file("token.json").path
        let lock = try OutputLock("token.json", in: folder.path)
        let server = ScriptedTokenServer(rotates: true)
        let failure = await #expect(throws: PipelineFailure.self) { try await run(server, grant(store), clock: ScriptedClock().clock()) }
        #expect(failure?.kind == .tryAgainLater)
        #expect(
            failure?.message
                == "\(store) is in use by process \(ProcessInfo.processInfo.processIdentifier), which renews its token; try again later")
        #expect(server.requests.isEmpty)
        _ = consume lock
    }

    @Test(
        "is not replaced if it is another file",
        arguments: ["{}", "token", "{\"refresh_token\":\"abcd\"}", "\0", String(repeating: "x", count: 70_000)])
    func foreignFile(_ content: String) async throws {
        let folder = try ScratchFolder()
        let store = try folder.write(content, to: "token.json")
        let server = ScriptedTokenServer(rotates: true)
        let failure = await #expect(throws: PipelineFailure.self) { try await run(server, grant(store)) }
        #expect(failure?.kind == .cannotCreate)
        #expect(
            failure?.message
                == "\(store): expected a file with a refresh token that an earlier run wrote, found another file; choose another path for the "
                + "store, or remove the file")
        #expect(server.requests.isEmpty)
        #expect(try folder.read("token.json") == content)
    }

    @Test("that is cut at any byte is another file; an empty one is none") func cuts() throws {
        let whole = StoredRefreshToken("refresh-1", derivedFrom: grant("s"), salt: StoredRefreshToken.makeSalt())
        #expect(StoredRefreshToken(whole.bytes) == whole)
        // Without its line break at the end, the content is complete.
        for count in 0..<whole.bytes.count - 1 { #expect(StoredRefreshToken(Array(whole.bytes.prefix(count))) == nil) }
    }

    @Test("that cannot be written is found before a token is spent", arguments: ["file/token.json", "folder"])
    func obstacle(_ name: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("x", to: "file")
        try folder.write("x", to: "folder/inside")
        let server = ScriptedTokenServer(rotates: true)
        await #expect(throws: PipelineFailure.self) { try await run(server, grant(folder.file(name).path)) }
        #expect(server.requests.isEmpty)
    }
}
