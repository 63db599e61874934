import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Fields by their paths") struct FieldTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let stages: String
        let input: String
        let output: String
        let messages: String
        var code: Int32 = 0
    }

    static let examples = [
        Example(
            testDescription: "that no record has are told once, behind the run", stages: #"{"type":"dedupe","by":".ID"}"#,
            input: "{\"id\":1}\n{\"id\":1}\n", output: "{\"id\":1}\n{\"id\":1}\n",
            messages: """
                warning: stages[0].by: no record had a field "ID"; did you mean "id"?
                p: read 2 = written 2 + filtered 0 + rejected 0

                """),
        Example(
            testDescription: "lead to each element of a list",
            stages: #"{"type":"html_to_text","field":".m[].b","into":".m[].t"},{"type":"select","fields":[".m[].t","title.rendered"]}"#,
            input: #"{"title":{"rendered":"T","raw":"R"},"m":[{"b":"<p>x"},{"b":"<p>y<p>z"}]}"#,
            output: #"{"m":[{"t":"x"},{"t":"y\n\nz\n"}],"title":{"rendered":"T"}}"# + "\n",
            messages: "p: read 1 = written 1 + filtered 0 + rejected 0\n"),
        Example(
            testDescription: "that are missing are told with their place", stages: #"{"type":"html_to_text","field":"a.b"}"#,
            input: #"{"a.b":"x"}"#, output: "",
            messages: """
                warning: standard input, item 1: rejected by html_to_text: .a.b: missing; HTML was expected
                warning: stages[0].field: no record had a field .a.b; there is a key of that very name, which is written .["a.b"]
                rejected records were dropped
                p: read 1 = written 0 + filtered 0 + rejected 1

                """, code: 1),
    ]

    @Test("work", arguments: examples) func works(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[\#(example.stages)],"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let arguments = ["run", "p.json"]
        let outcome = try await Program.run(arguments, input: example.input, in: folder.url)
        #expect(outcome.output == example.output)
        #expect(
            outcome.messages.withoutTimes.replacing("rejected records are in p.rejects.jsonl", with: "rejected records were dropped")
                == example.messages)
        #expect(outcome.code == example.code)
    }

    @Test(
        "that are wrong are told at their place",
        arguments: [
            (
                #"{"type":"remove","fields":["x","a..b"]}"#, "stages[0].fields[1]",
                "a name is missing between the dots; a name with a dot in it is written .[\"a.b\"]"
            ),
            (#"{"type":"html_to_text","field":""}"#, "stages[0].field", "the name of a field is empty"),
            (
                #"{"type":"set","fields":{"m[].x":"1"}}"#, "stages[0].fields.m[].x",
                "expected the path of one field; \"[]\" leads to one in each element"
            ),
            (
                #"{"type":"html_to_text","field":".m[].b","into":"t"}"#, "stages[0].into",
                #"expected a field of each element, such as .m[].text, found "t""#
            ),
            (
                #"{"type":"html_to_text","field":".m[]"}"#, "stages[0]",
                "\"into\" is missing; where each element is the text itself, it is .m[]"
            ),
            (
                #"{"type":"html_to_text","field":"b","into":"m[].t"}"#, "stages[0].into",
                "\"[]\" can stand here only if the field that is read has it, too"
            ),
            (
                #"{"type":"rename","fields":{"m[].a":"b"}}"#, "stages[0].fields.m[].a",
                #"expected a field of each element, such as .m[].new_name, found "b""#
            ),
            (
                #"{"type":"rename","fields":{"a":"x.y","b":"x"}}"#, "stages[0].fields.b",
                ".x would replace the object that .x.y is put into; choose another name"
            ),
            (
                #"{"type":"rename","fields":{"a":"m","m[].b":"m[].c"}}"#, "stages[0].fields.m[].b",
                ".m would replace the object that .m[].c is put into; choose another name"
            ),
        ])
    func faults(_ stage: String, _ place: String, _ message: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[\#(stage)],"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["validate", "p.json"], in: folder.url)
        #expect(outcome.code == 78)
        #expect(outcome.messages.split(separator: "\n").first?.hasSuffix(": error: \(message)") ?? false, "\(outcome.messages)")
        #expect(outcome.messages.contains("  = at \(place)\n"), "\(outcome.messages)")
    }

    @Test("make files with names that every system takes") func names() async throws {
        let folder = try ScratchFolder()
        let ids = ["CON", "a:b", "x.", "B", "b", "\u{202E}r", "..", "...", String(repeating: "a/", count: 69) + "a"]
        let records = ids.map { #"{"id":"\#($0)","html":"x"}"# }.joined(separator: "\n")
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"sinks":[{"type":"markdown","to":"out/{{.id}}/p?.md"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], input: records, in: folder.url)
        #expect(outcome.code == 1)
        #expect(try folder.names("out") == ["-r", "B", "_CON", "a-b", "x"])
        #expect(try folder.names("out/_CON") == ["p-.md"])
        let reasons = outcome.messages.split(separator: "\n").compactMap { $0.split(separator: "rejected by markdown: ").dropFirst().first }
        #expect(
            Set(reasons.map(String.init)) == [
                #"the path "../p-.md" leads out of the output folder"#, #"the file name "..." is nothing but dots and spaces"#,
                #"the path "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/…" has more than 64 names"#,
                "the path \"b/p-.md\" differs only in case or in the form of its letters from that of an earlier record, item 4; "
                    + "\"on_clash\": \"number\" numbers such paths",
            ])
    }
}
