import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The stage expect") struct ExpectTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let stage: String
        let input: String
        let output: String
        let messages: String
        var code: Int32 = 0
    }

    static let examples = [
        Example(
            testDescription: "passes records on as they are", stage: #""schema":{"required":["a"]},"rules":{"few":".a < 3"},"unique":".a""#,
            input: #"{"a":1,"b":1.0}"# + "\n", output: #"{"a":1,"b":1.0}"# + "\n",
            messages: "p: read 1 = written 1 + filtered 0 + rejected 0\n"),
        Example(
            testDescription: "rejects a record with the place, the keyword, what was expected and found",
            stage: #""schema":{"properties":{"l":{"items":{"type":"string"}}},"required":["id"]}"#, input: #"{"l":["x",7]}"#, output: "",
            messages: """
                warning: standard input, item 1: rejected by expect: .id: is missing (required); .l[1] expected a string, found 7 (type)
                rejected records were dropped
                p: read 1 = written 0 + filtered 0 + rejected 1

                """, code: 1),
        Example(
            testDescription: "shows no value of a field with a sensitive name",
            stage: #""schema":{"properties":{"password":{"minLength":9}}},"rules":{"r":".token == 1"}"#,
            input: "{\"password\":\"hunter2\"}\n{\"token\":\"hunter2\"}\n", output: "",
            messages: """
                warning: standard input, item 1: rejected by expect: .password: expected at least 9 characters, found 7: a string (minLength)
                warning: standard input, item 2: rejected by expect: .token: breaks the rule "r": .token == 1; found .token: a string
                rejected records were dropped
                p: read 2 = written 0 + filtered 0 + rejected 2

                """, code: 1),
        Example(
            testDescription: "ends the run at the first record with on_error fail", stage: #""rules":{"small":".a < 3"},"on_error":"fail""#,
            input: #"{"a":9}"#, output: "",
            messages: """
                error: standard input, item 1: expect: .a: breaks the rule "small": .a < 3; found .a: 9

                """, code: 65),
        Example(
            testDescription: "ends the run if keys are not unique", stage: #""unique":[".a",".b"],"count":{"max":2}"#,
            input: "{\"a\":1,\"b\":1}\n{\"a\":1.0,\"b\":2}\n{\"a\":2,\"b\":2}\n{\"a\":2,\"b\":null}\n{\"b\":null}\n",
            output: "",
            messages: """
                error: expect: count: 5 records passed the rules for each record, and at most 2 may; unique: .a is 1 in 2 records: standard input, item 1, and standard input, item 2; 1 more key is not unique; unique: .b is 2 in 2 records: standard input, item 2, and standard input, item 3

                """, code: 65),
        Example(
            testDescription: "counts no record that it rejects, and none of its keys", stage: #""unique":[".a",".b"],"count":{"max":1}"#,
            input: "{\"a\":1,\"b\":{\"c\":1,\"c\":2}}\n{\"a\":1}\n", output: "{\"a\":1}\n",
            messages: """
                warning: standard input, item 1: rejected by expect: the key "c" stands twice in one object (at byte 7)
                rejected records were dropped
                p: read 2 = written 1 + filtered 0 + rejected 1

                """, code: 1),
        Example(
            testDescription: "ends the run if a reference leads nowhere",
            stage: #""references":{"from":".p[]?","to":".id"},"count":{"min":1}"#,
            input: "{\"id\":\"a\",\"p\":[\"b\",\"x\",null]}\n{\"id\":\"b\"}\n",
            output: "",
            messages: """
                error: expect: references: .p[]? is "x" in standard input, item 1, and .id of no record

                """, code: 65),
    ]

    @Test("checks", arguments: examples) func checks(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"expect",\#(example.stage)}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], input: example.input, in: folder.url)
        #expect(outcome.code == example.code)
        let messages = outcome.messages.withoutTimes.replacing(
            "rejected records are in p.rejects.jsonl", with: "rejected records were dropped")
        guard example.code != 65 else {
            // Standard output may have got records before a rule for all was broken.
            #expect(messages.hasPrefix(example.messages))
            return
        }
        #expect(outcome.output == example.output)
        #expect(messages == example.messages)
    }

    @Test("leaves the outputs of a run that breaks a rule for all as they were, for any number of workers, in bounded memory")
    func commitPoint() async throws {
        let folder = try ScratchFolder()
        let stage = #"{"type":"expect","unique":".id","max_memory_bytes":20000}"#
        try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl"},"stages":[\#(stage)],"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#, to: "p.json")
        try folder.write("old\n", to: "out.jsonl")
        let records = (0..<5_000).map { "{\"id\":\($0 % 4_999)}\n" }.joined()
        try folder.write(records, to: "in.jsonl")
        for jobs in ["1", "4"] {
            let outcome = try await Program.run(["run", "p.json", "--jobs", jobs], in: folder.url)
            #expect(outcome.code == 65)
            #expect(outcome.messages.contains("error: expect: unique: .id is 0 in 2 records: in.jsonl, item 1, and in.jsonl, item 5000\n"))
            #expect(try folder.read("out.jsonl") == "old\n")
        }
        try folder.write(records.replacing("{\"id\":0}\n", with: ""), to: "in.jsonl")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.messages.contains("kept in a temporary file meanwhile"))
    }

    @Test(
        "has options that are checked",
        arguments: [
            (
                #""schema":{"properties":{"a":{"minLenght":1}}}"#, "stages[0].schema.properties.a.minLenght",
                #"no keyword that is checked is called "minLenght"; did you mean "minLength"?"#
            ),
            (
                ##""schema":{"items":{"$ref":"#/$defs/x"}}"##, ##"stages[0].schema.items."$ref""##, ##""#/$defs/x" names no schema"##
            ),
            (#""schema":"none.json""#, "stages[0].schema", "none.json"),
            (#""count":{}"#, "stages[0].count", "expected at least one of min and max"),
            (#""count":{"min":2,"max":1}"#, "stages[0].count.max", "max is less than min, 2"),
            (
                #""description":"x""#, "stages[0]", "expected at least one of schema, rules, unique, references and count"
            ),
        ])
    func options(_ options: String, _ place: String, _ message: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"expect",\#(options)}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["validate", "p.json"], in: folder.url)
        #expect(outcome.messages.contains(message))
        #expect(outcome.messages.contains("= at \(place)\n"))
        #expect(outcome.code == 78)
    }

    @Test("places the faults of a schema in its file") func schemaFile() async throws {
        let folder = try ScratchFolder()
        try folder.write("{\n  \"type\": \"strin\"\n}\n", to: "s.json")
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"expect","schema":"s.json"}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["validate", "p.json"], in: folder.url)
        #expect(outcome.messages.hasPrefix(#"s.json:2:11: error: no type is called "strin"; did you mean "string"?"#))
        #expect(outcome.code == 78)
    }

    @Test("is refused in a run of a part of the records, unless the parts are divided by its key") func partitions() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl"},"stages":[{"type":"expect","unique":".id"}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let refused = try await Program.run(["validate", "p.json", "--partitioned"], in: folder.url)
        #expect(refused.code == 78)
        #expect(refused.messages.contains(#""expect" has a rule for all records, and a partitioned run has only those of its partition"#))
        let taken = try await Program.run(["validate", "p.json", "--partitioned-by", ".id"], in: folder.url)
        #expect(taken.code == 0)
        // A part has only its own records, so no part can count all of them.
        try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl"},"stages":[{"type":"expect","unique":".id","count":{"min":1}}],"#
                + #""sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let counted = try await Program.run(["validate", "p.json", "--partitioned-by", ".id"], in: folder.url)
        #expect(counted.code == 78)
        #expect(counted.messages.contains("move the rule to a pipeline that reads the collected records\n"))
    }
}
