import Pipeline
import Testing

/// Reads an optional value of each type.
private struct Optionals: Stage {
    enum Color: String, CaseIterable { case red, blue }

    static let name = "optionals"
    static let summary = "Reads options."
    static let example = ""
    let found: [String]

    init(options: inout OptionReader) {
        let values: [(String, Bool)] = [
            ("string", options.readIfPresent("string", .string, help: "A text.") != nil),
            ("integer", options.readIfPresent("integer", .integer(0...9), help: "A number.") != nil),
            ("boolean", options.readIfPresent("boolean", .boolean, help: "Yes or no.") != nil),
            ("choice", options.readIfPresent("choice", .choice(of: Color.self), help: "A color.") != nil),
            ("strings", options.readIfPresent("strings", .list(of: .string), help: "Texts.") != nil),
            ("map", options.readIfPresent("map", .stringMap, help: "Texts by name.") != nil),
            ("query", options.readIfPresent("query", .query, help: "A program.") != nil),
            ("queries", options.readIfPresent("queries", .queries, help: "Programs.") != nil),
            ("template", options.readIfPresent("template", .template, help: "A template.") != nil),
            ("field", options.readIfPresent("field", .field, help: "A field.") != nil),
            ("new_field", options.readIfPresent("new_field", .newField, help: "A new field.") != nil),
            ("fields", options.readIfPresent("fields", .fields(), help: "Fields.") != nil),
            ("path", options.readIfPresent("path", .path, help: "A path.") != nil),
            ("input", options.readIfPresent("input", .input, help: "An input.") != nil),
            ("output", options.readIfPresent("output", .output, help: "An output.") != nil),
            ("group", options.readIfPresent("group", .object { $0.read("inner", .string, help: "A text.") }, help: "Options.") != nil),
        ]
        found = values.filter(\.1).map(\.0)
    }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) -> Verdict { .keep }
}

@Suite("An optional option") struct OptionFormTests {
    private static let values = [
        ("string", #""a""#), ("integer", "1"), ("boolean", "false"), ("choice", #""blue""#), ("strings", "[]"), ("map", #"{"a": "b"}"#),
        ("query", #"".a""#), ("queries", #"{"a": ".b"}"#), ("template", #""{{.a}}""#), ("field", #"".a.b""#), ("new_field", #""a""#),
        ("fields", #"["a", ".b[]"]"#), ("path", #""a""#), ("input", #""-""#), ("output", #""a""#), ("group", #"{"inner": "a"}"#),
    ]

    @Test("of each type is found where the file has it, and nil elsewhere", arguments: values) func optional(_ name: String, _ json: String)
        throws
    {
        #expect(try Optionals(json: #"{"\#(name)": \#(json)}"#).found == [name])
        #expect(try Optionals(json: "{}").found == [])
    }

    @Test("of each type is a problem where the value has another type", arguments: values) func wrong(_ name: String, _ json: String) throws
    {
        #expect(throws: PipelineFileError.self) { _ = try Optionals(json: #"{"\#(name)": [[1]]}"#) }
    }
}
