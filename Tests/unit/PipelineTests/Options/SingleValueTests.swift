import Testing

@testable import Pipeline

@Suite("An option that takes a list") struct SingleValueTests {
    private typealias Read = @Sendable (inout OptionReader) -> String
    private enum Color: String, CaseIterable { case red, blue }

    private static let strings: Read = { $0.read("o", .list(of: .string, isEmptyAllowed: false), help: "Texts.").joined(separator: " ") }
    private static let numbers: Read = { "\($0.read("o", .list(of: .integer(1...9)), default: [], help: "Numbers."))" }
    private static let choices: Read = {
        $0.read("o", .list(of: .choice(of: Color.self)), default: [.red], help: "Colors.").map(\.rawValue).joined(separator: " ")
    }
    private static let fields: Read = { $0.read("o", .fields(), default: [], help: "Fields.").map(\.source).joined(separator: " ") }
    private static let inputs: Read = { $0.read("o", .list(of: .input), help: "Inputs.").map(\.name).joined(separator: " ") }
    private static let queries: Read = { $0.read("o", .list(of: .query), help: "Programs.").map(\.source).joined(separator: ", ") }
    private static let objects: Read = {
        let sizes = $0.read("o", .list(of: .object { $0.read("size", .integer(1...9), default: 3, help: "A number.") }), help: "Objects.")
        return sizes.map { "\($0)" }.joined(separator: " ")
    }
    private static let program: Read = { $0.read("o", .program, help: "A program.").arguments.map(\.value).joined(separator: "|") }

    static let examples = [
        OptionExample("text", #"{"o": "a b"}"#, "a b", read: strings),
        OptionExample("list of texts", #"{"o": ["a", "b"]}"#, "a b", read: strings),
        OptionExample("number for texts", #"{"o": 1}"#, "options:1:7: o: expected a string, or a list of them, found 1", read: strings),
        OptionExample("empty list", #"{"o": []}"#, "options:1:7: o: expected at least one name", read: strings),
        OptionExample("number", #"{"o": 4}"#, "[4]", read: numbers),
        OptionExample(
            "number out of its range", #"{"o": 10}"#, "options:1:7: o: expected an integer from 1 to 9, found 10", read: numbers),
        OptionExample(
            "text for numbers", #"{"o": "x"}"#, #"options:1:7: o: expected an integer from 1 to 9, or a list of them, found "x""#,
            read: numbers),
        OptionExample("word", #"{"o": "blue"}"#, "blue", read: choices),
        OptionExample(
            "another word", #"{"o": "bleu"}"#,
            #"options:1:7: o: expected one of "red", "blue", found "bleu"; did you mean "blue"?"#, read: choices),
        OptionExample("path of a field", #"{"o": ".a[].b"}"#, ".a[].b", read: fields),
        OptionExample("input", #"{"o": "-"}"#, "-", read: inputs),
        OptionExample("program in jq", #"{"o": ".a | length"}"#, ".a | length", read: queries),
        OptionExample("object", #"{"o": {"size": 7}}"#, "7", read: objects),
        OptionExample("list of objects", #"{"o": [{"size": 7}, {}]}"#, "7 3", read: objects),
        OptionExample(
            "fault in an object", #"{"o": {"sise": 7}}"#, #"options:1:8: o.sise: unknown option "sise"; did you mean "size"?"#,
            read: objects),
        OptionExample("name of a program", #"{"o": "cat"}"#, "cat", read: program),
        OptionExample(
            "line for a shell", #"{"o": "sort -u"}"#,
            #"options:1:7: o: expected the name of a program, or a list of the name and its arguments, found "sort -u""#, read: program),
    ]

    @Test("takes a single value, too", arguments: examples) func reads(_ example: OptionExample) {
        #expect(example.outcome == example.expected)
    }

    @Test("is explained with the defaults of its objects")
    func explained() {
        #expect(OptionExample("", #"{"o": {}}"#, "", read: Self.objects).effective == #"{"o":{"size":3}}"#)
        #expect(OptionExample("", #"{"o": [{}]}"#, "", read: Self.objects).effective == #"{"o":[{"size":3}]}"#)
    }
}
