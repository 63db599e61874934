import JSONParsing
import Testing

/// Collects items with the public API only, as a plug-in does.
struct ItemList: JSONItemSink {
    var values: [JSONValue] = []
    var offsets: [Int] = []
    var items: [String] { values.map(\.compactText) }

    mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
        values.append(layout.value(of: bytes))
        offsets.append(offset)
    }
}

/// The result of reading a text: the items before the fault with their offsets, and the fault.
struct Outcome: Equatable {
    var items: [String]
    var offsets: [Int]
    var error: JSONError?

    init(_ text: String, path: [JSONPathStep], cuts: [Int] = [], limits: JSONLimits = .standard) {
        let bytes = Array(text.utf8)
        var reader = JSONItemReader(path: path, limits: limits)
        var list = ItemList()
        do throws(JSONError) {
            var start = 0
            for cut in cuts + [bytes.count] {
                try reader.feed(Array(bytes[start..<cut]).span, into: &list)
                start = cut
            }
            try reader.finish(into: &list)
            error = nil
        } catch {
            self.error = error
        }
        items = list.items
        offsets = list.offsets
    }
}

struct ItemExample: CustomTestStringConvertible, Sendable {
    let name: String
    let path: [JSONPathStep]
    let text: String
    var items: [String] = []
    var offsets: [Int] = []
    var error: JSONError?
    var testDescription: String { name }
}

@Suite("Items in JSON texts") struct JSONItemReaderTests {
    static let a: [JSONPathStep] = [.key("a"), .iterate()]
    static let nested: [JSONPathStep] = [.key("a"), .iterate(), .key("b"), .iterate(optional: true)]

