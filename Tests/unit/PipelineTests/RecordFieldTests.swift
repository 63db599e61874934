import JSONParsing
import Pipeline
import Testing

@Suite("A field of a record") struct RecordFieldTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let field: RecordField
        let json: String
        var isValid = false
        let reason: String
    }

    static let text = RecordField("a", .string, help: "A text.")
    static let title = RecordField("a", .string, isRequired: true, help: "A title.")
    static let answer = RecordField("a", .boolean, help: "An answer.")
    static let consent = RecordField("a", .boolean, isRequired: true, help: "A consent.")

    static let examples = [
        Example(testDescription: "a number for a text", field: text, json: #"{"a":1}"#, reason: "expected a string, found a number"),
        Example(
            testDescription: "a text for an answer", field: answer, json: #"{"a":"no"}"#, reason: "expected true or false, found a string"),
        Example(testDescription: "no title", field: title, json: "{}", reason: "missing; a string was expected"),
        Example(testDescription: "a title that is null", field: title, json: #"{"a":null}"#, reason: "expected a string, found null"),
        Example(testDescription: "no consent", field: consent, json: "{}", reason: "missing; true or false was expected"),
        Example(
            testDescription: "a text that cannot be decoded, when it is read", field: text, json: #"{"a":"x\ud800"}"#, isValid: true,
            reason: #"this \u escape is half of a surrogate pair and stands for no character (at byte 2)"#),
    ]

    @Test("is rejected with the place of the error", arguments: examples) func refuses(_ example: Example) throws {
        let object = try #require(try JSONValue(parsing: example.json).object)
        let error = RecordError(example.reason, at: ".b[0].a")
        #expect(throws: error) {
            switch example.field.kind {
            case .boolean: _ = try example.field.boolean(object["a"], in: ".b[0]")
            default: _ = try example.field.string(object["a"], in: ".b[0]")
            }
        }
        if example.isValid {
            try RecordField.check([example.field], of: object, in: ".b[0]")
        } else {
            #expect(throws: error) { try RecordField.check([example.field], of: object, in: ".b[0]") }
        }
    }

    @Test("may be missing or null unless it is required", arguments: ["{}", #"{"a":null}"#]) func optional(_ json: String) throws {
        let object = try #require(try JSONValue(parsing: json).object)
        #expect(try Self.text.string(object["a"]) == nil)
        #expect(try Self.answer.boolean(object["a"]) == nil)
        try RecordField.check([Self.text, Self.answer], of: object)
    }
}
