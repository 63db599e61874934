import JSONParsing
import Testing
@testable import Pipeline

@Suite("An option with options of its own") struct OptionGroupTests {
    private typealias Read = @Sendable (inout OptionReader) -> String

    private static var cases: [OptionVariant<String>] {
        [
            OptionVariant("none", help: "No credentials.") { _ in "none" },
            OptionVariant("bearer", help: "A token.") { "bearer \($0.read("token", .secret, help: "The token.").value)" },
            OptionVariant("page", help: "Pages.") {
                "page \($0.read("start", .integer(0...9), default: 1, help: "First.")) \($0.readIfPresent("size", .integer(1...9), help: "Size.") ?? 0)"
            },
        ]
    }

    private static let required: Read = { $0.read("auth", .variant(cases), help: "Credentials.") }
    private static let optional: Read = { $0.readIfPresent("auth", .variant(cases), help: "Credentials.") ?? "nothing" }
    private static let byValue: Read = { $0.read("auth", .variant(cases), default: "fallback", help: "Credentials.") }
    private static let byCase: Read = { $0.read("auth", .variant(cases, default: "page"), help: "Credentials.") }

    private static let types = #"one of "none", "bearer", "page""#

    static let variants = [
        OptionExample("variant", #"{"auth": {"type": "bearer", "token": "abc"}}"#, "bearer abc", read: required),
        OptionExample("variant with defaults", #"{"auth": {"type": "page", "size": null}}"#, "page 1 0", read: optional),
        OptionExample("variant that is missing", "{}", "options:1:1: \"auth\" is missing; it is an object with a type", read: required),
        OptionExample("optional variant that is missing", "{}", "nothing", read: optional),
        OptionExample("variant with a value as default", "{}", "fallback", read: byValue),
        OptionExample("variant with a value as default that is null", #"{"auth": null}"#, "fallback", read: byValue),
        OptionExample("variant with a case as default", "{}", "page 1 0", read: byCase),
        OptionExample(
            "variant with a case as default that is null", #"{"auth": null}"#,
            "options:1:10: auth: expected an object with a type, found null", read: byCase),
        OptionExample(
            "name of a type for a variant", #"{"auth": "bearer"}"#,
            "options:1:10: auth: expected an object with a type, found \"bearer\"", read: required),
        OptionExample(
            "string for a variant", #"{"auth": "s3cret"}"#, "options:1:10: auth: expected an object with a type, found \"***\"",
            read: required),
        OptionExample(
            "variant without a type", #"{"auth": {"token": "abc"}}"#, "options:1:10: auth: \"type\" is missing; it is \(types)",
            read: required),
        OptionExample(
            "variant of an unknown type", #"{"auth": {"type": "baerer", "token": "abc"}}"#,
            #"options:1:19: auth.type: expected \#(types), found "baerer"; did you mean "bearer"?"#, read: required),
        OptionExample(
            "variant with a number as type", #"{"auth": {"type": 1}}"#, "options:1:19: auth.type: expected \(types), found 1",
            read: required),
        OptionExample(
            "variant with an unknown option", #"{"auth": {"type": "bearer", "token": "abc", "tokne": "x"}}"#,
            #"options:1:45: auth.tokne: the auth "bearer" has no option "tokne"; did you mean "token"?"#, read: required),
        OptionExample(
            "variant with an option of another type", #"{"auth": {"type": "page", "token": "abc"}}"#,
            #"options:1:27: auth.token: the auth "page" has no option "token""#, read: required),
        OptionExample(
            "variant without a required option", #"{"auth": {"type": "bearer"}}"#,
            "options:1:10: auth: \"token\" is missing; it is a text", read: required),
    ]

    private static let place: Read = {
        $0.read(
            "at", .either(.query, { "query \($0.source)" }, object: { "header \($0.read("header", .string, help: "A header."))" }),
            help: "A place.")
    }
    private static let sendAs: Read = {
        $0.read(
            "send_as",
            .either(
                .string, { "name \($0)" }, default: "cursor",
                object: { options -> String? in
                    let names = ["json", "header"]
                    let values = names.map { options.readIfPresent($0, .string, help: "A place.") }
                    options.checkExactlyOne(of: names)
                    return zip(names, values).first { $1 != nil }.map { "\($0) \($1 ?? "")" }
                }), help: "A name.")
    }

    static let eithers = [
        OptionExample("jq program", #"{"at": ".next"}"#, "query .next", read: place),
        OptionExample("object for a jq program", #"{"at": {"header": "X-Next"}}"#, "header X-Next", read: place),
        OptionExample(
            "string or object that is missing", "{}",
            "options:1:1: \"at\" is missing; it is a jq program (a string, or a list of lines), or an object",
            read: place),
        OptionExample(
            "number for a string or object", #"{"at": 1}"#,
            "options:1:8: at: expected a jq program (a string, or a list of lines), or an object, found 1", read: place),
        OptionExample(
            "jq program with a fault", #"{"at": ".a | nosuch(1)"}"#, "options:1:14: at: nosuch/1 is not defined", read: place),
        OptionExample(
            "object with an unknown option", #"{"at": {"header": "X", "haeder": "Y"}}"#,
            #"options:1:24: at.haeder: unknown option "haeder"; did you mean "header"?"#, read: place),
        OptionExample("default of a string or object", "{}", "name cursor", read: sendAs),
        OptionExample("string", #"{"send_as": "after"}"#, "name after", read: sendAs),
        OptionExample("object with one of several options", #"{"send_as": {"json": ".a", "header": null}}"#, "json .a", read: sendAs),
        OptionExample(
            "object with two options that exclude each other", #"{"send_as": {"json": ".a", "header": "X"}}"#,
            #"options:1:13: send_as: expected exactly one of "json", "header", found "json" and "header""#, read: sendAs),
        OptionExample(
            "object without an option", #"{"send_as": {}}"#,
            #"options:1:13: send_as: expected exactly one of "json", "header", found none"#, read: sendAs),
    ]

    private static let rules: Read = { options in
        let rules = options.readIfPresent(
            "responses",
            .list(
                of: .object { rule in
                    "\(rule.read("status", .integer(100...599), help: "A status.")) \(rule.read("action", .string, default: "fail", help: "An action."))"
                }), help: "Rules.")
        return rules?.joined(separator: ", ") ?? "none"
    }

    static let groups = [
        OptionExample(
            "list of objects", #"{"responses": [{"status": 404, "action": "skip"}, {"status": 500}]}"#, "404 skip, 500 fail", read: rules),
        OptionExample("empty list of objects", #"{"responses": []}"#, "", read: rules),
        OptionExample("list of objects that is missing", "{}", "none", read: rules),
        OptionExample(
            "number for a list of objects", #"{"responses": 404}"#,
            "options:1:15: responses: expected an object, or a list of them, found 404", read: rules),
        OptionExample(
            "list of objects with faults", #"{"responses": [{"status": 4}, 7, {"action": "x", "sttus": 1}]}"#,
            """
            options:1:27: responses[0].status: expected an integer from 100 to 599, found 4
            options:1:31: responses[1]: expected an object, found 7
            options:1:34: responses[2]: "status" is missing; it is an integer from 100 to 599
            options:1:50: responses[2].sttus: unknown option "sttus"; did you mean "status"?
            """, read: rules),
    ]

    @Test("is read, or is a problem with its place", arguments: variants + eithers + groups) func read(_ example: OptionExample) {
        #expect(example.outcome == example.expected)
    }

    static let effective: [(OptionExample, String)] = [
        (
            OptionExample("", #"{"auth": {"token": "abc", "type": "bearer"}}"#, "", read: required),
            #"{"auth":{"type":"bearer","token":"***"}}"#
        ),
        (OptionExample("", #"{"auth": {"type": "page"}}"#, "", read: required), #"{"auth":{"type":"page","start":1}}"#),
        (OptionExample("", "{}", "", read: byCase), #"{"auth":{"type":"page","start":1}}"#),
        (OptionExample("", "{}", "", read: byValue), "{}"),
        (OptionExample("", #"{"at": {"header": "X"}}"#, "", read: place), #"{"at":{"header":"X"}}"#),
        (OptionExample("", "{}", "", read: sendAs), #"{"send_as":"cursor"}"#),
        (
            OptionExample("", #"{"responses": [{"status": 404}]}"#, "", read: rules),
            #"{"responses":[{"status":404,"action":"fail"}]}"#
        ),
    ]

    @Test("is explained with its defaults", arguments: effective) func explained(_ example: OptionExample, _ expected: String) {
        #expect(example.effective == expected)
    }

    @Test("reads a default case in the folder of the file, as if the file had it") func defaultCase() throws {
        let cases = [
            OptionVariant("store", help: "A file.") { $0.read("file", .path, default: MaskedText("tokens.json"), help: "The file.").value }
        ]
        var options = try OptionReader(json: "{}")
        #expect(options.read("store", .variant(cases, default: "store"), help: "A store.") == "tokens.json")
        #expect(options.files.map { "\($0.place) \($0.path)" } == ["store.file tokens.json"])
    }
}
