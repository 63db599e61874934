import Testing

@testable import Pipeline

@Suite("The path of a field") struct FieldPathTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let source: String
        let steps: [FieldPath.Step]
        let description: String

        init(_ name: String, _ source: String, _ steps: [FieldPath.Step], _ description: String) {
            testDescription = name
            self.source = source
            self.steps = steps
            self.description = description
        }
    }

    static let examples = [
        Example("is a name", "title", [.key("title")], ".title"),
        Example("is a name with a dot in front", ".title", [.key("title")], ".title"),
        Example("is a name of any characters but dots", "some key [x] \"y\"?", [.key("some key [x] \"y\"?")], ".some key [x] \"y\"?"),
        Example("leads into an object", "title.rendered", [.key("title"), .key("rendered")], ".title.rendered"),
        Example("leads into an object with a dot in front", ".a.b.c", [.key("a"), .key("b"), .key("c")], ".a.b.c"),
        Example("leads to each element", ".messages[].body", [.key("messages"), .each, .key("body")], ".messages[].body"),
        Example(
            "leads to each element without a dot in front", "messages[].body", [.key("messages"), .each, .key("body")], ".messages[].body"),
        Example("leads to each element as jq writes it, too", ".a.[].b", [.key("a"), .each, .key("b")], ".a[].b"),
        Example("ends at the elements", ".tags[]", [.key("tags"), .each], ".tags[]"),
        Example("goes through lists of lists", ".a[][].b[].c", [.key("a"), .each, .each, .key("b"), .each, .key("c")], ".a[][].b[].c"),
        Example("has names with dots in brackets", ".[\"a.b\"]", [.key("a.b")], ".a.b"),
        Example("has brackets further in", ".x[\"a.b\"].c", [.key("x"), .key("a.b"), .key("c")], ".x.[\"a.b\"].c"),
        Example("has brackets behind a dot", ".x.[\"a.b\"]", [.key("x"), .key("a.b")], ".x.[\"a.b\"]"),
        Example("has names in quotation marks", ".\"a.b\".c", [.key("a.b"), .key("c")], ".[\"a.b\"].c"),
        Example("knows JSON's escapes", ".[\"\\u00e9\\\"\"].b", [.key("é\""), .key("b")], ".[\"é\\\"\"].b"),
        Example("takes a key without characters in brackets", ".a[\"\"]", [.key("a"), .key("")], ".a.[\"\"]"),
        Example("has spaces and dashes in names", "a b.c-d", [.key("a b"), .key("c-d")], ".[\"a b\"].c-d"),
    ]

    @Test("is read", arguments: examples) func reads(_ example: Example) throws {
        let path = try FieldPath(example.source)
        #expect(path.steps == example.steps)
        #expect(path.source == example.source)
        #expect(path.description == example.description)
        // The description of a path of several steps leads to the same field.
        if path.name == nil { #expect(try FieldPath(path.description) == path) }
    }

    @Test(
        "that is none is answered with the place of the fault",
        arguments: [
            ("", 0, "the name of a field is empty"), (".", 0, "\".\" is the whole record; a field has a name"),
            ("a.", 1, "a name is missing behind the dot"),
            ("a..b", 2, "a name is missing between the dots; a name with a dot in it is written .[\"a.b\"]"),
            (".a[", 2, "expected \"]\" or a name in quotation marks behind \"[\""),
            (".a[0].b", 3, "expected \"]\" or a name in quotation marks behind \"[\""),
            (".a[\"b", 3, "the quotation mark is not closed"), (".a[\"b\"", 5, "expected \"]\" behind the name"),
            (".a[\"\\x\"]", 3, "what stands in quotation marks is no JSON string"),
            (".[]", 1, "a path begins with the name of a field"), (".a[]b", 4, "expected \".\" or \"[]\" here"),
            (
                ".a | .b", 2,
                "found \" \"; this is the path of a field, not a jq program, and a name with such a character is written .[\"…\"]"
            ),
        ])
    func faults(_ source: String, _ offset: Int, _ message: String) {
        let fault = #expect(throws: FieldPathError.self) { try FieldPath(source) }
        #expect(fault?.offset == offset)
        #expect(fault?.message == message)
    }

    @Test("has a limited number of steps") func limit() throws {
        #expect(try FieldPath(String(repeating: ".a", count: 64)).steps.count == 64)
        #expect(throws: FieldPathError.self) { try FieldPath(String(repeating: ".a", count: 65)) }
        #expect(throws: FieldPathError.self) { try FieldPath("a" + String(repeating: "[]", count: 64)) }
    }

    @Test("is compared by the bytes of its keys") func bytes() throws {
        #expect(try FieldPath("\u{E9}.a") != FieldPath("e\u{301}.a"))
        #expect(try FieldPath("a.b") == FieldPath(".a[\"b\"]"))
    }
}
