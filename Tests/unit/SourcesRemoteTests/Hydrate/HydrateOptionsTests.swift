@testable import Pipeline
import Testing

@testable import SourcesRemote

@Suite("The options of the stage hydrate") struct HydrateOptionsTests {
    @Test(
        "are refused where they do not fit",
        arguments: [
            ("", #""url" is missing"#),
            (#""url": "{{.url}}""#, "expected an http(s) URL that names its host and a slash before the first {{ }}, found \"{{.url}}\""),
            (#""url": """#, "expected an http(s) URL that names its host"),
            (#""url": {"from": ".a", "allow_hosts": ["https://x/"]}"#, "expected a host such as"),
            (#""url": {}"#, #""from" is missing"#),
            (#""url": "https://a.test/{{.id}}", "items": ".[]""#, "\"items\" needs \"into\", the field that gets the list"),
            (#""url": "https://a.test/{{.id}}", "into": "x""#, "\"into\" needs \"items\""),
            (#""url": "https://a.test/{{.id}}", "id": ".id""#, "\"id\" needs \"items\""),
            (#""url": "https://a.test/{{.id}}", "items": ".[]", "into": "a[].x""#, "expected the path of one field"),
            (#""url": "https://a.test/{{.id}}", "items": ".[]", "into": "x", "merge": ".""#, "use one of them"),
            (#""url": "https://a.test/{{.id}}", "paging": {"type": "page"}"#, "\"paging\" needs \"items\""),
            (
                #""url": "https://a.test/{{.id}}", "items": ".[]", "into": "x", "paging": {"type": "cursor", "at": ".c", "send_as": {"json": ".c"}}"#,
                "needs \"method\": \"POST\""
            ),
            (
                #""url": "https://a.test/{{.id}}", "on_status": {"404": "skip"}"#,
                "expected \"keep\", \"drop\", \"fail\" for 404, found \"skip\""
            ),
            (#""url": "https://a.test/{{.id}}", "on_status": {"200": "keep"}"#, "expected a status from 400 to 599"),
            (#""url": "https://a.test/{{.id}}", "rate": {"concurrency": 3}"#, "unknown option \"concurrency\""),
            (#""url": "https://a.test/{{.id}}", "concurrency": 65"#, "expected an integer from 1 to 64"),
            (#""url": "https://a.test/{{.id}}?limit={{.x}}", "query": {"limit": 1}, "concurency": 1"#, "did you mean \"concurrency\"?"),
            (
                #""url": "https://a.test/{{.id}}", "headers": {"X-Id": "{{.id}}"}"#,
                "{{.id}} reads a record, and this text is the same for all; {{$name}} puts in a parameter; \"url\" takes fields"
            ), (#""url": "https://a.test/{{.id}}", "query": {"id": "{{.id}}"}"#, "\"url\" takes fields"),
            (#""url": "https://a.test/x#{{.id}}""#, "no server gets what stands behind"),
            (#""url": "https://a.test/x?limit=1&id={{.id}}", "query": {"limit": 1}"#, "\"url\" has the query item \"limit\", too"),
        ])
    func refused(_ options: String, _ message: String) {
        #expect { try HydrateStage(json: "{\(options)}") } throws: { "\($0)".contains(message) }
    }

    @Test("have one message for a URL that is missing") func missing() throws {
        var options = try OptionReader(json: "{}")
        _ = HydrateStage(options: &options)
        #expect(options.problems.count == 1)
    }

    private static let from = #"{"from": ".u", "allow_hosts": ["other.example.org"]}"#

    @Test(
        "warn of secrets that do not go to the hosts that elements may name",
        arguments: [
            (from + #", "headers": {"X-Token": "secret-of-the-stage"}"#, true),
            (from + #", "headers": {"Accept": "a/b"}"#, false),
            (from + #", "headers": {"X-Token": "secret-of-the-stage"}, "auth": {"type": "none"}"#, false),
            (#"{"from": ".u"}, "headers": {"X-Token": "secret-of-the-stage"}"#, false),
            (#""https://other.example.org/{{.id}}", "headers": {"X-Token": "secret-of-the-stage"}"#, false),
        ])
    func unsentSecrets(_ url: String, _ isWarned: Bool) throws {
        let plan = try HydrateRun.plan(#"{"type": "hydrate", "url": \#(url)}"#)
        let message =
            #"stages[0].headers: without "auth", these secrets go where those of the source go, and not to "allow_hosts" of "url""#
        #expect(plan.declaration.warnings.contains { $0.contains(message) } == isWarned, "\(plan.declaration.warnings)")
    }
}
