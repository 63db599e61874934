import JSONParsing
import TestSupport
import Testing
import WebAddresses

@testable import Pipeline

@Suite("A text with parameters") struct ParameterTextTests {
    /// A reader whose programs know parameters.
    static func reader(_ json: String, _ parameters: KeyValuePairs<String, JSONValue>, secrets: [String] = []) throws -> OptionReader {
        var options = try OptionReader(json: json)
        options.values.add(
            parameters.map {
                QueryConstants.Constant(name: $0.key, value: $0.value, secrets: secrets.contains($0.key) ? [$0.value.string ?? ""] : [])
            })
        return options
    }

    static func json(_ text: String) -> String { "{\"o\": \(JSONValue.string(text).compactText)}" }

    /// The text of an option of a place, and its problems.
    static func filled(_ text: String, _ value: JSONValue, as syntax: FilledText.TextSyntax) throws -> (text: String?, problems: [String]) {
        var options = try reader(json(text), ["v": value])
        let found: String
        switch syntax {
        case .text: found = options.read("o", .string, help: "A text.")
        case .json: found = options.read("o", .json, help: "A value.").value.string ?? ""
        case .path: found = options.read("o", .path, help: "A path.").value
        case .address: found = options.read("o", .address, help: "A URL.").value
        }
        return (options.problems.isEmpty ? found : nil, options.problems.map(\.message))
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let syntax: FilledText.TextSyntax
        let text: String
        let value: JSONValue
        let found: String
        var testDescription: String { "\(syntax): \(text)" }

        init(_ syntax: FilledText.TextSyntax, _ text: String, _ value: JSONValue, _ found: String) {
            (self.syntax, self.text, self.value, self.found) = (syntax, text, value, found)
        }
    }

