import JSONParsing
import JSONQuery
@testable import Pipeline
import Testing

@Suite("A template") struct TemplateTests {
    @Test(
        "ends a program where it is one",
        arguments: [
            ("{{.a}}-{{ .b }}", "1-x"), ("{{ {a:{b:1}} | tostring }}!", #"{"a":{"b":1}}!"#), ("{{{a:{b:.a}}}}", #"{"a":{"b":1}}"#),
            (#"{{ .b + "}}" }}{{.a}}"#, "x}}1"), (#"{{ "}} {{" + .b }}}}"#, "}} {{x}}"), ("}} {{.a}} }", "}} 1 }"),
        ])
    func programs(_ text: String, _ expected: String) throws {
        #expect(try Template(text).render(Record(["a": 1, "b": "x"])) == expected)
    }

    @Test("rejects half a surrogate pair") func undecodable() throws {
        let record = Record(try JSONValue(parsing: #"{"a":"x\ud800"}"#))
        let reason = #"{{.a}}: this \u escape is half of a surrogate pair and stands for no character (at byte 2)"#
        #expect(throws: RecordError(reason)) { try Template("{{ .a }}.md").render(record) }
    }

    @Test(
        "says what is wrong with the first program, and where",
        arguments: [
            ("a{{", 1, "\"{{\" without \"}}\"; {{\"{{\"}} gives the two braces themselves"),
            ("é {{ }} {{.a}}", 3, "{{ }} holds no jq program"), ("{{ . | nosuch }} {{ }} }}", 7, nil),
        ])
    func faults(_ text: String, _ offset: Int, _ message: String?) throws {
        let fault = #expect(throws: QueryError.self) { try Template(text) }
        #expect(fault?.offset == offset)
        if let message { #expect(fault?.message == message) }
    }
}
