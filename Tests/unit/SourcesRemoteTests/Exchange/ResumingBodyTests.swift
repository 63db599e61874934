import Pipeline
import Testing

@testable import HTTP

@Suite("A streamed document") struct ResumingBodyTests {
    private static let document = Array(String(repeating: "0123456789abcdef", count: 100).utf8)
    private static let lost = TransportError(.connectionLost(bytes: 5))

    /// A response with the first bytes of a document in pieces, which breaks behind them unless they are all.
    private static func response(_ bytes: [UInt8], upTo count: Int = .max, pieces size: Int = 64) -> HTTPResponse {
        let end = min(count, bytes.count)
        let pieces = stride(from: 0, to: end, by: size).map { Array(bytes[$0..<min($0 + size, end)]) }
        return HTTPResponse(head: ResponseHead(status: 200), body: ScriptedBody(pieces, then: end < bytes.count ? lost : nil))
    }

    private static func read(_ exchange: ScriptedExchange) async throws -> [UInt8] {
        let response = try await exchange.client.open(ScriptedExchange.request())
        var bytes: [UInt8] = []
        while case let piece = try await response.body.read(), !piece.isEmpty { bytes += piece }
        return bytes
    }

    @Test("goes on where it broke, wherever that is", arguments: [0, 1, 63, 64, 65, 800, 1599]) func resumes(_ place: Int) async throws {
        for size in [1, 7, 64, 5000] {
            let exchange = ScriptedExchange { _, number in
                Self.response(Self.document, upTo: number == 0 ? place : .max, pieces: number == 0 ? 64 : size)
            }
            #expect(try await Self.read(exchange) == Self.document)
            #expect(exchange.transport.requests.count == 2)
        }
    }

    @Test("goes on after several breaks, each of which has all attempts") func breaks() async throws {
        let exchange = ScriptedExchange { _, number in
            // The transfer breaks, and three further attempts fail before the document grows by 160 bytes.
            if number % 4 != 0 { return number % 2 == 0 ? .scripted(503) : Self.response(Self.document, upTo: number / 4 * 160) }
            return Self.response(Self.document, upTo: (number / 4 + 1) * 160)
        }
        #expect(try await Self.read(exchange) == Self.document)
        #expect(exchange.transport.requests.count == 37)
    }

    @Test("fails if no attempt gets further") func stuck() async throws {
        let exchange = ScriptedExchange { _, _ in Self.response(Self.document, upTo: 160) }
        await #expect(
            throws: PipelineFailure(
                .remoteUnavailable,
                "https://api.example.org/items: the connection broke before the response was complete, after 5 bytes (5 attempts in 7.5 s)")
        ) { try await Self.read(exchange) }
        #expect(exchange.transport.requests.count == 5)
    }

    @Test("fails if it breaks without end, with little progress each time") func tooManyBreaks() async throws {
        let exchange = ScriptedExchange { _, number in Self.response(Self.document, upTo: number + 1) }
        let failure = await #expect(throws: PipelineFailure.self) { try await Self.read(exchange) }
        #expect(failure?.message.contains("(101 attempts") == true)
        #expect(exchange.transport.requests.count == 101)
    }

    @Test("fails if it is another one at the second attempt", arguments: ["another byte", "shorter", "shorter than the break"])
    func changed(_ kind: String) async throws {
        var other = Self.document
        switch kind {
        case "another byte": other[10] ^= 1
        case "shorter": other.removeLast(900)
        default: other = []
        }
        let second = other
        let exchange = ScriptedExchange { _, number in number == 0 ? Self.response(Self.document, upTo: 800) : Self.response(second) }
        await #expect(
            throws: PipelineFailure(.remoteUnavailable, "https://api.example.org/items: the document changed while it was read")
        ) { try await Self.read(exchange) }
        #expect(exchange.transport.requests.count == 2)
    }

    @Test("fails if a rule passes over the response of a later attempt", arguments: [ResponseRule.Action.skip, .end])
    func rule(_ action: ResponseRule.Action) async throws {
        var settings = ClientSettings()
        settings.rules = ResponseRules(rules: [ResponseRule(statuses: [.code(404)], action: action)])
        let exchange = ScriptedExchange(settings) { _, number in
            number == 0 ? Self.response(Self.document, upTo: 800) : .scripted(404)
        }
        await #expect(
            throws: PipelineFailure(.remoteUnavailable, "https://api.example.org/items: the server answered 404 (2 attempts in 0.5 s)")
        ) { try await Self.read(exchange) }
    }

    @Test("is in the trace once, also if its reader stops early", arguments: [true, false]) func trace(readsAll: Bool) async throws {
        let exchange = ScriptedExchange { _, _ in Self.response(Self.document, pieces: 800) }
        let response = try await exchange.client.open(ScriptedExchange.request())
        _ = try await response.body.read()
        while readsAll, try await !response.body.read().isEmpty {}
        for _ in 0..<2 { response.body.cancel() }
        #expect(exchange.trace.events.map(\.bytes) == [readsAll ? 1600 : 800])
    }

    @Test("that is empty is asked for again, if it has no length") func emptyWithoutLength() async throws {
        var head = ResponseHead(status: 200)
        head.bodyEndsWithConnection = true
        let cut = head
        let exchange = ScriptedExchange { _, number in
            number == 0 ? HTTPResponse(head: cut, body: ScriptedBody([])) : Self.response(Self.document)
        }
        #expect(try await Self.read(exchange) == Self.document)
        let empty = ScriptedExchange { _, _ in .scripted(200, ["Content-Length": "0"]) }
        #expect(try await Self.read(empty).isEmpty)
    }

    @Test("is repeated from the start if its first bytes are damaged") func firstBytes() async throws {
        let exchange = ScriptedExchange { _, number in
            number == 0 ? .scripted(body: "", then: TransportError(.badCompression("wrong header"))) : Self.response(Self.document)
        }
        #expect(try await Self.read(exchange) == Self.document)
    }

    @Test("of a POST that may have had its effect is not asked for again") func idempotence() async throws {
        let exchange = ScriptedExchange { _, _ in Self.response(Self.document, upTo: 100) }
        let response = try await exchange.client.open(ScriptedExchange.request(method: "POST"))
        await #expect(throws: PipelineFailure.self) { while try await !response.body.read().isEmpty {} }
        #expect(exchange.transport.requests.count == 1)
    }

    @Test("has no limit of time, and holds no place among the concurrent requests") func noLimit() async throws {
        var settings = ClientSettings()
        settings.rate.concurrency = 1
        let exchange = ScriptedExchange(settings) { _, _ in Self.response(Self.document) }
        let first = try await exchange.client.open(ScriptedExchange.request())
        #expect(try await Self.read(exchange) == Self.document)
        #expect(try await !first.body.read().isEmpty)
        #expect(exchange.transport.requests.allSatisfy { $0.timeouts.total == nil && $0.isStreamed })
    }
}