    @Test(
        "has each value encoded for its place",
        arguments: [
            Example(.text, "repo:{{$v}} is:open", "a/b", "repo:a/b is:open"), Example(.text, "{{ $v + 1 }}", 2, "3"),
            Example(.text, "{{$v.x[0]}}!", ["x": ["y"]], "y!"), Example(.text, "{{$v}}", ["a": 1], #"{"a":1}"#),
            Example(.text, #"{{"{{"}}.Names}} {{$v}}"#, "x", "{{.Names}} x"), Example(.json, "a \"{{$v}}\"", "\"}", "a \"\"}\""),
            Example(.address, "https://a.test/r/{{$v}}/x", "a b/ü", "https://a.test/r/a%20b%2F%C3%BC/x"),
            Example(.address, "https://a.test/r?q={{$v}}&n=1", "a&b=c #", "https://a.test/r?q=a%26b%3Dc%20%23&n=1"),
            Example(.address, "https://{{$v}}.a.test/x", "acme", "https://acme.a.test/x"),
            Example(.address, "https://api-{{$v}}.a.test/x", "eu-1", "https://api-eu-1.a.test/x"),
            Example(.address, "http://{{$v}}:8080/x", "api.example.com", "http://api.example.com:8080/x"),
            Example(.address, "http://localhost:{{$v}}/x", 8080, "http://localhost:8080/x"),
            Example(.path, "out-{{$v}}.jsonl", "2024:05", "out-2024-05.jsonl"), Example(.path, "in/{{$v}}/*.json", "a*b", "in/a-b/*.json"),
        ])
    func encoded(_ example: Example) throws {
        let (text, problems) = try Self.filled(example.text, example.value, as: example.syntax)
        #expect(problems == [] && text == example.found)
    }

    @Test(
        "refuses what does not fit its place, with the cure",
        arguments: [
            Example(.text, "{{$w}}", "x", "the variable $w is not defined; did you mean \"$v\"?"),
            Example(
                .text, "{{$shard}}", "x",
                "the variable $shard is not defined; the name of the shard stands in paths of outputs and in arguments of programs"),
            Example(.text, "{{.id}}", "x", "{{.id}} reads a record, and this text is the same for all; {{$name}} puts in a parameter"),
            Example(.text, "{{.}}", "x", "{{.}} reads a record, and this text is the same for all; {{$name}} puts in a parameter"),
            Example(.text, "{{$v}}", .null, "{{$v}} gives null or nothing, and the text needs a value"),
            Example(.text, "{{$v | error}}", "no", "no"),
            Example(.text, "{{$v", "x", "\"{{\" without \"}}\"; {{\"{{\"}} gives the two braces themselves"),
            Example(.address, "https://a.test/{{$v}}", "..", "{{$v}}: \"..\" would lead to another path"),
            Example(.address, "https://a.test/{{$v}}/x", "", "{{$v}} is empty, and so the URL would name something else"),
            Example(.address, "https://a.test/%2e%2E/{{$v}}", "x", "the path has a segment \".\" or \"..\", which leads elsewhere"),
            Example(.address, "https://a.test/x#{{$v}}", "a", "{{$v}}: no server gets what stands behind \"#\""),
            Example(
                .address, "https://a.test{{$v}}", "x", "{{$v}}: a slash is missing in front of it, or a value would choose another host"),
            Example(.address, "https://a.test:{{$v}}/", "80@b", "{{$v}}: expected the number of a port, found \"80@b\""),
            Example(.address, "https://u:{{$v}}@a.test/", "x", "a URL with values has no user; the option \"auth\" has it"),
            Example(
                .address, "https://{{$v}}.a.test/", "b.test/",
                "{{$v}}: expected letters, digits and \"-\" in the host, found \"b.test/\"; { \"$param\": \"name\" } takes a whole URL"),
            Example(
                .address, "https://{{$v}}/x", "b.test/y",
                "{{$v}}: expected the name of a host, found \"b.test/y\"; { \"$param\": \"name\" } takes a whole URL"),
            Example(
                .address, "{{$v}}/x", "https://a.test",
                "{{$v}}: a URL begins with \"https://\" in the template itself; the host may be a value, as in https://{{$host}}/…, and "
                    + "{ \"$param\": \"name\" } takes a whole URL"),
            Example(
                .path, "{{$v}}/x.json", "/etc",
                "{{$v}}: a value in a path is one name, without slashes, found \"/etc\"; { \"$param\": \"name\" } takes a whole path"),
            Example(.path, "a/{{$v}}", ".ssh", "{{$v}}: the file name \".ssh\" has nothing in front of its dot"),
            Example(.path, "a/x{{$v}}", "..", "{{$v}}: \"..\" is no name of a file, and the path would be another one"),
            Example(.path, "{{$v}}", "-", "the value \"-\" would stand for a stream, and not for a file"),
        ])
    func refused(_ example: Example) throws {
        #expect(try Self.filled(example.text, example.value, as: example.syntax).problems == [example.found])
    }

    @Test(
        "has advice on what does not compile",
        arguments: [
            ("{{v}}", "{{$v}} puts in the parameter; {{\"{{\"}} gives the two braces themselves"),
            ("{{owner}}", "{{$name}} puts in a parameter (there is $v); {{\"{{\"}} gives the two braces themselves"),
        ])
    func advice(_ text: String, _ help: String) throws {
        var options = try Self.reader(Self.json(text), ["v": "x"])
        _ = options.read("o", .string, help: "A text.")
        #expect(options.problems.map(\.help) == [help])
    }

    @Test("is not changed by a hostile value beyond its place", arguments: HostileValues.all) func hostile(_ value: String) throws {
        let text = JSONValue.string(value)
        #expect(try Self.filled("a {{$v}} b", text, as: .text).text == "a \(value) b")
        #expect(try Self.filled("a {{$v}} b", text, as: .json).text == "a \(value) b")
        for place in ["https://a.test/x/{{$v}}/y", "https://a.test/x/y?q={{$v}}", "https://{{$v}}.a.test/x/y"] {
            guard let address = try Self.filled(place, text, as: .address).text else { continue }
            let parts = try #require(URLReference(quoted: address))
            let server = try #require(parts.server)
            #expect(server.host == "a.test" || server.host == "\(value).a.test" && value.utf8.allSatisfy { $0 != UInt8(ascii: ".") })
            #expect(parts.path.utf8.count { $0 == UInt8(ascii: "/") } == (place.contains("/x/{{") ? 3 : 2))
            #expect(server.userInfo == nil && parts.fragment == nil && !address.utf8.contains { $0 <= 0x20 || $0 >= 0x7F })
            #expect(parts.query?.contains("&") != true && !AddressValue.leadsElsewhere(parts.path))
        }
        for place in ["in/{{$v}}/a.json", "in/b-{{$v}}.json", "{{$v}}.json"] {
            guard let path = try Self.filled(place, text, as: .path).text else { continue }
            #expect(path.utf8.count { $0 == UInt8(ascii: "/") } == place.utf8.count { $0 == UInt8(ascii: "/") })
            let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            #expect(names.allSatisfy { !$0.isEmpty && !$0.elementsEqual("..".utf8) && $0.count <= 255 && !$0.contains { $0 < 0x20 } })
            #expect(!path.isWebAddress && path != "-")
        }
    }

    @Test("can be an item of a list, a member of an object, or a string of a body") func inside() throws {
        var options = try Self.reader(
            #"{"l": ["{{$v}}", "b"], "m": {"a": ["{{$v}}", 1]}, "j": {"a": [{"b": "{{$v}}"}]}, "s": "{{$v}}", "i": ["in/{{$v}}", "https://a.test/{{$v}}"], "k": "{{$v}}"}"#,
            ["v": "x y"])
        #expect(options.read("l", .list(of: .string, isEmptyAllowed: false), help: "Texts.") == ["x y", "b"])
        #expect(options.read("k", .list(of: .string), help: "Texts.") == ["x y"])
        #expect(options.read("m", .textMap(allowsLists: true), help: "Texts.").map(\.value.value) == ["x y", "1"])
        #expect(options.read("j", .json, help: "A value.").value == ["a": [["b": "x y"]]])
        #expect(options.read("s", .secret, help: "A secret.").value == "x y")
        #expect(
            options.read("i", .list(of: .input, isEmptyAllowed: false), help: "Inputs.").map(\.name) == ["in/x y", "https://a.test/x%20y"])
        #expect(options.problems.isEmpty && options.warnings.isEmpty)
    }

    @Test("takes a document of GraphQL as it stands, and warns of a value in it") func graphQL() throws {
        var options = try Self.reader(
            #"{"b": {"query": "query($id: ID!) { node(id: $id) { id } }", "variables": {"id": "{{$v}}"}}, "c": {"query": "{ a(id: \"{{$v}}\") { b } }"}, "d": {"query": "repo:{{$v}}"}}"#,
            ["v": "x"])
        #expect(
            options.read("b", .json, help: "A body.").value == [
                "query": "query($id: ID!) { node(id: $id) { id } }", "variables": ["id": "x"],
            ])
        #expect(options.read("c", .json, help: "A body.").value == ["query": "{ a(id: \"{{$v}}\") { b } }"])
        #expect(options.read("d", .json, help: "A body.").value == ["query": "repo:x"])
        #expect(
            options.warnings.map { "\($0.path): \($0.message)" } == [
                "c.query: \"{{$v}}\" stays as it is; a document of GraphQL takes its values from \"variables\" beside it"
            ])
    }

    @Test("shows what is not secret, and no secret in any form") func secrets() throws {
        var options = try Self.reader(
            #"{"u": "https://a.test/{{$o}}?x={{$t}}", "p": "out-{{$t}}-{{$o}}.jsonl", "s": "a {{$t[1:]}}", "j": {"q": "{{$o}} {{$t | @base64}}"}}"#,
            ["o": "acme", "t": "s3cr3t+t0k3n"], secrets: ["t"])
        let address = options.read("u", .address, help: "A URL.")
        #expect(address.value == "https://a.test/acme?x=s3cr3t%2Bt0k3n" && address.shown == "https://a.test/acme?x=***")
        let path = options.read("p", .path, help: "A path.")
        #expect(path.value == "out-s3cr3t+t0k3n-acme.jsonl" && path.shown == "out-***-acme.jsonl")
        #expect(options.read("s", .string, help: "A text.") == "a 3cr3t+t0k3n")
        let json = options.read("j", .json, help: "A body.")
        #expect(json.value == ["q": "acme czNjcjN0K3QwazNu"] && json.shown == ["q": "acme ***"] && json.isSecret)
        #expect(options.secrets.masked("3cr3t+t0k3n czNjcjN0K3QwazNu") == "*** ***")
        #expect(
            JSONValue.object(options.effective).compactText
                == #"{"u":"https://a.test/acme?x=***","p":"out-***-acme.jsonl","s":"***","j":{"q":"acme ***"}}"#)
    }

    @Test("is explained as a text that a pipeline file can have again") func explained() throws {
        var options = try Self.reader(#"{"a": "{{\"{{\"}}x}} {{$v}}", "b": "y"}"#, ["v": "{{$v}}"])
        #expect(options.read("a", .string, help: "A text.") == "{{x}} {{$v}}" && options.read("b", .string, help: "A text.") == "y")
        let shown = JSONValue.object(options.effective).compactText
        #expect(shown == #"{"a":"{{\"{{\"}}x}} {{\"{{\"}}$v}}","b":"y"}"#)
        var again = try Self.reader(shown, [:])
        #expect(again.read("a", .string, help: "A text.") == "{{x}} {{$v}}" && again.problems.isEmpty)
    }

    @Test("leaves its secrets to the recordings of a run, which must not hold them") func recorded() throws {
        var options = try Self.reader(
            #"{"a": "x {{$t}}", "b": "{{.id}} {{$t}}", "c": "{{$t | @base64}}"}"#, ["t": "s3cr3t-t0k3n"], secrets: ["t"])
        _ = options.read("a", .string, help: "A text.")
        _ = options.read("b", .template, help: "A template.")
        #expect(options.filledSecrets == ["s3cr3t-t0k3n"])
        _ = options.read("c", .string, help: "A text.")
        #expect(options.filledSecrets == ["s3cr3t-t0k3n", "czNjcjN0LXQwazNu"])
    }

    @Test("is declared with the values that it takes") func declared() {
        var options = OptionReader.describing
        _ = options.read("url", .address, help: "A URL.")
        _ = options.read("to", .template, help: "A template.")
        _ = options.read("where", .query, help: "A program.")
        _ = options.read("field", .field, help: "A field.")
        _ = options.read("names", .list(of: .string, isEmptyAllowed: false), help: "Texts.")
        _ = options.stepDescription()
        #expect(options.declarations.map(\.templates) == [.parameters, .records, .none, .none, .parameters, .none])
    }
}
