import JSONParsing
import TestSupport
import Testing
@testable import Pipeline

@Suite("An option with a secret") struct OptionSecretTests {
    private typealias Read = @Sendable (inout OptionReader) -> String

    /// The text, what messages show, and whether it is secret.
    private static func phrase(_ text: MaskedText) -> String { "\(text.value) \(text.shown) \(text.isSecret)" }

    private static let token: Read = { phrase($0.read("token", .secret, help: "A token.")) }
    private static let maybe: Read = { $0.readIfPresent("token", .secret, help: "A token.").map(phrase) ?? "none" }
    private static let password: Read = { phrase($0.read("password", .secretOrEmpty, default: MaskedText(""), help: "A password.")) }

    static let secrets = [
        OptionExample("literal secret", #"{"token": "hunter2"}"#, "hunter2 *** true", read: token),
        OptionExample("optional secret", #"{"token": "hunter2"}"#, "hunter2 *** true", read: maybe),
        OptionExample("optional secret that is missing", "{}", "none", read: maybe),
        OptionExample("default of a secret, which is not secret", "{}", "  false", read: password),
        OptionExample("empty secret", #"{"token": ""}"#, "options:1:11: token: expected a text, found an empty one", read: token),
        OptionExample("number for a secret", #"{"token": 123456}"#, "options:1:11: token: expected a text, found a number", read: token),
        OptionExample("list for a secret", #"{"token": ["hunter2"]}"#, "options:1:11: token: expected a text, found a list", read: token),
        OptionExample("secret that is missing", "{}", "options:1:1: \"token\" is missing; it is a text", read: token),
        OptionExample("required secret that is null", #"{"token": null}"#, "options:1:11: token: expected a text, found null", read: token),
        OptionExample(
            "secret that another message quotes", #"{"token": "hunter2", "hunter2": 1}"#, #"options:1:22: ***: unknown option "***""#,
            read: token),
    ]

    private static func phrase(_ texts: [(key: String, value: MaskedText)]?) -> String {
        texts.map { $0.map { "\($0.key)=\($0.value.value)|\($0.value.shown)" }.joined(separator: " ") } ?? "none"
    }

    private static let query: Read = { phrase($0.readIfPresent("query", .textMap(allowsLists: true), help: "A query.")) }
    private static let headers: Read = { phrase($0.read("headers", .textMap(), help: "Headers.")) }
    private static let defaults: Read = {
        phrase($0.read("headers", .textMap(), default: [("Accept", MaskedText("*/*"))], help: "Headers."))
    }

    static let maps = [
        OptionExample(
            "texts of strings, numbers and booleans", #"{"query": {"a": "b", "limit": 100, "x": 1.50, "archived": false}}"#,
            "a=b|b limit=100|100 x=1.50|1.50 archived=false|false", read: query),
        OptionExample("texts in a list", #"{"query": {"tag": ["a", 2, true], "none": []}}"#, "tag=a|a tag=2|2 tag=true|true", read: query),
        OptionExample("texts that are null", #"{"query": null}"#, "none", read: query),
        OptionExample("default of texts", "{}", "Accept=*/*|*/*", read: defaults),
        OptionExample(
            "texts with sensitive names", #"{"headers": {"X-Api-Key": "hunter2", "Cookie": "a=b", "Author": "me"}}"#,
            "X-Api-Key=hunter2|*** Cookie=a=b|*** Author=me|me", read: headers),
        OptionExample(
            "URL among texts", #"{"headers": {"Referer": "https://u:p@example.org/"}}"#,
            "Referer=https://u:p@example.org/|https://example.org/", read: headers),
        OptionExample(
            "list where none is allowed", #"{"headers": {"Accept": ["a"]}}"#,
            "options:1:24: headers.Accept: expected a string, a number or a boolean, found a list", read: headers),
        OptionExample(
            "null and object among texts", #"{"query": {"a": null, "b": [{}]}}"#,
            """
            options:1:17: query.a: expected a string, a number, a boolean or a list of them, found null
            options:1:29: query.b[0]: expected a string, a number or a boolean, found an object
            """, read: query),
        OptionExample(
            "string for texts", #"{"headers": "a"}"#,
            #"options:1:13: headers: expected an object whose values are strings, numbers or booleans, found "a""#, read: headers),
        OptionExample(
            "texts that are missing", "{}",
            "options:1:1: \"headers\" is missing; it is an object whose values are strings, numbers or booleans", read: headers),
    ]

    private static let body: Read = {
        let body = $0.read("body", .json, help: "A body.")
        return "\(body.value.compactText) \(body) \(body.isSecret)"
    }
    private static let defaultBody: Read = { "\($0.read("body", .json, default: MaskedJSON(["a": 1]), help: "A body."))" }

    static let bodies = [
        OptionExample(
            "JSON value", #"{"body": {"a": [1, null, {"b": 1.0}]}}"#, #"{"a":[1,null,{"b":1.0}]} {"a":[1,null,{"b":1.0}]} false"#,
            read: body),
        OptionExample("JSON value null", #"{"body": null}"#, "null null false", read: body),
        OptionExample("default of a JSON value", "{}", #"{"a":1}"#, read: defaultBody),
        OptionExample(
            "JSON value with sensitive names", #"{"body": {"client_secret": "hunter2", "max_tokens": 9, "in": [{"password": "p"}]}}"#,
            #"{"client_secret":"hunter2","max_tokens":9,"in":[{"password":"p"}]} {"client_secret":"***","max_tokens":9,"in":[{"password":"***"}]} true"#,
            read: body),
        OptionExample("JSON value that is missing", "{}", "options:1:1: \"body\" is missing; it is a JSON value", read: body),
    ]

    @Test("is read, or is a problem with its place", arguments: secrets + maps + bodies) func read(_ example: OptionExample) {
        #expect(example.outcome == example.expected)
    }

    static let effective: [(OptionExample, String)] = [
        (OptionExample("", #"{"token": "hunter2"}"#, "", read: token), #"{"token":"***"}"#),
        (OptionExample("", "{}", "", read: password), #"{"password":""}"#),
        (OptionExample("", #"{"query": {"key": ["a", "b"], "page": 1.0}}"#, "", read: query), #"{"query":{"key":"***","page":1.0}}"#),
        (OptionExample("", #"{"body": {"a": 1, "token": "x"}}"#, "", read: body), #"{"body":{"a":1,"token":"***"}}"#),
    ]

    @Test("is explained without the secret", arguments: effective) func explained(_ example: OptionExample, _ expected: String) {
        #expect(example.effective == expected)
    }

    /// A source whose options hold secrets.
    struct SecretSource: Source {
        static let name = "secret"
        static let summary = "Reads options."
        static let example = ""
        let token: MaskedText
        let headers: [(key: String, value: MaskedText)]
        let body: MaskedJSON?

        init(options: inout OptionReader) {
            _ = options.read("url", .address, default: MaskedText("https://example.org/"), help: "A URL.")
            token = options.read(
                "auth", .variant([OptionVariant("bearer", help: "A token.") { $0.read("token", .secret, help: "The token.") }]),
                help: "Credentials.")
            headers = options.read("headers", .textMap(), default: [], help: "Headers.")
            body = options.readIfPresent("body", .json, help: "A body.")
            _ = options.readIfPresent("into", .newField, help: "A field of the records.")
            _ = options.readIfPresent("renamed", .fieldMoves, help: "Fields with other names.")
        }

        var hooks: Hooks { .none }
        var continuation: SourceContinuation { .none }

        func run(into output: inout RecordWriter) async throws {}
    }

    private func plan(
        _ source: String, start: String = "", environment: [String: String] = [:], parameters: [String: String] = [:]
    ) throws(PipelineFileError) -> PipelinePlan {
        var registry = PipelineFileTests.registry
        registry.add(SecretSource.self)
        let text = #"{\#(start)"source": {"type": "secret", \#(source)}, "sinks": [{"type": "memory"}]}"#
        return try PipelineReader.read(
            text: Array(text.utf8), file: "p.json", registry: registry,
            settings: PipelineSettings(parameters: parameters, environment: environment))
    }

    @Test("from the environment is shown as its node, and needs no advice") func environment() throws {
        let plan = try plan(
            #""auth": {"type": "bearer", "token": {"$env": "T"}}, "headers": {"X": {"$env": "T"}}, "body": {"a": [{"$env": "T"}]}"#,
            environment: ["T": "hunter2"])
        let source = try #require(plan.source?.component as? SecretSource)
        #expect(source.token.value == "hunter2" && source.token.shown == "$env.T")
        #expect(source.headers.map { "\($0.key) \($0.value.value) \($0.value)" } == ["X hunter2 $env.T"])
        #expect(source.body?.value == ["a": ["hunter2"]] && source.body?.shown == ["a": ["***"]] && source.body?.isSecret == true)
        #expect(plan.declaration.warnings == [])
        #expect(
            JSONValue.object(try #require(plan.source?.common.options)).compactText
                == #"{"url":"https://example.org/","auth":{"type":"bearer","token":"***"},"headers":{"X":"***"},"body":{"a":["***"]}}"#)
    }

    @Test("that is empty is an error that names the variable") func empty() throws {
        let error = #expect(throws: PipelineFileError.self) {
            _ = try plan(#""auth": {"type": "bearer", "token": {"$env": "T"}}"#, environment: ["T": ""])
        }
        #expect(error?.list.map(\.message) == ["expected a text, found an empty one: $env.T"])
    }

    @Test("in the file itself is masked, too, and causes a warning") func literal() throws {
        let plan = try plan(#""auth": {"type": "bearer", "token": "hun\u0074er2"}, "headers": {"Authorization": "Bearer abcdef"}"#)
        #expect(plan.secrets.masked("hunter2 Bearer abcdef, abcdef") == "*** ***, ***")
        #expect(
            plan.declaration.warnings
                == ["p.json:1:67: source.auth.token", "p.json:1:113: source.headers.Authorization"].map {
                    #"\#($0): this secret stands in the file itself; { "$env": "NAME" } takes a secret from the environment, and { "$file": "path" } from a file"#
                })
    }

    /// Options behind the token, and the places of the warnings.
    static let warned = [
        (#""headers": {"Authorization": "Bearer abcdef", "X-Api-Key": "k3y-k3y"}"#, ["headers.Authorization", "headers.X-Api-Key"]),
        (#""headers": {"Authorization": {"$env": "T"}, "X-Sort-Key": "name", "X-Other": "Abcdef1"}"#, []),
        (#""body": {"a": [{"client_secret": "Abcdef1"}], "token": {"$env": "T"}, "key": "id"}"#, ["body.a[0].client_secret"]),
        (#""body": {"x_token": {"$param": "t"}}"#, []),
    ]

    @Test("in a header or a body of the file itself causes a warning, too", arguments: warned)
    func warning(_ options: String, _ places: [String]) throws {
        let plan = try plan(
            #""auth": {"type": "bearer", "token": {"$env": "T"}}, \#(options)"#,
            start: #""parameters": {"t": {"default": "Hunter2", "help": "A token."}}, "#, environment: ["T": "hunter2"])
        #expect(plan.declaration.warnings.count == places.count, "\(plan.declaration.warnings)")
        for (warning, place) in zip(plan.declaration.warnings, places) {
            #expect(warning.contains(": source.\(place): this secret stands in the file itself"), "\(warning)")
        }
    }

    @Test("is not quoted, also if it looks like a word", arguments: ["hunter", "bearer", "12345678"])
    func word(_ word: String) throws {
        for options in [#""headers": {"X-Api-Key": "\#(word)"}"#, #""body": {"password": "\#(word)"}"#] {
            let error = #expect(throws: PipelineFileError.self) {
                try plan(#""auth": {"type": "bearer", "token": {"$env": "T"}}, \#(options), "nosuch": 1"#, environment: ["T": "other"])
            }
            let text = try #require(error).description.replacing(#""type": "bearer""#, with: "")
            #expect(!text.contains(word) && text.contains(#""***""#), "\(text)")
        }
    }

    @Test(
        "is no name of a new field, which every record would show",
        arguments: [#""into": {"$env": "F"}"#, #""renamed": {"a": {"$env": "F"}}"#])
    func newField(_ option: String) throws {
        let error = #expect(throws: PipelineFileError.self) {
            try plan(#""auth": {"type": "bearer", "token": {"$env": "T"}}, \#(option)"#, environment: ["T": "other", "F": ".hunter2"])
        }
        let expected = "$env.F is secret, and outputs show the names of their fields; write the name here"
        #expect(error?.list.map(\.message) == [expected])
    }

    @Test("from the environment is masked whatever it looks like") func plainWord() throws {
        let plan = try plan(
            #""auth": {"type": "bearer", "token": {"$env": "T"}}, "headers": {"X-Sort-Key": {"$env": "W"}}, "body": {"session": {"$env": "V"}}"#,
            environment: ["T": "other", "W": "hunter", "V": "bearer"])
        #expect(plan.secrets.masked("hunters of a bearer") == "***s of a ***")
    }

    @Test("from a parameter is masked in the parameter, too") func parameter() throws {
        let start = #""parameters": {"t": {"default": "hunter2", "help": "A token."}}, "#
        let source = #""auth": {"type": "bearer", "token": {"$param": "t"}}"#
        for parameters in [[:], ["t": "hunter3"]] {
            let shown = JSONValue.object(try plan(source, start: start, parameters: parameters).declaration.parameters)
            #expect(shown == ["t": ["default": "***", "help": "A token."]])
        }
        #expect(try plan(source, start: start).secrets.masked("hunter2") == "***")
    }

    @Test("from a file lacks the line break at its end", arguments: ["hunter2", "hunter2\n", "hunter2\r\n"])
    func file(_ content: String) throws {
        let folder = try ScratchFolder()
        try folder.write(content, to: "token.txt")
        let plan = try plan(#""auth": {"type": "bearer", "token": {"$file": "\#(folder.path)/token.txt"}}, "url": "https://example.org/a""#)
        #expect((plan.source?.component as? SecretSource)?.token.value == "hunter2")
        #expect(plan.declaration.inputPlace(of: PipelineFailure(.inputMissing, ""))?.path == "source.url")
    }

    @Test(
        "is not in the quoted line of a problem",
        arguments: [
            #""auth": {"type": "bearer", "token": "hunter2"}, "nosuch": 1"#,
            #""auth": {"type": "bearer", "token": "hun\u0074er2"}, "nosuch": 1"#,
            #""auth": {"type": "bearer", "tokn": "hunter2"}"#, #""auth": {"type": "bearer", "token": ["hunter2"]}"#,
            #""auth": {"type": "nosuch", "token": "hunter2"}"#, #""auth": {"token": "hunter2"}"#, #""auth": "hunter2""#,
            #""auth": {"type": "bearer", "token": {"$env": "T"}}, "hedaers": {"X-Api-Key": "hunter2"}"#,
            #""auth": {"type": "bearer", "token": {"$env": "T"}}, "headers": {"Authorization": ["Bearer hunter2"]}"#,
            #""auth": {"type": "bearer", "token": {"$env": "T"}}, "body": {"password": "hunter2"}, "nosuch": 1"#,
        ])
    func problem(_ source: String) throws {
        let error = #expect(throws: PipelineFileError.self) { try plan(source, environment: ["T": "other"]) }
        let text = try #require(error).description
        #expect(!text.contains("hunter2") && !text.contains(#"hun\u0074er2"#), "\(text)")
        #expect(text.contains("***"), "\(text)")
    }

    @Test("of a source that does not exist is not quoted") func unknownSource() throws {
        let text = #"{"source": {"type": "htp", "auth": {"type": "bearer", "token": "hunter2"}}, "sinks": [{"type": "memory"}]}"#
        let message = PipelineFileTests.complaints(text)
        #expect(message.contains(#"no source is called "htp""#) && !message.contains("hunter2"), "\(message)")
    }

    @Test("in options in code is masked in a plan") func inCode() throws {
        var registry = Registry()
        registry.add(SecretSource.self)
        let plan = try PipelinePlan(
            name: "p", source: "secret", json: #"{"auth": {"type": "bearer", "token": "hunter2"}}"#, from: registry)
        #expect(plan.secrets.masked("hunter2") == "***")
    }

    @Test("lists of --set have no place in the file") func placedParameters() throws {
        let start = #""parameters": {"l": {"default": {}}}, "#
        let long = "{\"a\": \"\(String(repeating: "x", count: 9000))\", \"b\": null}"
        let source = #""auth": {"type": "bearer", "token": {"$env": "T"}}, "headers": {"$param": "l"}"#
        let error = #expect(throws: PipelineFileError.self) {
            try plan(source, start: start, environment: ["T": "hunter2"], parameters: ["l": long])
        }
        #expect(
            error?.messages == ["p.json:1:17: source.headers.b: expected a string, a number or a boolean, found null"],
            "\(error?.messages ?? [])")
    }
}