    static let examples: [ItemExample] = [
        ItemExample(
            name: "elements of a member", path: a, text: #"{"x":[9],"a":[1, {"k" : [2]} ,"s"],"y":{"a":[7]}}"#,
            items: ["1", #"{"k":[2]}"#, #""s""#], offsets: [14, 17, 30]),
        ItemExample(name: "an escaped key", path: a, text: #"{"\u0061":[1]}"#, items: ["1"], offsets: [11]),
        ItemExample(name: "values of an object", path: a, text: #"{"a":{"p":1,"q":[2]}}"#, items: ["1", "[2]"], offsets: [10, 16]),
        ItemExample(
            name: "nested lists, optional at the end", path: nested,
            text: #"{"a":[{"b":[1,2]},{"c":3},{"b":null},{"b":[]},{"b":[{"d":4}]}]}"#,
            items: ["1", "2", #"{"d":4}"#], offsets: [12, 14, 52]),
        ItemExample(
            name: "texts one after the other", path: [], text: "{\"a\":1}\n[2]\r\n3 \"4\" null",
            items: [#"{"a":1}"#, "[2]", "3", #""4""#, "null"], offsets: [0, 8, 13, 15, 19]),
        ItemExample(
            name: "a path into each text of a stream", path: a, text: "{\"a\":[1]}\n{\"a\":[2]}", items: ["1", "2"], offsets: [6, 16]),
        ItemExample(name: "a path without a list", path: [.key("a")], text: #"{"a":{"b":1}}"#, items: [#"{"b":1}"#], offsets: [5]),
        ItemExample(
            name: "nothing at all is no document", path: a, text: "", error: JSONError(.endOfInput(expected: "a JSON text"), offset: 0)),
        ItemExample(name: "nothing at all is an empty stream", path: [], text: " \n", items: []),
        ItemExample(name: "a missing key", path: a, text: #"{"b":[]}"#, error: JSONError(.missing(path: ".a"), offset: 7)),
        ItemExample(
            name: "null instead of a list", path: a, text: #"{"a":null}"#,
            error: JSONError(.wrongKind(path: ".a", expected: "an array", found: "null"), offset: 5)),
        ItemExample(
            name: "a list instead of an object", path: a, text: "[1]",
            error: JSONError(.wrongKind(path: ".", expected: "an object", found: "an array"), offset: 0)),
        ItemExample(
            name: "the list twice", path: a, text: #"{"a":[1],"a":[2]}"#, items: ["1"], offsets: [6],
            error: JSONError(.duplicateKey("a"), offset: 9)),
        ItemExample(
            name: "good items before a cut", path: a, text: #"{"a":[1,{"k":2},{"k""#, items: ["1", #"{"k":2}"#], offsets: [6, 8],
            error: JSONError(.endOfInput(expected: "\":\" after a key"), offset: 20)),
        ItemExample(name: "characters of many bytes", path: a, text: #"{"é":1,"a":["äöü€😀"]}"#, items: [#""äöü€😀""#], offsets: [13]),
        ItemExample(
            name: "escapes stay as written", path: a, text: #"{"a":["\u00e9\ud83d\ude00\/\n"]}"#, items: [#""\u00e9\ud83d\ude00\/\n""#],
            offsets: [6]),
        ItemExample(
            name: "numbers stay as written", path: a, text: #"{"a":[1.0,-0,1E400,12345678901234567890]}"#,
            items: ["1.0", "-0", "1E400", "12345678901234567890"], offsets: [6, 10, 13, 19]),
        ItemExample(
            name: "a trailing comma", path: a, text: #"{"a":[1,]}"#, items: ["1"], offsets: [6],
            error: JSONError(.unexpected(UInt8(ascii: "]"), expected: "a value"), offset: 8)),
        ItemExample(
            name: "a date is not three numbers", path: [], text: "2024-10-15", items: ["2024"], offsets: [0], error: unseparated("-", 4)),
        ItemExample(name: "a number and a literal", path: [], text: "1true", items: ["1"], offsets: [0], error: unseparated("t", 1)),
        ItemExample(name: "two literals", path: [], text: "truenull", items: ["true"], offsets: [0], error: unseparated("n", 4)),
        ItemExample(name: "a literal and a number", path: [], text: "null1", items: ["null"], offsets: [0], error: unseparated("1", 4)),
        ItemExample(name: "two fractions", path: [], text: "1.5.5", items: ["1.5"], offsets: [0], error: unseparated(".", 3)),
        ItemExample(
            name: "a comma between texts", path: [], text: "1 ,2", items: ["1"], offsets: [0],
            error: JSONError(.unexpected(UInt8(ascii: ","), expected: "a value"), offset: 2)),
        ItemExample(
            name: "brackets and quotation marks separate", path: [], text: #"1[2]3{"a":4}true"x"false"#,
            items: ["1", "[2]", "3", #"{"a":4}"#, "true", #""x""#, "false"], offsets: [0, 1, 4, 5, 12, 16, 19]),
        ItemExample(
            name: "white space of all kinds separates", path: [], text: "1\t2\r3\n4 5", items: ["1", "2", "3", "4", "5"],
            offsets: [0, 2, 4, 6, 8]),
        ItemExample(
            name: "a key in another normal form", path: [.key("\u{e9}"), .iterate()], text: "{\"e\u{301}\":[1],\"\u{e9}\":[2]}",
            items: ["2"], offsets: [17]),
    ]

    private static func unseparated(_ byte: Unicode.Scalar, _ offset: Int) -> JSONError {
        JSONError(.unexpected(UInt8(ascii: byte), expected: "white space before the next text"), offset: offset)
    }

    @Test("come one by one, whole and cut at every byte", arguments: examples)
    func items(_ example: ItemExample) {
        let whole = Outcome(example.text, path: example.path)
        #expect(whole.items == example.items)
        #expect(whole.offsets == example.offsets)
        #expect(whole.error == example.error)
        for cut in 0...example.text.utf8.count {
            #expect(Outcome(example.text, path: example.path, cuts: [cut]) == whole, "cut at \(cut)")
        }
        #expect(Outcome(example.text, path: example.path, cuts: Array(0..<example.text.utf8.count)) == whole, "byte by byte")
    }

    @Test("have limits") func limits() {
        let tooLong = Outcome(
            #"{"a":["short","\#(String(repeating: "x", count: 50))"]}"#, path: Self.a, limits: JSONLimits(maxValueBytes: 20))
        #expect(tooLong.items == [#""short""#])
        #expect(tooLong.error == JSONError(.tooLarge(limit: 20), offset: 14))
        let tooDeep = Outcome(String(repeating: "[", count: 100), path: [], limits: JSONLimits(maxDepth: 10))
        #expect(tooDeep.error == JSONError(.tooDeep(limit: 10), offset: 10))
    }
}

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
