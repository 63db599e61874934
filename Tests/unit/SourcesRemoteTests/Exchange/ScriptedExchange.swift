import Pipeline
import Synchronization
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading

/// A client on a scripted transport and clock.
struct ScriptedExchange: Sendable {
    let client: HTTPClient
    let transport: ScriptedTransport
    let clock: ScriptedClock
    let trace = ScriptedTrace()
    let network: RunNetwork
    var secrets: LearnedSecrets { client.secrets }

    init(
        _ settings: ClientSettings = ClientSettings(), credentials: (any RequestCredentials)? = nil, random: Double = 0.5,
        _ script: @escaping @Sendable (HTTPRequest, _ number: Int) throws -> HTTPResponse
    ) {
        transport = ScriptedTransport(script)
        clock = ScriptedClock()
        network = RunNetwork(transport: transport, clock: clock.clock(random: random), trace: trace)
        client = HTTPClient(settings, network: network, secrets: LearnedSecrets(), credentials: credentials)
    }

    static func request(_ url: String = "https://api.example.org/items", method: String = "GET") throws -> HTTPRequest {
        var request = HTTPRequest(try #require(WebAddress(url)))
        request.method = method
        request.isIdempotent = method == "GET"
        return request
    }

    /// The text of a whole response.
    func text(_ request: HTTPRequest, label: String? = nil) async throws -> String {
        let response = try await client.fetch(request, label: label)
        return String(decoding: try response.body.contents(), as: UTF8.self)
    }

    /// The failure of a request; nil if it succeeds.
    func failure(_ request: HTTPRequest, label: String? = nil) async throws -> PipelineFailure? {
        do {
            _ = try await client.fetch(request, label: label)
            return nil
        } catch let failure as PipelineFailure {
            return failure
        }
    }
}

/// A trace in memory.
final class ScriptedTrace: RequestObserver {
    private let state = Mutex<[RequestEvent]>([])

    var events: [RequestEvent] { state.withLock { $0 } }

    func record(_ event: RequestEvent) { state.withLock { $0.append(event) } }
}

/// Credentials for one host, whose token grows with each renewal.
final class ScriptedCredentials: RequestCredentials {
    private let number = Mutex(1)
    private let canRenew: Bool
    let identity = "account"

    init(canRenew: Bool = true) { self.canRenew = canRenew }

    func allows(_ origin: WebOrigin) -> Bool { origin.host == "api.example.org" }

    func parts(for origin: WebOrigin) async throws -> [CredentialPart] {
        allows(origin) ? [.header(name: "Authorization", value: "token-\(number.withLock { $0 })")] : []
    }

    func signature(for origin: WebOrigin) -> (@Sendable (HTTPRequest) -> [CredentialPart])? { nil }

    func use<Result: Sendable>(_ send: () async throws -> Result) async throws -> Result { try await send() }

    func renew(
        after rejected: [CredentialPart], send: @Sendable ([CredentialPart]) async throws -> HTTPExchange
    ) async throws -> RenewalOutcome {
        guard canRenew else { return .unchanged }
        let token = number.withLock { number in
            number += 1
            return "token-\(number)"
        }
        return .renewed(try await send([.header(name: "Authorization", value: token)]))
    }
}
