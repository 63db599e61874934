import JSONParsing
import Testing

/// Paths that are followed as jq follows them.
@Suite("A path followed as jq does") struct JSONDeadEndTests {
    /// Collects items, and dead ends as `missing steps: value`.
    private struct Sink: JSONItemSink {
        var found: [String] = []

        mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
            found.append(layout.value(of: bytes).compactText)
        }

        mutating func receiveDeadEnd(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, missingSteps: Int) {
            found.append("\(missingSteps): \(layout.value(of: bytes).compactText)")
        }
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let path: [JSONPathStep]
        let json: String
        let found: [String]

        var testDescription: String { "\(JSONPathStep.text(of: path)) of \(json)" }
    }

    static let examples = [
        Example(
            path: [.key("a")], json: #"{"b":1,"a":2} {"b":1} [1] "x" null 5"#,
            found: ["2", "0: null", "1: []", "1: \"x\"", "1: null", "1: 5"]),
        Example(
            path: [.key("a", optional: true), .key("b")], json: #"{"a":{"b":3}} {} {"a":[]} {"a":null}"#,
            found: ["3", "1: null", "1: []", "1: null"]),
        Example(
            path: [.key("a"), .iterate()], json: #"{"a":[1,[2],{"c":3}]} {"a":{"x":4}} {"a":5} {}"#,
            found: ["1", "[2]", "{\"c\":3}", "4", "1: 5", "1: null"]),
        Example(path: [.iterate(), .key("a")], json: #"[{"a":1},{},"text",[{"a":2}]]"#, found: ["1", "0: null", "1: \"text\"", "1: []"]),
        Example(path: [.element(0)], json: "[1,2] [] {} [[3]]", found: ["1", "0: null", "1: {}", "[3]"]),
        Example(path: [.element(2)], json: "[1,2,3,4] [1,2] \"x\"", found: ["3", "0: null", "1: \"x\""]),
        Example(
            path: [.key("a"), .element(1), .key("b"), .element(0)],
            json: #"{"a":[0,{"b":["x","y"]},{"b":[1]}]} {"a":[0,{"b":[]}]} {"a":[0]}"#,
            found: ["\"x\"", "0: null", "2: null"]),
        Example(path: [.iterate(), .element(1)], json: #"[[1,2],[3],{"k":4}]"#, found: ["2", "0: null", "1: {}"]),
    ]

    @Test("ends where jq finds null or an error, however the input is cut", arguments: examples) func deadEnds(_ example: Example) throws {
        let bytes = Array(example.json.utf8)
        for cut in 0...bytes.count {
            let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
            var sink = Sink()
            var reader = JSONItemReader(path: example.path, limits: .standard, deliversDeadEnds: true)
            try reader.feed(first.span, into: &sink)
            try reader.feed(second.span, into: &sink)
            try reader.finish(into: &sink)
            #expect(sink.found == example.found, "cut at \(cut)")
        }
    }

    @Test(
        "has no items at elements that are missing, if they are wanted strictly",
        arguments: [("[1]", "nothing found at .[2]"), ("{}", "expected an array at ., found an object")])
    func strict(_ json: String, _ message: String) throws {
        var sink = Sink()
        var reader = JSONItemReader(path: [.element(2)])
        let error = #expect(throws: JSONError.self) { try reader.feed(Array(json.utf8).span, into: &sink) }
        #expect(error?.message == message)
    }

    @Test("ends with the first text, and says where") func firstText() throws {
        let bytes = Array(#"{"a":[1,2]} {"a":[3]}"#.utf8)
        var sink = Sink()
        var reader = JSONItemReader(path: [.key("a"), .iterate()], limits: .standard, deliversDeadEnds: true)
        #expect(try reader.feed(bytes.span, upToTexts: 1, into: &sink) == 11)
        #expect(sink.found == ["1", "2"])
    }
}
