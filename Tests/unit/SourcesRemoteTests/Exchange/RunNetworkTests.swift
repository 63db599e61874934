import Testing
import WebAddresses

@testable import HTTP

@Suite("The network of a run") struct RunNetworkTests {
    @Test("shows the step, the rate, and what it waits for") func progress() async throws {
        let clock = ScriptedClock()
        let progress = NetworkProgress()
        #expect(progress.line(now: 0) == nil)
        progress.show("page 3, 150 items")
        for _ in 0..<48 { progress.addRequest(now: 1_000_000) }
        let probe = NetworkClock(
            wallTime: clock.clock().wallTime, now: clock.clock().now,
            sleep: { _ in
                #expect(
                    progress.line(now: 1_000_000.5)
                        == "page 3, 150 items; 48 requests a minute; waiting 38 s for api.example.com: 429")
            }, random: { 0 })
        try await progress.sleep(38.2, host: "api.example.com", reason: "429", probe)
        #expect(progress.line(now: 1_000_059) == "page 3, 150 items; 48 requests a minute")
        #expect(progress.line(now: 1_000_060) == "page 3, 150 items")
    }

    @Test("has one gate for each host and port") func gates() throws {
        let network = RunNetwork(transport: ScriptedTransport { _, _ in .scripted() }, clock: ScriptedClock().clock())
        func gate(_ url: String) throws -> HostGate { network.gate(of: try #require(WebAddress(url)).origin) }
        #expect(try gate("https://a.test/x") === gate("https://A.test/y"))
        #expect(try gate("https://a.test/x") === gate("http://a.test/x"))
        #expect(try gate("https://a.test/x") !== gate("https://b.test/x"))
        #expect(try gate("http://a.test:8080/") !== gate("http://a.test:8081/"))
    }

    @Test("writes an event as a line of JSON") func event() {
        var event = RequestEvent(
            time: 1.25, method: "GET", url: "https://a.test/?token=***", seconds: 0.123456, attempt: 2, step: "source")
        event.status = 200
        event.bytes = 17
        event.waitSeconds = 2
        event.cache = "miss"
        #expect(
            event.line == "{\"time\":1.25,\"method\":\"GET\",\"url\":\"https://a.test/?token=***\",\"status\":200,\"bytes\":17,"
                + "\"seconds\":0.123,\"wait\":2,\"attempt\":2,\"cache\":\"miss\",\"step\":\"source\"}")
        event.status = nil
        event.cache = nil
        event.error = "a \"b\"\n"
        #expect(event.line.contains("\"status\":null,\"error\":\"a \\\"b\\\"\\n\""))
    }

    @Test("counts the time that requests wait, and names it in the trace") func waited() async throws {
        let exchange = ScriptedExchange { _, number in
            .scripted(200, number == 0 ? ["RateLimit": "\"default\";r=0;t=30"] : [:], body: "[]")
        }
        for _ in 0..<2 { _ = try await exchange.text(ScriptedExchange.request()) }
        #expect(exchange.trace.events.map(\.waitSeconds) == [0, 30])
        #expect(exchange.network.counts.secondsWaited == 30)
    }
}
