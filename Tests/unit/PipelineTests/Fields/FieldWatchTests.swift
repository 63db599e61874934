import JSONParsing
import Testing

@testable import Pipeline

@Suite("Fields that no record has") struct FieldWatchTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let stages: String
        let input: String
        let warnings: [String]

        init(_ name: String, _ stages: String, _ input: String, _ warnings: [String] = []) {
            testDescription = name
            self.stages = stages
            self.input = input
            self.warnings = warnings
        }
    }

    static let input = #"{"id":1,"title":{"rendered":"T"},"a.b":2,"m":[{"body":"x"}]},{"id":2}"#

    static let examples = [
        Example(
            "are named for dedupe", #"{"type":"dedupe","by":".ID"}"#, input,
            [#"stages[0].by: no record had a field "ID"; did you mean "id"?"#]),
        Example(
            "are named for sort", #"{"type":"sort","by":"[.titel, .id]"}"#, input,
            [#"stages[0].by: no record had a field "titel"; did you mean "title"?"#]),
        Example(
            "are named for each program of set", #"{"type":"set","fields":{"x":".idd","y":".x","z":".nothing"}}"#, input,
            [
                #"stages[0].fields.x: no record had a field "idd"; did you mean "id"?"#,
                #"stages[0].fields.z: no record had a field "nothing""#,
            ]),
        Example(
            "are named for map", #"{"type":"map","to":"{id, titl}"}"#, input,
            [#"stages[0].to: no record had a field "titl"; did you mean "title"?"#]),
        Example(
            "are named for a filter that keeps all", #"{"type":"filter","where":".idd != 1"}"#, input,
            [#"stages[0].where: no record had a field "idd"; did you mean "id"?"#]),
        Example(
            "are named once for a list", #"{"type":"select","fields":["id","titel","unknown.y"]}"#, input,
            [#"stages[0].fields: no record had any of the fields "titel" (did you mean "title"?), .unknown.y"#]),
        Example(
            "are named further in", #"{"type":"remove","fields":["title.renderd",".m[].bodi"]}"#, input,
            [
                #"stages[0].fields: no record had any of the fields .title.renderd (did you mean .title.rendered?), "#
                    + #".m[].bodi (did you mean .m[].body?)"#
            ]),
        Example(
            "are told from keys with a dot", #"{"type":"rename","fields":{"a.b":"c"}}"#, input,
            [#"stages[0].fields: no record had a field .a.b; there is a key of that very name, which is written .["a.b"]"#]),
        Example(
            "are told from keys with a dot where each record fails", #"{"type":"html_to_text","field":"a.b"}"#, input,
            [#"stages[0].field: no record had a field .a.b; there is a key of that very name, which is written .["a.b"]"#]),
        Example(
            "are named for the elements of a list", #"{"type":"html_to_text","field":".m[].bdy"}"#, input,
            [#"stages[0].field: no record had a field .m[].bdy; did you mean .m[].body?"#]),
        Example("are no matter where the file names none", #"{"type":"html_to_text"},{"type":"strip_quotes"}"#, input),
        Example(
            "are no matter where the program handles absence",
            #"{"type":"set","fields":{"a":".x?","b":".x // 1","c":"if .x then 1 else 2 end","d":"has(\"x\")","e":".x == null"}}"#, input),
        Example(
            "are there if one of many records has them", #"{"type":"select","fields":["id","a.b",".[\"a.b\"]"]}"#,
            #"{"a":{"b":1}},"# + input),
        Example("are there with null", #"{"type":"dedupe","by":".k"}"#, #"{"k":null},{"j":1}"#),
        Example("are unknown where there is no record", #"{"type":"dedupe","by":".k"}"#, ""),
        Example("are unknown where no record is an object", #"{"type":"map","to":".k?"},{"type":"sort","by":"."}"#, "[1],2"),
    ]

    private func warnings(_ stages: String, _ source: any Source) async throws -> [String] {
        let text = #"{"source":{"type":"numbers"},"stages":["# + stages + #"],"sinks":[{"type":"memory"}]}"#
        let settings = PipelineSettings(parameters: [:], environment: ["FIELD": "secret"])
        let file = try PipelineReader.read(text: Array(text.utf8), file: "p.json", registry: PipelineFileTests.registry, settings: settings)
        let report = await PipelineRun(file.replacing(source: source), options: .init(), observer: MemoryObserver()).run()
        // Of these stages, some drop all records, which is another warning.
        return report.warnings.filter { !$0.contains("passed on none of") }
    }

    @Test("are reported with a suggestion", arguments: examples) func names(_ example: Example) async throws {
        #expect(try await warnings(example.stages, TextSource(example.input)) == example.warnings)
    }

    @Test("are found among any number of records", arguments: [1, 999, 1000, 1001, 5000]) func many(_ count: Int) async throws {
        let expected = [#"stages[0].by: no record had a field "nn"; did you mean "n"?"#]
        #expect(try await warnings(#"{"type":"dedupe","by":".nn"}"#, NumberSource(count: count)) == expected)
    }

    @Test("count as present if only the last of many records has them") func last() async throws {
        let numbers = (0..<3000).map { #"{"n":\#($0)}"# }.joined(separator: ",")
        #expect(try await warnings(#"{"type":"select","fields":["x"]}"#, TextSource(numbers + #",{"x":1}"#)) == [])
    }

    @Test("are not reported if they are secret") func secret() async throws {
        let stages = #"{"type":"remove","fields":[{"$env":"FIELD"}]},{"type":"html_to_text","field":{"$env":"FIELD"}}"#
        #expect(try await warnings(stages, TextSource(Self.input)) == [])
        var record = Record([:])
        #expect(throws: RecordError("missing; HTML was expected", at: "$env.FIELD")) {
            try record.documentIfAny(FieldPath(name: "secret").hidden(as: "$env.FIELD"))
        }
        #expect(throws: RecordError("expected an object, found a string", at: "$env.FIELD")) {
            try Record(["a": "x"]).get(FieldPath("a.secret").hidden(as: "$env.FIELD"))
        }
    }
}
