import Foundation
import Pipeline
import SiteSupport
import TabpipeCommands
import TestSupport
import Testing

@Suite("The options of a component") struct OptionDescriptionTests: ~Copyable {
    private static var registry: Registry {
        var registry = Registry.standard
        registry.add(Feed.self)
        return registry
    }

    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: [String]) async throws -> Tabpipe.Outcome {
        try await Tabpipe.run(arguments, registry: Self.registry)
    }

    private static func file(_ options: String) -> String {
        #"{"source": {"type": "own_feed", \#(options)}, "sinks": [{"type": "jsonl", "to": "-"}]}"#
    }

    @Test("are described, also inside of objects and for each type") func described() async throws {
        let text = try await run(["describe", "own_feed"]).output
        #expect(
            text == """
                own_feed (source)
                  Reads nothing, but has many options.

                  options:
                    url (URL, takes {{$parameter}}, required)
                      The first page.
                    query (object of texts or lists of them, takes {{$parameter}})
                      Items of the query.
                    headers (object of texts, takes {{$parameter}}, default {"Accept":"application/json"})
                      Fields of the head.
                    body (JSON, takes {{$parameter}})
                      What is sent.
                    wait (number from 0 to 60, default 0.5)
                      Seconds between two requests.
                    max_items (integer of at least 1)
                      The largest number of items.
                    auth (object of type none|bearer|basic, default {"type":"none"})
                      The credentials.
                        type "none"
                          No credentials.
                        type "bearer"
                          A token in the header Authorization.
                            token (secret, takes {{$parameter}}, required)
                              The token.
                        type "basic"
                          A name and a password.
                            username (string, takes {{$parameter}}, required)
                              The name.
                            password (secret, takes {{$parameter}}, default "")
                              The password.
                    at (jq or object)
                      Where the next page is named.
                        header (string, takes {{$parameter}}, required)
                          The name of a header.
                    responses (object or list of them)
                      Rules for responses.
                        status (integer from 100 to 599, required)
                          A status.
                        when (jq)
                          A condition.
                    more (path, - or URL, or list of them, takes {{$parameter}})
                      Other inputs.
                    description (string)
                      A remark for readers of the file.

                  example:
                    { "type": "own_feed", "url": "https://example.org/" }

                """)
    }

    @Test("are in the manual page, also inside of objects and for each type") func manual() async throws {
        let text = try await run(["manual"]).output
        for entry in [
            #"type "bearer""#, "token (secret, takes {{$parameter}}, required)", "header (string, takes {{$parameter}}, required)",
            "status (integer from 100 to 599, required)",
        ] {
            #expect(text.replacing("\\-", with: "-").replacing(#"\(dq"#, with: "\"").contains(entry), "\(entry)")
        }
    }

    @Test("are explained with defaults and without secrets") func explained() async throws {
        let options =
            #""url": "https://u:hunter2@example.org/", "query": {"page": 1, "api_key": "hunter2"}, "#
            + #""auth": {"type": "basic", "username": "me", "password": "hunter2"}, "max_items": null, "body": {"secret": "hunter2"}"#
        let outcome = try await run(["explain", folder.write(Self.file(options), to: "p.json")])
        #expect(outcome.code == 0)
        #expect(!(outcome.output + outcome.messages).contains("hunter2"), "\(outcome)")
        let plan = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let source = try #require(plan["source"] as? NSDictionary)
        #expect(
            source == [
                "type": "own_feed", "url": "https://example.org/", "query": ["page": 1, "api_key": "***"],
                "headers": ["Accept": "application/json"], "body": ["secret": "***"], "wait": 0.5,
                "auth": ["type": "basic", "username": "me", "password": "***"],
            ])
        #expect(outcome.messages.contains("source.auth.password: this secret stands in the file itself"), "\(outcome.messages)")
    }

    /// Options of the source `own_feed`, and whether they are right.
    private static let files: [(options: String, isRight: Bool)] =
        [
            (#""url": "https://example.org/""#, true), (#""url": {"$file": "url.txt"}"#, true), (#""url": "posts.json""#, false),
            (#""url": "ftp://example.org/""#, false), (#""url": "https://""#, false), (#""query": {}"#, false),
        ]
        + [
            (#""query": {"a": "b", "limit": 1.5, "x": true, "tags": ["a", 1, false]}"#, true), (#""query": {"a": null}"#, false),
            (#""query": {"a": {}}"#, false), (#""query": {"a": [[]]}"#, false), (#""query": null"#, true), (#""query": "a""#, false),
            (#""headers": {"A": 1}"#, true), (#""headers": {"A": ["b"]}"#, false), (#""headers": null"#, false),
            (#""body": null"#, true), (#""body": [1, {"a": null}]"#, true), (#""body": "text""#, true),
            (#""wait": 0.25"#, true), (#""wait": 60"#, true), (#""wait": 60.5"#, false), (#""wait": -1"#, false), (#""wait": null"#, false),
            (#""wait": "1""#, false), (#""max_items": null"#, true), (#""max_items": 0"#, false), (#""max_items": 1.5"#, false),
            (#""auth": {"type": "none"}"#, true), (#""auth": {"type": "none", "token": "a"}"#, false), (#""auth": {}"#, false),
            (#""auth": null"#, false), (#""auth": "bearer""#, false), (#""auth": {"type": "baerer"}"#, false),
            (#""auth": {"type": "bearer", "token": "abc"}"#, true), (#""auth": {"type": "bearer"}"#, false),
            (#""auth": {"type": "bearer", "token": ""}"#, false), (#""auth": {"type": "bearer", "token": 1}"#, false),
            (#""auth": {"type": "bearer", "token": null}"#, false), (#""auth": {"type": "bearer", "token": "abc", "x": 1}"#, false),
            (#""auth": {"type": "basic", "username": "a"}"#, true),
            (#""auth": {"type": "basic", "username": "a", "password": null}"#, false),
            (#""auth": {"type": "basic", "username": "a", "password": ""}"#, true),
            (#""at": ".next""#, true), (#""at": {"header": "X"}"#, true), (#""at": {}"#, false), (#""at": {"header": "X", "x": 1}"#, false),
            (#""at": 1"#, false), (#""at": null"#, true), (#""responses": []"#, true), (#""responses": null"#, true),
            (#""responses": [{"status": 404}, {"status": 500, "when": null}]"#, true), (#""responses": [{"when": "."}]"#, false),
            (#""responses": {"status": 404}"#, true), (#""responses": [null]"#, false), (#""more": "a""#, true),
            (#""more": ["a", "-"]"#, true),
            (#""more": []"#, false), (#""more": [1]"#, false), (#""more": null"#, true), (#""description": null"#, true),
        ].map { (#""url": "https://example.org/", \#($0.0)"#, $0.1) }

    @Test(
        "are right for the JSON Schema where they are right for validate",
        .needs(SchemaValidator.isAvailable, "needs Python's jsonschema"))
    func schema() async throws {
        try folder.write("https://example.org/\n", to: "url.txt")
        let schema = try await run(["schema"]).output
        let valid = try await SchemaValidator.areValid(Self.files.map { Self.file($0.options) }, by: schema)
        try #require(valid.count == Self.files.count)
        for (file, isValid) in zip(Self.files, valid) {
            #expect(isValid == file.isRight, "the schema: \(file.options)")
            let outcome = try await run(["validate", folder.write(Self.file(file.options), to: "p.json")])
            #expect((outcome.code == 0) == file.isRight, "validate: \(file.options): \(outcome.messages)")
        }
    }
}
