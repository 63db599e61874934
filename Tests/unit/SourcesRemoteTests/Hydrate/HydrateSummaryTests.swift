import JSONParsing
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import Pipeline

@Suite("The summary of the stage hydrate", .startsOnIdlePool, .timeLimit(.minutes(5))) struct HydrateSummaryTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The options beside `url`.
        let options: String
        var records = [#"{"id":1,"m":[{"id":1},{"id":2}]}"#, #"{"id":2,"m":[{"id":3}]}"#]
        /// The sentences about the stage.
        let notes: [String]
        var warnings: [String] = []
    }

    private static let examples = [
        Example(
            testDescription: "warns if on_status keeps every record", options: #""on_status": {"404": "keep"}"#,
            records: [#"{"id":1}"#, #"{"id":2}"#], notes: ["0 completed from 2 URLs", "2 kept with the status 404"],
            warnings: [#"stages[0]: no record was completed, 2 kept with the status 404; is "url" right?"#]),
        Example(
            testDescription: "warns if on_status keeps and drops all elements",
            options: #""each": ".m[]", "on_status": {"404": "keep", "4xx": "drop"}"#,
            records: [#"{"m":[{"id":1},{"id":410}]}"#, #"{"m":[{"id":3}]}"#],
            notes: ["0 completed from 3 URLs", "2 kept with the status 404", "1 dropped by \"on_status\""],
            warnings: [#"stages[0]: no element was completed, 2 kept with the status 404, 1 dropped by "on_status"; is "url" right?"#]),
        Example(
            testDescription: "does not warn if one element was completed", options: #""each": ".m[]", "on_status": {"404": "drop"}"#,
            records: [#"{"m":[{"id":1},{"id":200}]}"#], notes: ["1 completed from 2 URLs", "1 dropped by \"on_status\""]),
        Example(
            testDescription: "says that when chose no record", options: #""when": ".id == 0""#,
            notes: [#"no record was hydrated: "when" was true for none of 2 records"#]),
        Example(
            testDescription: "says that when chose no element", options: #""each": ".m[]", "when": ".id == 0""#,
            notes: [#"no record was hydrated: "when" was true for none of 3 elements"#]),
        Example(
            testDescription: "says that no record has an element", options: #""each": ".m[]""#, records: [#"{"m":[]}"#, #"{"m":null}"#],
            notes: ["no record was hydrated: none of 2 records has .m[]"], warnings: ["stages[0].each: no record had a field .m[]"]),
        Example(testDescription: "is silent without records", options: #""when": ".id == 0""#, records: [], notes: []),
    ]

    @Test("tells what happened, and what is most likely a mistake", arguments: examples) func summary(_ example: Example) async throws {
        let run = try await HydrateRun(
            #"{"type": "hydrate", "url": "https://api.example.org/m/{{.id}}", \#(example.options)}"#, records: example.records
        ) { request in
            switch request.address.path {
            case "/m/200": .scripted(body: "{}")
            case "/m/410": .scripted(410)
            default: .scripted(404)
            }
        }
        #expect(run.report.notes.filter { $0.hasPrefix("hydrate: ") } == example.notes.map { "hydrate: \($0)" })
        #expect(run.report.warnings == example.warnings)
    }

    @Test(
        "warns of responses that are one page of a list",
        arguments: [
            (#"{"comments": [1], "next": "/m?page=2"}"#, nil, ".", ".next names the next one"),
            ("[1]", "</m?page=2>; rel=next", "{c: .}", "the header Link names the next one"),
            ("[1]", nil, "{c: .}", nil),
            (#"{"comments": [1], "next": null}"#, nil, ".", nil),
            // The next message, and no page.
            (#"{"body": "b", "next": "/m/2"}"#, nil, ".", nil),
        ] as [(String, String?, String, String?)])
    func listPage(_ body: String, _ link: String?, _ merge: String, _ sign: String?) async throws {
        let run = try await HydrateRun(
            #"{"type": "hydrate", "url": "https://api.example.org/m/{{.id}}", "merge": "\#(merge)", "concurrency": 1}"#,
            records: [#"{"id":1}"#, #"{"id":2}"#]
        ) { _ in
            var headers: HTTPHeaders = ["Content-Type": "application/json"]
            headers["Link"] = link
            return .scripted(200, headers, body: body)
        }
        #expect(run.values.count == 2)
        let warnings = [sign].compactMap(\.self).map {
            "stages[0]: 2 responses were one page of a list, and there is more, such as at https://api.example.org/m/1: \($0); "
                + #""items", "into" and "paging" read all pages"#
        }
        #expect(run.report.warnings == warnings)
    }

    @Test("is preceded by a hint for a list without items") func list() async throws {
        let run = try await HydrateRun(
            #"{"type": "hydrate", "url": "https://api.example.org/m/{{.id}}"}"#, records: [#"{"id":1}"#]
        ) { _ in .scripted(body: "[]") }
        #expect(
            run.rejects == [
                #"https://api.example.org/m/1: merge: expected an object, found an array; "items" and "into" read a list"#
            ])
    }
}
