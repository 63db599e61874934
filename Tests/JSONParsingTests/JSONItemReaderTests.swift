import JSONParsing
import Testing

/// Collects items as text.
struct ItemList: JSONItemSink {
    var items: [String] = []
    /// The items that have an index.
    var indexed: [JSONValue] = []
    var offsets: [Int] = []

    mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
        var buffer: [UInt8] = Array("before".utf8)
        let place = layout.append(bytes, offset: offset, to: &buffer)
        let text = JSONText(checked: buffer, range: place.range, index: place.index)
        items.append(JSONValue.text(text).compactText)
        if place.index > 0 { indexed.append(JSONValue.text(text)) }
        offsets.append(offset)
    }
}

/// What came of a text: the items before the fault, and the fault.
struct Outcome: Equatable {
    var items: [String]
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
    }
}

struct ItemExample: CustomTestStringConvertible, Sendable {
    let name: String
    let path: [JSONPathStep]
    let text: String
    var items: [String] = []
    var error: JSONError?
    var testDescription: String { name }
}

@Suite("Items in JSON texts") struct JSONItemReaderTests {
    static let a: [JSONPathStep] = [.key("a"), .iterate()]
    static let nested: [JSONPathStep] = [.key("a"), .iterate(), .key("b"), .iterate(optional: true)]

    static let examples: [ItemExample] = [
        ItemExample(
            name: "elements of a member", path: a, text: #"{"x":[9],"a":[1, {"k" : [2]} ,"s"],"y":{"a":[7]}}"#,
            items: ["1", #"{"k":[2]}"#, #""s""#]),
        ItemExample(name: "an escaped key", path: a, text: #"{"\u0061":[1]}"#, items: ["1"]),
        ItemExample(name: "values of an object", path: a, text: #"{"a":{"p":1,"q":[2]}}"#, items: ["1", "[2]"]),
        ItemExample(
            name: "nested lists, optional at the end", path: nested,
            text: #"{"a":[{"b":[1,2]},{"c":3},{"b":null},{"b":[]},{"b":[{"d":4}]}]}"#,
            items: ["1", "2", #"{"d":4}"#]),
        ItemExample(
            name: "texts one after the other", path: [], text: "{\"a\":1}\n[2]\r\n3 \"4\" null",
            items: [#"{"a":1}"#, "[2]", "3", #""4""#, "null"]),
        ItemExample(name: "a path into each text of a stream", path: a, text: "{\"a\":[1]}\n{\"a\":[2]}", items: ["1", "2"]),
        ItemExample(name: "a path without a list", path: [.key("a")], text: #"{"a":{"b":1}}"#, items: [#"{"b":1}"#]),
        ItemExample(
            name: "nothing at all is no document", path: a, text: "", error: JSONError(.endOfInput(expected: "a JSON text"), offset: 0)),
        ItemExample(name: "nothing at all is an empty stream", path: [], text: " \n", items: []),
        ItemExample(name: "a missing key", path: a, text: #"{"b":[]}"#, error: JSONError(.missing(path: ".a"), offset: 7)),
        ItemExample(
            name: "null where a list was wanted", path: a, text: #"{"a":null}"#,
            error: JSONError(.wrongKind(path: ".a", expected: "an array", found: "null"), offset: 5)),
        ItemExample(
            name: "a list where an object was wanted", path: a, text: "[1]",
            error: JSONError(.wrongKind(path: ".", expected: "an object", found: "an array"), offset: 0)),
        ItemExample(
            name: "the list twice", path: a, text: #"{"a":[1],"a":[2]}"#, items: ["1"], error: JSONError(.duplicateKey("a"), offset: 9)),
        ItemExample(
            name: "good items before a cut", path: a, text: #"{"a":[1,{"k":2},{"k""#, items: ["1", #"{"k":2}"#],
            error: JSONError(.endOfInput(expected: "\":\" after a key"), offset: 20)),
        ItemExample(name: "characters of many bytes", path: a, text: #"{"é":1,"a":["äöü€😀"]}"#, items: [#""äöü€😀""#]),
        ItemExample(
            name: "escapes stay as written", path: a, text: #"{"a":["\u00e9\ud83d\ude00\/\n"]}"#, items: [#""\u00e9\ud83d\ude00\/\n""#]),
        ItemExample(
            name: "numbers stay as written", path: a, text: #"{"a":[1.0,-0,1E400,12345678901234567890]}"#,
            items: ["1.0", "-0", "1E400", "12345678901234567890"]),
        ItemExample(
            name: "a trailing comma", path: a, text: #"{"a":[1,]}"#, items: ["1"],
            error: JSONError(.unexpected(UInt8(ascii: "]"), expected: "a value"), offset: 8)),
    ]

    @Test("come one by one, whole and cut at every byte", arguments: examples)
    func items(_ example: ItemExample) {
        let whole = Outcome(example.text, path: example.path)
        #expect(whole.items == example.items)
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
