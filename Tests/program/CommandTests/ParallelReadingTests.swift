import ProgramSupport
import TestSupport
import Testing

/// An input that is long enough to be split, so that several workers read it at once.
struct LargeInput: CustomTestStringConvertible, Sendable {
    let name: String
    var items = "."
    var options = ""
    let text: @Sendable () -> String
    var testDescription: String { name }

    /// An item of about 200 bytes; `\"},{\"id\":` in its text looks like the boundary between two items.
    static func item(_ number: Int, more: String = "") -> String {
        #"{"id":\#(number),"from":"a\#(number)@example.org","text":"\#(String(repeating: "käse \\\"},{\\\"id\\\":", count: 1 + number % 9))"\#(more)}"#
    }

    static func array(_ count: Int = 12_000, separator: String = ",", _ item: (Int) -> String = { item($0) }) -> String {
        #"{"list":["# + (1...count).map(item).joined(separator: separator) + "]}"
    }

    static func lines(_ count: Int = 12_000, _ line: (Int) -> String = { item($0) }) -> String {
        (1...count).map { line($0) + "\n" }.joined()
    }
}

@Suite("A large input") struct ParallelReadingTests {
    private static let list = ".list[]"

    static let examples: [LargeInput] = [
        LargeInput(name: "a compact array", items: list) { LargeInput.array() },
        LargeInput(name: "an array with an item on each line", items: list) { LargeInput.array(separator: ",\n  ") },
        LargeInput(name: "an array with white space in front of commas", items: list) { LargeInput.array(separator: " \n,  ") },
        LargeInput(name: "items in items of another shape", items: list) {
            LargeInput.array { LargeInput.item($0, more: #","parts":[{"id":1,"size":2},{"id":2,"size":3}]"#) }
        },
        LargeInput(name: "items in items of the same shape", items: list) {
            LargeInput.array { LargeInput.item($0, more: #","parts":[\#(LargeInput.item(1)),\#(LargeInput.item(2))]"#) }
        },
        LargeInput(name: "items in arrays of two levels", items: ".list[].parts[]") {
            LargeInput.array(5000) {
                LargeInput.item($0, more: #","parts":[\#(LargeInput.item(1)),\#(LargeInput.item(2)),\#(LargeInput.item(3))]"#)
            }
        },
        LargeInput(name: "items whose shape changes", items: list) {
            LargeInput.array { $0 % 3 == 0 ? #"{"other":\#($0)}"# : $0 > 9000 ? "[\($0)]" : LargeInput.item($0) }
        },
        LargeInput(name: "a program behind the path", items: ".list[] | .id, .from") { LargeInput.array() },
        LargeInput(name: "a program that fails for one item", items: #".list[] | if .id == 10000 then error("no") else .id end"#) {
            LargeInput.array()
        },
        LargeInput(name: "white space inside items, and in them what looks like one", items: list) {
            LargeInput.array(separator: ",\n  ") {
                LargeInput.item($0, more: #" , "parts" : [ \#(LargeInput.item(1)),\#n  \#(LargeInput.item(2)) , { } ] "#)
            }
        },
        LargeInput(name: "long items with lines in them that look like texts") {
            LargeInput.lines(250) { number in
                let inner = (1...60).map { LargeInput.item($0) }.joined(separator: ",\n")
                return "{\"id\":\(number),\"parts\":[\n\(inner)\n],\"from\":\"x\"}"
            }
        },
        LargeInput(name: "an array with more behind it", items: list) {
            LargeInput.array().dropLast() + #","more":["# + (1...12_000).map { LargeInput.item($0) }.joined(separator: ",") + "]}"
        },
        LargeInput(name: "JSON Lines") { LargeInput.lines() },
        LargeInput(name: "JSON Lines with empty ones and carriage returns") { LargeInput.lines { LargeInput.item($0) + "\r\n" } },
        LargeInput(name: "texts of several lines") { LargeInput.lines { "{\n\"a\":\n\(LargeInput.item($0))\n}" } },
        LargeInput(name: "arrays in JSON Lines", items: list) { LargeInput.lines(4500) { _ in LargeInput.array(4) } },
        LargeInput(name: "a byte order mark") { "\u{FEFF}" + LargeInput.lines() },
        LargeInput(name: "one text that is larger than a split") {
            LargeInput.lines(3000) + #"{"id":0,"from":"","text":"\#(String(repeating: "\\n", count: 3 << 20))"}"# + "\n"
                + LargeInput.lines(2000)
        },
        LargeInput(name: "a fault in an array", items: list) {
            LargeInput.array { $0 == 10_000 ? #"{"id":10000,"from":nul}"# : LargeInput.item($0) }
        },
        LargeInput(name: "a string that does not end", items: list) {
            LargeInput.array { $0 == 10_500 ? #"{"id":10500,"from":"x}"# : LargeInput.item($0) }
        },
        LargeInput(name: "a bracket too many", items: list) {
            LargeInput.array { $0 == 9500 ? LargeInput.item($0) + "}" : LargeInput.item($0) }
        },
        LargeInput(name: "an input that breaks off", items: list) { String(LargeInput.array().dropLast(100)) },
        LargeInput(name: "a faulty line") { LargeInput.lines { $0 == 10_000 ? #"{"id":10000,}"# : LargeInput.item($0) } },
        LargeInput(name: "an item that is too long", items: list, options: #", "max_record_bytes": 2000"#) {
            LargeInput.array { LargeInput.item($0, more: $0 == 10_200 ? #","more":"\#(String(repeating: "x", count: 3000))""# : "") }
        },
    ]

    @Test("gives the same records, messages and exit code, however many workers read it", arguments: examples)
    func sameForAll(_ example: LargeInput) async throws {
        let folder = try ScratchFolder()
        let input = try folder.write(example.text(), to: "input.json")
        func pipeline(from input: String, _ name: String) throws -> String {
            try folder.write(
                #"{"source":{"type":"json","from":"\#(input)","items":"\#(example.items.replacing("\"", with: "\\\""))"\#(example.options)},"#
                    + #""stages":[{"type":"filter","where":". != 1000"},{"type":"map","to":"[.id?, .from?, .parts?, .]"}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
                to: name)
        }
        let file = try pipeline(from: input, "p.json")
        var outcomes: [Program.Outcome] = []
        for jobs in ["1", "2", "3", "5"] { outcomes.append(try await Program.run(["run", file, "--jobs", jobs], in: folder.url)) }
        _ = try pipeline(from: "-", "p.json")
        // A pipe, which is not split, and the same file as standard input. Where SIGPIPE is ignored, cat reports a broken pipe.
        for script in [#"cat "$0" 2> /dev/null | "$1" run p.json --jobs 2"#, #""$1" run p.json --jobs 2 < "$0""#] {
            let outcome = try await Program.run("/bin/sh", ["-c", script, input, Program.path], in: folder.url)
            #expect(outcome.code == outcomes[0].code)
            // These runs have another name for the pipeline file, and other columns in it.
            func comparable(_ messages: String) -> String {
                messages.withoutTimes.replacing("standard input", with: input).replacing(#/\([^ ]*p\.json:1:\d+/#, with: "(p.json")
            }
            #expect(comparable(outcome.messages) == comparable(outcomes[0].messages))
            #expect(outcome.output == outcomes[0].output)
        }
        #expect(outcomes[0].output.utf8.count > 10_000)
        for outcome in outcomes.dropFirst() {
            #expect(outcome.code == outcomes[0].code)
            #expect(outcome.messages.withoutTimes == outcomes[0].messages.withoutTimes)
            #expect(outcome.output == outcomes[0].output)
        }
    }
}
