import JSONParsing
import Stages
import TestSupport
import Testing
@testable import Pipeline

/// A join: its options, the records of both sides separated by commas, and what comes of it.
struct JoinExample: CustomTestStringConvertible {
    let name: String
    /// The options beside `with`, `by` and `into`.
    var options = ""
    var left = #"{"id":"b"},{"id":"c"},{"id":"a"},{"id":null},{"id":"b"},{}"#
    var right = #"{"k":"a","p":1},{"k":"b","p":2},{"k":"d","p":3},{"p":4}"#
    let output: String
    var reasons: [String] = []
    /// The line of counts; empty for any.
    var line = ""
    var notes: [String]?
    var warnings: [String] = []
    var testDescription: String { name }
}

@Suite("The stage join") struct JoinStageTests {
    static let notes = [
        "join: 3 of 6 records joined", #"join: 1 record without a match kept, the first: "c" (text, item 2)"#,
        "join: 2 records without a key kept, the first: text, item 4",
        "join: text: 4 records; 1 without a key, the first: text, item 4; 1 key that no record has",
    ]

    static let examples = [
        JoinExample(
            name: "keeps the records in their order, with null where there is no match",
            output: #"{"id":"b","p":{"k":"b","p":2}}{"id":"c","p":null}{"id":"a","p":{"k":"a","p":1}}{"id":null,"p":null}"#
                + #"{"id":"b","p":{"k":"b","p":2}}{"p":null}"#,
            line: "read 6 = written 6 + filtered 0 + rejected 0", notes: notes),
        JoinExample(
            name: "takes what a program gives of the other record, and leaves out those for which it gives nothing",
            options: #","with_value":"select(.p > 1) | .p""#,
            output: #"{"id":"b","p":2}{"id":"c","p":null}{"id":"a","p":null}{"id":null,"p":null}{"id":"b","p":2}{"p":null}"#,
            notes: [
                "join: 2 of 6 records joined", #"join: 2 records without a match kept, the first: "c" (text, item 2)"#,
                "join: 2 records without a key kept, the first: text, item 4",
                "join: text: 4 records; 1 without a key, the first: text, item 4; 1 left out by with_value; 1 key that no record has",
            ]),
        JoinExample(
            name: "drops records without a match, and counts them", options: #","unmatched":"drop","with_value":".p""#,
            output: #"{"id":"b","p":2}{"id":"a","p":1}{"id":"b","p":2}"#, line: "read 6 = written 3 + filtered 3 + rejected 0",
            notes: notes.map { $0.replacing(" kept", with: " dropped") }),
        JoinExample(
            name: "rejects records without a match", options: #","unmatched":"reject","with_value":".p""#,
            output: #"{"id":"b","p":2}{"id":"a","p":1}{"id":"b","p":2}"#,
            reasons: [
                #"text has nothing for the key "c""#, "the record has no key: it is null", "the record has no key: it is null",
            ], line: "read 6 = written 3 + filtered 0 + rejected 3"),
        JoinExample(
            name: "makes a list of all matches, in their order", options: #","match":"many","with_value":".p""#,
            left: #"{"id":2},{"id":1},{"id":3}"#, right: #"{"k":1,"p":"x"},{"k":2,"p":"y"},{"k":1.0,"p":"z"},{"k":1,"p":"x"}"#,
            output: #"{"id":2,"p":["y"]}{"id":1,"p":["x","z","x"]}{"id":3,"p":[]}"#),
        JoinExample(
            name: "warns of keys that the second source has more than once, and takes the first", options: #","with_value":".p""#,
            left: #"{"id":1}"#, right: #"{"k":2,"p":1},{"k":1,"p":2},{"k":1,"p":3},{"k":2,"p":4}"#, output: #"{"id":1,"p":2}"#,
            warnings: [
                "2 keys stand more than once in text, where the first record counts, such as 1 (text, item 2); \"match\": \"many\" takes all"
            ]),
        JoinExample(
            name: "warns of keys that have another type in the second source", left: #"{"id":7},{"id":"8"},{"id":7},{"id":9}"#,
            right: #"{"k":"7"},{"k":8},{"k":9}"#, output: #"{"id":7,"p":null}{"id":"8","p":null}{"id":7,"p":null}{"id":9,"p":{"k":9}}"#,
            warnings: [
                #"3 records have a key of another type than text, such as 7 (text, item 1) and "7" (text, item 1): "#
                    + #"tostring or tonumber in "by" or "with_key" makes them equal"#
            ]),
        JoinExample(
            name: "warns if nothing has a match", left: #"{"id":"x"}"#, output: #"{"id":"x","p":null}"#,
            warnings: ["no record has a key that text has"]),
        JoinExample(
            name: "compares keys of several parts; a part that is null is no key", options: #","with_value":".p""#,
            left: #"{"id":["a",1]},{"id":["a",null]},{"id":{"x":1,"y":2}}"#,
            right: #"{"k":["a",null],"p":1},{"k":["a",1.0],"p":2},{"k":{"y":2,"x":1},"p":3}"#,
            output: #"{"id":["a",1],"p":2}{"id":["a",null],"p":null}{"id":{"x":1,"y":2},"p":3}"#),
        JoinExample(
            name: "rejects records of both sides whose programs fail, and counts those of the second source as made",
            options: #","with_value":".p + 1""#, left: #"{"id":1},[1],{"id":2}"#, right: #"{"k":1,"p":"x"},{"k":2,"p":3}"#,
            output: #"{"id":1,"p":null}{"id":2,"p":4}"#,
            reasons: [#"string ("x") and number (1) cannot be added"#, #"Cannot index array with string ("id")"#],
            line: "read 3 + made 1 = written 2 + filtered 0 + rejected 2"),
        JoinExample(
            name: "rejects records that would get too long a list", options: #","match":"many","max_group_bytes":2000,"with_value":".p""#,
            left: #"{"id":1},{"id":2}"#, right: #"{"k":1,"p":1},{"k":1,"p":"\#(String(repeating: "x", count: 3000))"},{"k":2,"p":2}"#,
            output: #"{"id":2,"p":[2]}"#,
            reasons: ["the list of the key 1 has more than 2000 bytes; max_group_bytes allows no more"]),
        JoinExample(
            name: "takes an empty second source", left: #"{"id":1}"#, right: "", output: #"{"id":1,"p":null}"#,
            warnings: ["no record has a key that text has"]),
    ]

    private static func stage(_ example: JoinExample, more: String = "") throws -> PipelinePlan.StageStep {
        try step(
            #"{"type":"join","with":{"type":"text","text":\#(JSONValue.string(example.right).compactText)},"#
                + #""by":".id","with_key":".k","into":"p"\#(example.options)\#(more)}"#)
    }

    private static func step(_ stage: String) throws -> PipelinePlan.StageStep {
        let text = #"{"source":{"type":"numbers"},"stages":[\#(stage)],"sinks":[{"type":"memory"}]}"#
        var registry = PipelineFileTests.registry
        registry.add(TextSource.self)
        registry.add(StatefulSource.self)
        let plan = try PipelineReader.read(text: Array(text.utf8), file: "p.json", registry: registry, settings: PipelineSettings())
        return try #require(plan.stages.first)
    }

    @Test("does what it says, in memory and with a temporary file", arguments: examples, [false, true])
    func joins(_ example: JoinExample, isSpilled: Bool) async throws {
        // With so little memory, a few records go to the file.
        let stage = try Self.stage(example, more: isSpilled ? #","max_memory_bytes":1024"# : "")
        let (observer, sink) = (MemoryObserver(), MemorySink())
        let report = await run(plan(TextSource(example.left), [stage.component], [sink]), observer: observer)
        #expect(report.failure == nil)
        #expect(sink.documents.joined() == example.output)
        #expect(observer.rejects.map(\.reason).sorted() == example.reasons.sorted())
        if !example.line.isEmpty { #expect(report.counts.line == example.line) }
        #expect(report.counts.addUp && report.steps.allSatisfy(\.addUp))
        let notes = report.notes.filter { !$0.contains("temporary file") }
        if let expected = example.notes { #expect(notes == expected) }
        #expect(report.warnings == example.warnings.map { "stages[0]: \($0)" })
    }

    @Test("shows no key of a field with a sensitive name", arguments: [false, true]) func secretKeys(isSpilled: Bool) async throws {
        let more = isSpilled ? #","max_memory_bytes":1024"# : ""
        let stage = try Self.step(
            #"{"type":"join","with":{"type":"text","text":"{\"k\":\"b\"},{\"k\":\"b\"}"},"by":".api_key","with_key":".k","into":"p"\#(more)}"#
        )
        let observer = MemoryObserver()
        let report = await run(
            plan(TextSource(#"{"api_key":"hunter2"},{"api_key":"b"}"#), [stage.component], [MemorySink()]), observer: observer)
        #expect(report.notes.contains("join: 1 record without a match kept, the first: a string (text, item 1)"))
        #expect(report.warnings.contains { $0.contains("such as a string (text, item 1)") })
        #expect(!(report.notes + report.warnings).contains { $0.contains("hunter2") || $0.contains("\"b\"") })
    }

    @Test("gives the same of many records with little memory, in their order", arguments: [64 << 20, 20_000, 1024])
    func bounded(_ memory: Int) async throws {
        let left = (0..<500).map { #"{"id":\#($0 * 7 % 101),"n":\#($0)}"# }.joined(separator: ",")
        let right = (0..<200).map { #"{"k":\#($0 % 97),"p":\#($0)}"# }.joined(separator: ",")
        let example = JoinExample(name: "", options: #","match":"many","with_value":".p""#, left: left, right: right, output: "")
        let stage = try Self.stage(example, more: #","max_memory_bytes":\#(memory)"#)
        let sink = MemorySink()
        let report = await run(plan(TextSource(left), [stage.component], [sink]), jobs: 3)
        let expected = (0..<500).map { number in
            let key = number * 7 % 101
            let values = (0..<200).filter { $0 % 97 == key }.map(String.init).joined(separator: ",")
            return #"{"id":\#(key),"n":\#(number),"p":[\#(values)]}"#
        }
        #expect(sink.documents == expected)
        #expect(report.notes.contains { $0.contains("kept in a temporary file meanwhile") } == (memory < 64 << 20))
    }

    @Test("fails the run with its second source, and no output appears") func failing() async throws {
        let stage = try Self.step(#"{"type":"join","with":{"type":"text","text":"{,"},"by":".n","into":"p"}"#)
        let sink = MemorySink(appearsWhole: true)
        let report = await run(plan(NumberSource(count: 10), [stage.component], [sink]))
        #expect(report.exitCode == 65 && !sink.hasCommitted)
        #expect((report.failure as? PipelineFailure)?.message.hasPrefix("text: ") == true)
    }

    @Test("refuses a second source that keeps a state, and one that is no source")
    func refuses() {
        func messages(_ with: String) -> [String] {
            do {
                _ = try Self.step(#"{"type":"join","with":\#(with),"by":".n","into":"p"}"#)
                return []
            } catch { return (error as? PipelineFileError)?.messages ?? [] }
        }
        #expect(
            messages(#"{"type":"stateful"}"#) == [
                "p.json:1:62: stages[0].with: the source reads only what is new, and each record may need what is old; leave out what keeps its state"
            ])
        #expect(
            messages(#"{"type":"txt","text":""}"#) == [
                #"p.json:1:70: stages[0].with.type: no source is called "txt"; did you mean "text"?"#
            ])
        #expect(
            messages(#"{"type":"text","txt":""}"#) == [
                #"p.json:1:62: stages[0].with: "text" is missing; it is a string"#,
                #"p.json:1:77: stages[0].with.txt: the source "text" has no option "txt"; did you mean "text"?"#,
            ])
        #expect(messages(#"{"text":""}"#) == [#"p.json:1:62: stages[0].with: "type" is missing; it names the source"#])
        #expect(messages(#""prices.csv""#) == [#"p.json:1:62: stages[0].with: expected an object, found "prices.csv""#])
    }
}

/// A source that reads only what is new.
private struct StatefulSource: Source {
    static let name = "stateful"
    static let summary = "Sends what is new."
    static let example = ""

    init(options: inout OptionReader) {}

    var hooks: Hooks { .none }
    var continuation: SourceContinuation { SourceContinuation(readingAll: { self }, resetState: { nil }) }

    func run(into output: inout RecordWriter) async throws {}
}
