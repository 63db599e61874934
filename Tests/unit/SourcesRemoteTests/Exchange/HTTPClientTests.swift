import Pipeline
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading

@Suite("Fetching a whole response") struct HTTPClientTests {
    private typealias Exchange = ScriptedExchange

    @Test("repeats what may pass, and uses nothing of a broken body") func retries() async throws {
        let exchange = Exchange { _, number in
            switch number {
            case 0: .scripted(503, body: "busy")
            case 1: throw TransportError(.connectionLost(bytes: 0))
            case 2: .scripted(body: "[1,2", then: TransportError(.connectionLost(bytes: 4)))
            case 3: .scripted(body: "[1,2", then: TransportError(.badCompression("it ends early")))
            default: .scripted(body: "[1,2,3]")
            }
        }
        #expect(try await exchange.text(Exchange.request()) == "[1,2,3]")
        #expect(exchange.clock.waits == [0.5, 1, 2, 4])
        #expect(exchange.network.counts == RequestCounts(requests: 5, retries: 4, bytes: 4 + 4 + 4 + 7, secondsWaited: 7.5))
        #expect(exchange.trace.events.map(\.attempt) == [1, 2, 3, 4, 5])
        #expect(exchange.trace.events.map(\.status) == [503, nil, 200, 200, 200])
        #expect(exchange.trace.events.map(\.waitSeconds) == [0, 0.5, 1, 2, 4])
    }

    @Test("waits as long as the server asks") func retryAfter() async throws {
        let exchange = Exchange { _, number in number < 2 ? .scripted(429, ["Retry-After": "7"]) : .scripted(body: "[]") }
        #expect(try await exchange.text(Exchange.request()) == "[]")
        #expect(exchange.clock.waits == [7, 7])
    }

    @Test("lets the whole host wait after a refusal without a time, and other requests keep their attempts") func refusal() async throws {
        var settings = ClientSettings()
        settings.retry.maxAttempts = 2
        let exchange = Exchange(settings, random: 0) { _, number in number < 6 ? .scripted(429) : .scripted(body: "[]") }
        // The first request ends after its fifth attempt: three more than allowed otherwise. The second one waits, is refused once, and succeeds.
        #expect(try await exchange.failure(Exchange.request())?.message.hasSuffix("answered 429 (5 attempts in 7.5 s)") == true)
        #expect(try await exchange.text(Exchange.request()) == "[]")
        #expect(exchange.clock.waits == [0.5, 1, 2, 4, 8, 16])
        #expect(exchange.trace.events.map(\.attempt) == [1, 2, 3, 4, 5, 1, 2])
    }

