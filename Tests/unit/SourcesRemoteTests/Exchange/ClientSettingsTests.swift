@testable import Pipeline
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading

@Suite("The options of a client") struct ClientSettingsTests {
    private static func read(
        _ json: String, isStreamed: Bool = false, inherited: ClientSettings = ClientSettings()
    ) throws -> ClientSettings {
        var options = try OptionReader(json: json)
        let settings = ClientSettings.read(&options, url: nil, isStreamed: isStreamed, inherited: inherited)
        try options.check()
        return settings
    }

    private static func problem(_ json: String, isStreamed: Bool = false) -> String {
        do {
            _ = try read(json, isStreamed: isStreamed)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test("have defaults") func defaults() throws {
        let settings = try Self.read("{}")
        #expect(settings.timeouts == RequestTimeouts(connect: 10, idle: 30, total: 300))
        #expect(settings.retry == RetryPolicy(maxAttempts: 5, baseSeconds: 1, maxBackoffSeconds: 60, maxWaitSeconds: 300))
        #expect(settings.rate == RateSettings())
        #expect(settings.rate.maxConcurrent == 4)
        #expect(settings.maxResponseBytes == 256 << 20)
        #expect(settings.streamSeconds == nil)
        #expect(settings.rules.rules.isEmpty)
        #expect(try Self.read("{}", isStreamed: true).maxResponseBytes == 16 << 30)
    }

    @Test("are all read") func all() throws {
        let json = """
            { "headers": {"X-Version": 2, "X-Api-Token": "hush-hush", "Accept": ["a/b", "c/d"]},
              "timeouts": {"connect_seconds": 1, "idle_seconds": 0.5, "request_seconds": 3},
              "retry": {"max_attempts": 2, "base_seconds": 0.05, "max_backoff_seconds": 4, "max_wait_seconds": 5},
              "rate": {"requests_per_minute": 50.5, "concurrency": 8}, "tls": {"ca_file": "ca.pem"},
              "responses": [{"status": [404, "5xx"], "action": "skip"}, {"when": ".ok == false", "action": "fail", "message": ".error"}] }
            """
        let settings = try Self.read(json)
        #expect(settings.headers == ["X-Version": "2", "Accept": "a/b", "Accept": "c/d"])
        #expect(settings.secretHeaders == [.header(name: "X-Api-Token", value: "hush-hush")])
        #expect(settings.timeouts == RequestTimeouts(connect: 1, idle: 0.5, total: 3))
        #expect(settings.retry == RetryPolicy(maxAttempts: 2, baseSeconds: 0.05, maxBackoffSeconds: 4, maxWaitSeconds: 5))
        #expect(settings.rate == RateSettings(concurrency: 8, requestsPerMinute: 50.5))
        #expect(settings.caFile?.hasSuffix("ca.pem") == true)
        #expect(settings.rules.rules.map(\.statuses) == [[.code(404), .hundreds(5)], []])
        #expect(settings.rules.rules.map(\.action) == [.skip, .fail])
        let streamed = try Self.read("{\"timeouts\": {\"request_seconds\": 3}}", isStreamed: true)
        #expect(streamed.streamSeconds == 3)
        let request = settings.request(try #require(WebAddress("https://a.test/")))
        #expect(request.headers.values(of: "Accept") == ["a/b", "c/d"])
        #expect(request.caFile == settings.caFile)
    }

    @Test("keep what they inherit of a group, as far as the group says nothing else") func partialGroups() throws {
        var inherited = ClientSettings()
        inherited.retry = RetryPolicy(maxAttempts: 3, baseSeconds: 4, maxBackoffSeconds: 5, maxWaitSeconds: 6)
        inherited.timeouts = RequestTimeouts(connect: 7, idle: 8, total: 9)
        let settings = try Self.read("{\"retry\": {\"max_attempts\": 2}, \"timeouts\": {\"idle_seconds\": 1}}", inherited: inherited)
        #expect(settings.retry == RetryPolicy(maxAttempts: 2, baseSeconds: 4, maxBackoffSeconds: 5, maxWaitSeconds: 6))
        #expect(settings.timeouts == RequestTimeouts(connect: 7, idle: 1, total: 9))
    }

    @Test(
        "are refused where they are wrong",
        arguments: [
            (
                "{\"headers\": {\"a b\": 1}}",
                "expected the name of a header, found \"a b\": it contains characters that no header name can contain"
            ),
            ("{\"headers\": {\"Host\": \"x\"}}", "expected the name of a header, found \"Host\": the program itself sets this header"),
            ("{\"headers\": {\"X-A\": \"a\\r\\nB: c\"}}", "expected a value that a header can have for X-A: it contains a line break"),
            (
                "{\"responses\": [{\"status\": 4000, \"action\": \"skip\"}]}",
                "expected a status from 100 to 599, a class such as \"4xx\", or a list of these, found 4000"
            ),
            (
                "{\"responses\": [{\"status\": [404, \"4x\"], \"action\": \"skip\"}]}",
                "expected a status from 100 to 599, a class such as \"4xx\", or a list of these, found [404,\"4x\"]"
            ),
            ("{\"responses\": [{\"status\": 404, \"action\": \"ignore\"}]}", "ignore"),
            ("{\"retry\": {\"max_attempts\": 0}}", "max_attempts"),
            ("{\"rate\": {\"concurrency\": 65}}", "concurrency"),
        ])
    func refused(_ json: String, _ text: String) {
        #expect(Self.problem(json).contains(text), "\(Self.problem(json))")
    }

    @Test("offer no conditions for bodies that are streamed") func streamed() {
        let problem = Self.problem("{\"responses\": [{\"when\": \".a\", \"action\": \"skip\"}]}", isStreamed: true)
        #expect(problem.contains("when"))
    }
}
