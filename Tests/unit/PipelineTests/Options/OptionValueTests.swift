import JSONParsing
import Testing
@testable import Pipeline

@Suite("An option with a value") struct OptionValueTests {
    private typealias Read = @Sendable (inout OptionReader) -> String

    private static let wait: Read = { "\($0.read("wait", .number(0.5...60), help: "Seconds."))" }
    private static let share: Read = { "\($0.read("share", .number(0...1), default: 0.25, help: "A share."))" }
    private static let maybe: Read = { "\(String(describing: $0.readIfPresent("wait", .number(0...Double.infinity), help: "Seconds.")))" }
    private static let any: Read = {
        "\($0.read("n", .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude), help: "A number."))"
    }
    private static let below: Read = { "\($0.read("n", .number(-Double.infinity...5), help: "A number."))" }

    static let numbers = [
        OptionExample("number with a fraction", #"{"wait": 0.75}"#, "0.75", read: wait),
        OptionExample("integer as a number", #"{"wait": 60}"#, "60.0", read: wait),
        OptionExample("number with an exponent", #"{"wait": 1e1}"#, "10.0", read: wait),
        OptionExample(
            "number above the bound", #"{"wait": 60.1}"#, "options:1:10: wait: expected a number from 0.5 to 60, found 60.1", read: wait),
        OptionExample(
            "string for a number", #"{"wait": "1"}"#, #"options:1:10: wait: expected a number from 0.5 to 60, found "1""#, read: wait),
        OptionExample(
            "required number that is missing", "{}", "options:1:1: \"wait\" is missing; it is a number from 0.5 to 60", read: wait),
        OptionExample(
            "required number that is null", #"{"wait": null}"#, "options:1:10: wait: expected a number from 0.5 to 60, found null",
            read: wait),
        OptionExample("number with a default that is missing", "{}", "0.25", read: share),
        OptionExample(
            "number with a default that is null", #"{"share": null}"#, "options:1:11: share: expected a number from 0 to 1, found null",
            read: share),
        OptionExample("optional number", #"{"wait": 3}"#, "Optional(3.0)", read: maybe),
        OptionExample("optional number that is missing", "{}", "nil", read: maybe),
        OptionExample("optional number that is null", #"{"wait": null}"#, "nil", read: maybe),
        OptionExample(
            "number that no Double holds", #"{"wait": 1e400}"#, "options:1:10: wait: expected a number of at least 0, found 1e400",
            read: maybe),
        OptionExample("number without bounds", #"{"n": true}"#, "options:1:7: n: expected a number, found true", read: any),
        OptionExample("number with an upper bound", #"{"n": 6}"#, "options:1:7: n: expected a number of at most 5, found 6", read: below),
    ]

    private static let program: Read = { $0.read("items", .query, help: "A program.").source }
    private static let noInputs =
        "input and inputs give nothing here: the program runs on one value at a time; \"tabpipe query\" with -n reads all inputs, also in "
        + "front of a pipe"

    static let programs = [
        OptionExample("program", #"{"items": ".a[]"}"#, ".a[]", read: program),
        OptionExample(
            "program that reads all inputs", #"{"items": "[inputs] | group_by(.t)[]"}"#, "options:1:11: items: \(noInputs)", read: program),
        OptionExample("program that reads the next input", #"{"items": "input"}"#, "options:1:11: items: \(noInputs)", read: program),
        OptionExample(
            "program with a function of that name", #"{"items": "def inputs: 1; inputs"}"#, "def inputs: 1; inputs", read: program),
    ]

    private static let url: Read = { "\($0.read("url", .address, help: "A URL.").value)" }
    private static let maybeURL: Read = { $0.readIfPresent("url", .address, help: "A URL.")?.value ?? "none" }
    private static let defaultURL: Read = { $0.read("url", .address, default: MaskedText("https://example.org/"), help: "A URL.").value }

    static let addresses = [
        OptionExample("URL", #"{"url": "HTTPS://example.org:8080/a?b=1"}"#, "HTTPS://example.org:8080/a?b=1", read: url),
        OptionExample("optional URL that is null", #"{"url": null}"#, "none", read: maybeURL),
        OptionExample("URL with a default", "{}", "https://example.org/", read: defaultURL),
        OptionExample("URL that is missing", "{}", "options:1:1: \"url\" is missing; it is an http(s) URL", read: url),
        OptionExample(
            "path for a URL", #"{"url": "posts.json"}"#,
            #"options:1:9: url: expected an http(s) URL, found "posts.json": a URL begins with "https://""#, read: url),
        OptionExample(
            "URL of another scheme", #"{"url": "ftp://example.org/a"}"#,
            #"options:1:9: url: expected an http(s) URL, found "ftp://example.org/a": ftp is not supported"#, read: url),
        OptionExample(
            "URL without a host", #"{"url": "https:///a"}"#,
            #"options:1:9: url: expected an http(s) URL, found "https:///a": a URL needs a host"#, read: url),
        OptionExample(
            "URL with a faulty host, which quotes no password", #"{"url": "https://u:p@ex ample/"}"#,
            #"options:1:9: url: expected an http(s) URL, found "https://…": its host is not valid"#, read: url),
        OptionExample("number for a URL", #"{"url": 1}"#, "options:1:9: url: expected an http(s) URL, found 1", read: url),
    ]

    private static let from: Read = {
        $0.read("from", .list(of: .input, isEmptyAllowed: false), help: "Inputs.").map(\.name).joined(separator: " ")
    }
    private static let maybeFrom: Read = {
        $0.readIfPresent("from", .list(of: .input, isEmptyAllowed: false), help: "Inputs.").map { "\($0.count)" } ?? "none"
    }

    static let inputs = [
        OptionExample("input", #"{"from": "a.json"}"#, "a.json", read: from),
        OptionExample(
            "list of inputs", #"{"from": ["a/*.json", "-", "https://example.org/b"]}"#, "a/*.json - https://example.org/b", read: from),
        OptionExample("optional inputs that are null", #"{"from": null}"#, "none", read: maybeFrom),
        OptionExample("optional inputs", #"{"from": ["a", "b"]}"#, "2", read: maybeFrom),
        OptionExample("empty list of inputs", #"{"from": []}"#, "options:1:10: from: expected at least one input", read: from),
        OptionExample(
            "number for inputs", #"{"from": 1}"#,
            #"options:1:10: from: expected a path, "-" or a URL as a string, or a list of them, found 1"#, read: from),
        OptionExample(
            "list with a faulty input", #"{"from": ["a", 2, "ftp://x"]}"#,
            """
            options:1:16: from[1]: expected a path, "-" or a URL as a string, found 2
            options:1:19: from[2]: expected a path, "-" or a URL as a string, found "ftp://x": ftp is not supported
            """, read: from),
    ]

    @Test("is read, or is a problem with its place", arguments: numbers + programs + addresses + inputs) func read(_ example: OptionExample)
    {
        #expect(example.outcome == example.expected)
    }

    @Test("is an input of the run, each with its place") func files() throws {
        var options = try OptionReader(json: #"{"url": "https://example.org/a", "from": ["a/*.json", "-"]}"#)
        _ = options.read("url", .address, help: "A URL.")
        _ = options.read("from", .list(of: .input, isEmptyAllowed: false), help: "Inputs.")
        #expect(
            options.files.map { "\($0.place) \($0.path) \($0.purpose)" } == [
                "url https://example.org/a input", "from[0] a/*.json input", "from[1] - input",
            ])
    }

    @Test("of null stands for a missing one in every optional form")
    func null() throws {
        let names = ["string", "integer", "group", "groups", "variant", "either", "json", "secret", "map", "field", "path", "fields"]
        let json = "{\(names.map { "\"\($0)\": null" }.joined(separator: ", "))}"
        var options = try OptionReader(json: json)
        #expect(options.readIfPresent("string", .string, help: "") == nil)
        #expect(options.readIfPresent("integer", .integer(0...1), help: "") == nil)
        #expect(options.readIfPresent("group", .object { $0.read("a", .string, help: "") }, help: "") == nil)
        #expect(options.readIfPresent("groups", .list(of: .object { $0.read("a", .string, help: "") }), help: "") == nil)
        #expect(options.readIfPresent("variant", .variant([OptionVariant("a", help: "") { _ in 1 }]), help: "") == nil)
        #expect(options.readIfPresent("either", .either(.string, { $0 }, object: { $0.read("a", .string, help: "") }), help: "") == nil)
        #expect(options.readIfPresent("json", .json, help: "") == nil)
        #expect(options.readIfPresent("secret", .secret, help: "") == nil)
        #expect(options.readIfPresent("map", .textMap(), help: "") == nil)
        #expect(options.readIfPresent("field", .field, help: "") == nil)
        #expect(options.readIfPresent("path", .path, help: "") == nil)
        #expect(options.readIfPresent("fields", .fields(), help: "") == nil)
        try options.check()
        #expect(options.effective.isEmpty)
        #expect(options.files.isEmpty)
        #expect(options.declarations.map(\.name) == names)
    }
}
