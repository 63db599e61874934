import Pipeline
import Synchronization
import TestSupport
import Testing

@testable import HTTP
@testable import HTTPReading
@testable import WebAddresses

@Suite("A token that a server refuses", .startsOnIdlePool, .timeLimit(.minutes(5))) struct RenewalTests {
    /// A server that takes the newest token of a token server, for a number of requests.
    private final class Resource: Sendable {
        /// The number of requests that one token is good for.
        let uses: Int
        /// Whether a request with an older token uses the newest one up, too.
        let countsAll: Bool
        private let tokens: ScriptedTokenServer
        private let state = Mutex((token: "", uses: 0))

        init(_ tokens: ScriptedTokenServer, uses: Int, countsAll: Bool) {
            self.tokens = tokens
            self.uses = uses
            self.countsAll = countsAll
        }

        func takes(_ request: HTTPRequest) -> Bool {
            guard !request.address.text.hasSuffix("/forbidden") else { return false }
            let newest = "Bearer access-\(tokens.requests.count)"
            let isNewest = request.wireHeaders["Authorization"] == newest
            guard isNewest || countsAll else { return false }
            return state.withLock { state in
                if state.token != newest { state = (newest, 0) }
                state.uses += 1
                return isNewest && state.uses <= uses
            }
        }
    }

    /// Lets other tasks run before each response, so that requests are really concurrent.
    private struct Yielding: HTTPTransport {
        let next: ScriptedTransport

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            for _ in 0..<Int.random(in: 0...20) { await Task.yield() }
            return try await next.send(request)
        }
    }

    /// The paths that tasks have not taken yet. A class, because the tasks share it.
    private final class Paths: Sendable {
        private let rest: Mutex<[String]>

        init(_ paths: [String]) { rest = Mutex(paths) }

        func next() -> String? { rest.withLock { $0.popLast() } }
    }

    private struct Exchange {
        let tokens = ScriptedTokenServer()
        let transport: ScriptedTransport
        let client: HTTPClient

        /// - Parameters:
        ///   - uses: The number of requests that one token is good for.
        ///   - countsAll: Whether a request with an older token uses the newest one up, too.
        ///   - before: Throws in place of a response.
        init(uses: Int, countsAll: Bool = false, before: @escaping @Sendable (_ number: Int) throws -> Void = { _ in }) throws {
            let resource = Resource(tokens, uses: uses, countsAll: countsAll)
            transport = ScriptedTransport { request, number in
                try before(number)
                return resource.takes(request) ? .scripted(body: "[]") : .scripted(401)
            }
            let clock = ScriptedClock().clock()
            let network = RunNetwork(transport: Yielding(next: transport), clock: clock, trace: nil)
            let grant = TokenGrant(
                kind: .clientCredentials, endpoint: MaskedText("https://auth.example.org/token"), clientID: "me",
                clientSecret: MaskedText("hush-hush"), scopes: [], authentication: .body)
            let home = WebOrigin(scheme: "https", host: "api.example.org", port: 443)
            let credentials = Credentials(
                .oauth(grant), scope: CredentialScope(home: home, allowed: []), requester: tokens, clock: clock,
                secrets: LearnedSecrets())
            var settings = ClientSettings()
            settings.rate.concurrency = 64
            client = HTTPClient(settings, network: network, secrets: LearnedSecrets(), credentials: credentials)
        }

        /// Fetches with a number of tasks.
        ///
        /// - Returns: The number of requests that succeeded.
        func fetch(_ paths: [String], tasks: Int) async throws -> Int {
            let rest = Paths(paths)
            return try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<tasks {
                    group.addTask {
                        var count = 0
                        while let path = rest.next() {
                            do {
                                _ = try await client.fetch(ScriptedExchange.request("https://api.example.org/\(path)"))
                                count += 1
                            } catch let failure as PipelineFailure {
                                #expect(failure.kind == .credentialsRefused)
                            }
                        }
                        return count
                    }
                }
                return try await group.reduce(0, +)
            }
        }
    }

    @Test("after a few uses is renewed when it is used up, and no request fails", arguments: [1, 4, 16], [1, 3])
    func usedUp(_ tasks: Int, _ uses: Int) async throws {
        let exchange = try Exchange(uses: uses)
        #expect(try await exchange.fetch((0..<40).map { "items/\($0)" }, tasks: tasks) == 40)
        let tokens = (40 + uses - 1) / uses
        #expect(exchange.tokens.requests.count == tokens)
        // A task is refused at most once with each token.
        #expect(exchange.transport.requests.count <= 40 + (tokens - 1) * tasks)
    }

    @Test("is renewed and tried while no other request is in progress, which could use it up", arguments: [4, 16], [1, 3])
    func countedForAll(_ tasks: Int, _ uses: Int) async throws {
        let exchange = try Exchange(uses: uses, countsAll: true)
        #expect(try await exchange.fetch((0..<40).map { "items/\($0)" }, tasks: tasks) == 40)
    }

    @Test("whatever it is, is asked for once more by each request", arguments: [1, 4, 16]) func always(_ tasks: Int) async throws {
        let exchange = try Exchange(uses: 0)
        #expect(try await exchange.fetch((0..<tasks).map { "items/\($0)" }, tasks: tasks) == 0)
        #expect(exchange.transport.requests.count == 2 * tasks)
        #expect(exchange.tokens.requests.count == 1 + tasks)
    }

    @Test("for one resource alone keeps no other request from it", arguments: [1, 4, 16]) func forbidden(_ tasks: Int) async throws {
        let exchange = try Exchange(uses: 3)
        let paths = (0..<40).map { (number: Int) -> String in number % 10 == 0 ? "forbidden" : "items/\(number)" }
        #expect(try await exchange.fetch(paths, tasks: tasks) == 36)
        // Four tokens are refused to one resource, and each of them replaces one that was good for up to two requests more.
        let most: Int = 36 / 3 + 4 + 4
        #expect(exchange.tokens.requests.count <= most)
        let refused = exchange.transport.requests.count { $0.address.text.hasSuffix("/forbidden") }
        #expect(refused <= 4 * exchange.tokens.requests.count)
    }

    @Test("is not renewed again if the first request with the new one breaks") func broken() async throws {
        let exchange = try Exchange(uses: 1) { number in
            if number == 2 { throw TransportError(.connectionLost(bytes: 0)) }
        }
        #expect(try await exchange.fetch(["b", "a"], tasks: 1) == 2)
        #expect(exchange.tokens.requests.count == 2)
        #expect(exchange.transport.requests.count == 4)
    }
}