    @Test("ends with a failure that counts attempts and time") func exhausted() async throws {
        let exchange = Exchange { _, _ in .scripted(503, body: "<html><title>Down\u{1B}[31m\u{7}</title>") }
        let failure = try await exchange.failure(Exchange.request(), label: "page 3")
        #expect(
            failure
                == PipelineFailure(
                    .remoteUnavailable,
                    "https://api.example.org/items: page 3: the server answered 503 (5 attempts in 7.5 s): Down␛[31m␇"))
    }

    @Test(
        "does not repeat other statuses",
        arguments: [
            (404, PipelineFailure.Kind.remoteUnavailable, "the server answered 404: gone"),
            (401, .credentialsRefused, "the server answered 401: gone"),
            (403, .credentialsRefused, "the server answered 403: gone"), (410, .remoteUnavailable, "the server answered 410: gone"),
            (501, .remoteUnavailable, "the server answered 501: gone"), (304, .remoteUnavailable, "the server answered 304: gone"),
        ])
    func final(_ status: Int, _ kind: PipelineFailure.Kind, _ text: String) async throws {
        let exchange = Exchange { _, _ in .scripted(status, body: "gone") }
        let failure = try await exchange.failure(Exchange.request())
        #expect(failure == PipelineFailure(kind, "https://api.example.org/items: \(text)"))
        #expect(exchange.transport.requests.count == 1)
    }

    @Test("does not blame the credentials for a rate limit with the status 403") func rateLimit() async throws {
        let exchange = Exchange { _, _ in .scripted(403, ["Retry-After": "1"]) }
        #expect(
            try await exchange.failure(Exchange.request())
                == PipelineFailure(.remoteUnavailable, "https://api.example.org/items: the server answered 403 (5 attempts in 4 s)"))
    }

    @Test(
        "waits for a rate limit with the status 403 as after 429, if no header names a time",
        arguments: [["X-RateLimit-Remaining": "0"], ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "0"], ["Retry-After": "0"]])
    func rateLimitWithoutTime(_ headers: HTTPHeaders) async throws {
        let exchange = Exchange { _, number in number < 4 ? .scripted(403, headers) : .scripted(body: "[]") }
        #expect(try await exchange.text(Exchange.request()) == "[]")
        #expect(exchange.clock.waits == [0.75, 1.5, 3, 6])
    }

    @Test("does not repeat a request to a host that is not known and has not answered") func unknownHost() async throws {
        let unknown = TransportError(.unknownHost("api.example.org"), mayHaveReachedServer: false)
        let exchange = Exchange { _, _ in throw unknown }
        #expect(
            try await exchange.failure(Exchange.request())
                == PipelineFailure(.remoteUnavailable, "https://api.example.org/items: the host api.example.org is not known"))
        #expect(exchange.clock.waits == [])
        let known = Exchange { _, number in
            if number == 1 { throw unknown }
            return .scripted(body: "[]")
        }
        for _ in 0..<2 { #expect(try await known.text(Exchange.request()) == "[]") }
        #expect(known.clock.waits == [0.5])
    }

    @Test("ends with another exit code if the server asks for a long wait") func comeAgain() async throws {
        let exchange = Exchange { _, _ in .scripted(429, ["Retry-After": "3600"], body: "slow down") }
        let failure = try #require(try await exchange.failure(Exchange.request()))
        #expect(failure.kind == .tryAgainLater)
        let time = SecondsText.localTime(1_000_000 + 3600)
        #expect(
            failure.message == "https://api.example.org/items: the server answered 429: slow down; come again at \(time), in 3600 seconds. "
                + "retry.max_wait_seconds allows a wait of 300 seconds")
        // The next request of the run does not bother the server.
        let next = try #require(try await exchange.failure(Exchange.request()))
        #expect(next.kind == .tryAgainLater)
        #expect(exchange.transport.requests.count == 1)
    }

    @Test("repeats a POST only if the server cannot have done its work") func idempotence() async throws {
        let exchange = Exchange { _, number in
            switch number {
            case 0: throw TransportError(.cannotConnect(host: "api.example.org", port: 443, isProxy: false), mayHaveReachedServer: false)
            case 1: .scripted(429)
            default: .scripted(503)
            }
        }
        let failure = try await exchange.failure(Exchange.request(method: "POST"))
        #expect(
            failure?.message == "https://api.example.org/items: the server answered 503 (3 attempts in 1.3 s)")
    }

    @Test("follows redirects, with credentials for allowed origins alone") func redirects() async throws {
        var settings = ClientSettings()
        settings.secretHeaders = [.header(name: "X-Token", value: "hidden")]
        let exchange = Exchange(settings, credentials: ScriptedCredentials()) { request, number in
            number == 0 ? .scripted(302, ["Location": "https://other.test/b?token=abc"]) : .scripted(body: "[]")
        }
        let response = try await exchange.client.fetch(Exchange.request())
        #expect(response.address.text == "https://other.test/b?token=abc")
        let sent = exchange.transport.requests
        #expect(sent[0].wireHeaders["Authorization"] == "token-1")
        #expect(sent[0].wireHeaders["X-Token"] == "hidden")
        // Recordings and caches depend on this text.
        #expect(sent[0].identity == "7:account6:header7:x-token6:hidden")
        #expect(sent[1].wireHeaders == [:])
        #expect(sent[1].identity == nil)
        #expect(exchange.trace.events.map(\.url) == ["https://api.example.org/items", "https://other.test/b?token=***"])
    }

    @Test("ends a circle of redirects") func circle() async throws {
        let exchange = Exchange { _, _ in .scripted(302, ["Location": "/items"]) }
        let failure = try await exchange.failure(Exchange.request())
        #expect(failure == PipelineFailure(.remoteUnavailable, "https://api.example.org/items: the server redirects more than 10 times"))
        #expect(exchange.transport.requests.count == 11)
        #expect(exchange.trace.events.map(\.status) == Array(repeating: 302, count: 11))
    }

    @Test("renews the credentials once after 401") func refresh() async throws {
        let exchange = Exchange(credentials: ScriptedCredentials()) { request, number in
            request.wireHeaders["Authorization"] == "token-2" ? .scripted(body: "[]") : .scripted(401)
        }
        #expect(try await exchange.text(Exchange.request()) == "[]")
        #expect(exchange.clock.waits == [])
        let refused = Exchange(credentials: ScriptedCredentials()) { _, _ in .scripted(401) }
        #expect(try await refused.failure(Exchange.request())?.kind == .credentialsRefused)
        #expect(refused.transport.requests.count == 2)
        let fixed = Exchange(credentials: ScriptedCredentials(canRenew: false)) { _, _ in .scripted(401) }
        #expect(try await fixed.failure(Exchange.request())?.kind == .credentialsRefused)
        #expect(fixed.transport.requests.count == 1)
    }

    @Test("gives up on a host after five requests that failed in a row") func failuresInRow() async throws {
        let exchange = Exchange { _, _ in .scripted(500) }
        for _ in 0..<5 { _ = try await exchange.failure(Exchange.request()) }
        #expect(exchange.transport.requests.count == 25)
        let failure = try await exchange.failure(Exchange.request())
        #expect(
            failure?.message == "https://api.example.org/items: not requested after 5 failures in a row of requests to this host")
        #expect(exchange.transport.requests.count == 25)
        // Another host is not concerned.
        #expect(try await exchange.failure(Exchange.request("https://b.example.org/"))?.message.contains("answered 500") == true)
    }

    @Test("takes less time for each redirect of a URL that content names, and stops no other request after its failures")
    func content() async throws {
        var settings = ClientSettings()
        settings.retry.maxAttempts = 4
        let exchange = Exchange(settings) { _, number in
            number < 3 ? .scripted(302, ["Location": "/\(number)"]) : .scripted(503, ["Retry-After": "1"])
        }
        var request = try Exchange.request()
        request.isOfContent = true
        // Ten failures: the third request ends after its second attempt, and the fourth one is not sent.
        for words in ["503 (4 attempts in", "503 (4 attempts in", "503 (2 attempts in", "not requested after 10 failures in a row"] {
            #expect(try await exchange.failure(request)?.message.contains(words) == true, "\(words)")
        }
        #expect(exchange.transport.requests.prefix(5).map(\.timeouts.total) == [300, 150, 75, 37.5, 300])
        #expect(exchange.transport.requests.count == 3 + HostRateLimiter.maxContentFailuresInRow)
        #expect(try await exchange.failure(Exchange.request())?.message.contains("the server answered 503") == true)
    }

    @Test("sends no more requests than the limit of the step") func maxRequests() async throws {
        var settings = ClientSettings()
        settings.maxRequests = 2
        let exchange = Exchange(settings) { _, _ in .scripted(503) }
        let failure = try await exchange.failure(Exchange.request())
        #expect(failure?.message == "https://api.example.org/items: not requested, because limits.max_requests allows 2 requests")
        #expect(failure?.kind == .remoteUnavailable)
        #expect(exchange.transport.requests.count == 2)
    }

    @Test("shows nothing of a secret URL") func secret() async throws {
        let error = TransportError(.cannotConnect(host: "hunter2", port: 81, isProxy: false), mayHaveReachedServer: false)
        let exchange = Exchange { _, number in
            if number < 5 { throw error }
            return .scripted(404, body: "no /hunter2 here")
        }
        var request = try Exchange.request("https://hunter2/hunter2?a=hunter2")
        request.secretName = "$env.API_URL"
        let first = try #require(try await exchange.failure(request))
        #expect(
            first.message == "$env.API_URL: no server takes connections at this address: it refuses them, or cannot be reached "
                + "(5 attempts in 7.5 s)")
        #expect(try await exchange.failure(request)?.message == "$env.API_URL: the server answered 404")
        #expect(!exchange.trace.events.map(\.line).joined().contains("hunter2"))
        #expect(exchange.network.progressLine?.contains("hunter2") == false)
    }

    @Test("masks learned secrets before it cuts what it quotes") func learned() async throws {
        let exchange = Exchange { _, _ in .scripted(400, body: String(repeating: "x", count: 70) + "sesame-open-sesame") }
        exchange.secrets.insert(["sesame-open-sesame"])
        let message = try #require(try await exchange.failure(Exchange.request())).message
        #expect(!message.contains("sesame"))
    }

    @Test("traces no secret that a redirect names as a host") func host() async throws {
        let exchange = Exchange { _, number in
            if number % 2 == 0 { return .scripted(302, ["Location": "http://Sesame-Open.Sesame/"]) }
            throw TransportError(.unknownHost("sesame-open.sesame"), mayHaveReachedServer: false)
        }
        exchange.secrets.insert(["Sesame-Open.Sesame"])
        let message = try #require(try await exchange.failure(Exchange.request("http://api.example.org/items"))).message
        #expect(exchange.trace.events.count == 2)
        #expect(!exchange.trace.events.map(\.line).joined().contains("sesame"))
        #expect(exchange.secrets.snapshot.masked(message).contains("the host *** is not known"))
    }

    @Test("masks what comes from outside everywhere, and words of the file in quotations") func secretTexts() {
        var settings = ClientSettings()
        settings.secretTexts = [
            MaskedText("correcthorse", secretFrom: "$env.X"), MaskedText(literalSecret: "bearer"), MaskedText("open"),
        ]
        let secrets = Exchange(settings) { _, _ in .scripted() }.secrets
        #expect(secrets.snapshot.masked("a correcthorse, a bearer, open") == "a ***, a bearer, open")
        #expect(secrets.maskedExternalText("a correcthorse, a bearer, open") == "a ***, a ***, open")
    }

    @Test("stores a long body in an unnamed file") func long() async throws {
        let body = String(repeating: "0123456789", count: 1 << 20)
        let exchange = Exchange { _, _ in .scripted(body: body) }
        #expect(try await exchange.text(Exchange.request()) == body)
    }

    @Test("stops at once when the task is cancelled") func cancelled() async throws {
        let exchange = Exchange { _, _ in .scripted(503) }
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await exchange.text(Exchange.request())
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(exchange.transport.requests.isEmpty)
    }

    @Test("asks a token server without redirects, and returns its refusal") func token() async throws {
        let transport = ScriptedTransport { _, number in
            switch number {
            case 0: .scripted(503)
            case 1: .scripted(400, body: "{\"error\":\"invalid_grant\"}")
            default: .scripted(302, ["Location": "https://evil.test/"])
            }
        }
        let client = TokenClient(
            ClientSettings(), network: RunNetwork(transport: transport, clock: ScriptedClock().clock()), secrets: LearnedSecrets())
        var request = try Exchange.request(method: "POST")
        request.isIdempotent = true
        request.credentials = [.header(name: "Authorization", value: "Basic x")]
        let reply = try await client.send(request)
        #expect(reply.status == 400)
        #expect(String(decoding: reply.body, as: UTF8.self) == "{\"error\":\"invalid_grant\"}")
        #expect(try await client.send(request).status == 302)
        #expect(transport.requests.allSatisfy { $0.credentials == request.credentials && !$0.isCacheable })
    }

    @Test(
        "asks a token server with the timeouts of the step, and for at most a minute",
        arguments: [(5.0, 5.0), (300, 60), (nil, 60)] as [(Double?, Double)])
    func tokenTimeouts(_ total: Double?, _ expected: Double) async throws {
        let transport = ScriptedTransport { _, _ in .scripted(body: "{}") }
        var settings = ClientSettings()
        settings.timeouts = RequestTimeouts(connect: 3, idle: 7, total: total)
        let network = RunNetwork(transport: transport, clock: ScriptedClock().clock())
        _ = try await TokenClient(settings, network: network, secrets: LearnedSecrets()).send(try Exchange.request(method: "POST"))
        #expect(transport.requests.map(\.timeouts) == [RequestTimeouts(connect: 3, idle: 7, total: expected)])
    }
}
