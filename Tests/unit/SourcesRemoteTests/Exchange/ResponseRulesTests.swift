import JSONParsing
import Pipeline
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading

@Suite("Rules for responses") struct ResponseRulesTests {
    private static func rules(_ rules: ResponseRule...) -> ClientSettings {
        var settings = ClientSettings()
        settings.rules.rules = rules
        return settings
    }

    @Test(
        "name statuses",
        arguments: [
            ("404", [404], [403, 405]), ("4xx", [400, 404, 499], [399, 500]), ("5XX", [500, 599], [499]),
        ])
    func pattern(_ text: String, _ matching: [Int], _ others: [Int]) throws {
        let pattern = try #require(StatusPattern(text))
        #expect(matching.allSatisfy(pattern.matches))
        #expect(!others.contains(where: pattern.matches))
    }

    @Test("name no other texts", arguments: ["", "4x", "x4x", "4xxx", "099", "600", "+40", "4 4", "6xx"]) func noPattern(_ text: String) {
        #expect(StatusPattern(text) == nil)
    }

    @Test("are asked in order before the defaults") func order() async throws {
        let settings = try Self.rules(
            ResponseRule(statuses: [.code(404)], when: RecordQuery(".code == \"gone\""), action: .skip),
            ResponseRule(statuses: [.code(404)], action: .end),
            ResponseRule(
                statuses: [.hundreds(2)], when: RecordQuery(".ok == false"), action: .fail, saying: RecordQuery("\"API: \" + .error"))
        )
        let exchange = ScriptedExchange(settings) { request, _ in
            switch request.address.path {
            case "/gone": .scripted(404, body: "{\"code\":\"gone\"}")
            case "/end": .scripted(404, body: "not JSON")
            case "/refused": .scripted(body: "{\"ok\":false,\"error\":\"no\\u001b scope\"}")
            case "/list": .scripted(body: "[1]")
            default: .scripted(body: "{\"ok\":true}")
            }
        }
        func meaning(_ path: String) async throws -> CompleteResponse.Meaning {
            try await exchange.client.fetch(ScriptedExchange.request("https://api.example.org\(path)")).meaning
        }
        #expect(try await meaning("/gone") == .skip(RuleMatch(number: 0)))
        #expect(try await meaning("/end") == .end(RuleMatch(number: 1, isByStatusAlone: true)))
        #expect(try await meaning("/good") == .content)
        // The program fails for a list, so that the rule is not about it.
        #expect(try await meaning("/list") == .content)
        let failure = try await exchange.failure(ScriptedExchange.request("https://api.example.org/refused"))
        #expect(failure == PipelineFailure(.remoteUnavailable, "https://api.example.org/refused: API: no␛ scope"))
    }

    @Test(
        "fail with 77 for 401 and 403",
        arguments: [(401, PipelineFailure.Kind.credentialsRefused), (403, .credentialsRefused), (422, .remoteUnavailable)])
    func fails(_ status: Int, _ kind: PipelineFailure.Kind) async throws {
        let exchange = ScriptedExchange(Self.rules(ResponseRule(statuses: [.hundreds(4)], action: .fail))) { _, _ in .scripted(status) }
        let failure = try await exchange.failure(ScriptedExchange.request())
        #expect(failure?.kind == kind)
        #expect(
            failure?.message
                == "https://api.example.org/items: a response with the status \(status) is a failure by the option \"responses\"")
    }

    @Test("ask again, and quote the message at the end") func retry() async throws {
        let settings = try Self.rules(
            ResponseRule(when: RecordQuery(".state == \"busy\""), action: .retry, saying: RecordQuery(".state")))
        let busy = ScriptedExchange(settings) { _, number in .scripted(body: number < 3 ? "{\"state\":\"busy\"}" : "{\"state\":\"done\"}") }
        #expect(try await busy.text(ScriptedExchange.request()) == "{\"state\":\"done\"}")
        let forever = ScriptedExchange(settings) { _, _ in .scripted(body: "{\"state\":\"busy\"}") }
        #expect(
            try await forever.failure(ScriptedExchange.request())?.message
                == "https://api.example.org/items: the server answered 200 (8 attempts in 62 s): busy")
    }

    @Test("see the status of a stream alone", arguments: [(200, "[1]"), (404, ""), (410, "")]) func stream(_ status: Int, _ text: String)
        async throws
    {
        let exchange = ScriptedExchange(try Self.streamRules()) { _, _ in .scripted(status, body: "[1]") }
        #expect(try await exchange.client.open(ScriptedExchange.request()).body.read() == Array(text.utf8))
    }

    @Test("pass over no document that is the only one", arguments: [(404, true), (411, true), (411, false)])
    func onlyDocument(_ status: Int, _ isOnly: Bool) async throws {
        var settings = try Self.streamRules()
        settings.isOnlyDocument = isOnly
        let exchange = ScriptedExchange(settings) { _, _ in .scripted(status, body: "x") }
        let failure = await #expect(throws: PipelineFailure.self) { try await exchange.client.open(ScriptedExchange.request()) }
        #expect(failure?.kind == .remoteUnavailable)
        #expect(
            failure?.message
                == "https://api.example.org/items: the server answered \(status), which responses[\(status == 404 ? 1 : 3)] passes over, so "
                + "that nothing was read; is the URL right? (\"action\": \"empty\" says that there is nothing to read)")
    }

    private static func streamRules() throws -> ClientSettings {
        try rules(
            ResponseRule(when: RecordQuery("true"), action: .fail), ResponseRule(statuses: [.code(404)], action: .skip),
            ResponseRule(statuses: [.code(410)], action: .empty), ResponseRule(statuses: [.code(411)], action: .end))
    }

    @Test("name a redirect, which is not followed then") func redirect() async throws {
        let exchange = ScriptedExchange(Self.rules(ResponseRule(statuses: [.code(302)], action: .end))) { _, _ in
            .scripted(302, ["Location": "/login"])
        }
        #expect(try await exchange.client.fetch(ScriptedExchange.request()).meaning == .end(RuleMatch(number: 0, isByStatusAlone: true)))
        #expect(exchange.transport.requests.count == 1)
    }
}
