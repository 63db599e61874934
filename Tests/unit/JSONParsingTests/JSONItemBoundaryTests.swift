@testable import JSONParsing
import Testing

struct BoundaryExample: CustomTestStringConvertible, Sendable {
    let name: String
    var kind = JSONItemBoundary.Kind.element
    /// Two neighbouring items with the bytes between them.
    let items: [String]
    /// The text to search.
    let text: String
    /// The text from the first item that seems to begin there; nil if there is none.
    let rest: String?
    var testDescription: String { name }
}

@Suite("The boundary of items") struct JSONItemBoundaryTests {
    static let one = #"{"id":1,"to":"x","text":"y"}"#
    /// Padding for the search, which looks at whole vectors only.
    static let tail = String(repeating: " ", count: 64)

    static let examples: [BoundaryExample] = [
        BoundaryExample(
            name: "compact", items: [one, ",", one], text: #"t":"y"},{"id":2,"to":"","text":""}"#, rest: #"{"id":2,"to":"","text":""}"#),
        BoundaryExample(
            name: "behind white space", items: [one, ",\n  ", one],
            text: #"y"},{"id":2,"to":"","text":""},"# + "\n  " + #"{"id":3,"to":"","text":""}"#,
            rest: "\n  " + #"{"id":3,"to":"","text":""}"#),
        BoundaryExample(
            name: "not what is nested and has other members", items: [one, ",", one],
            text: #"1},{"id":2,"size":3},{"id":4,"to":"","text":""}"#, rest: #"{"id":4,"to":"","text":""}"#),
        BoundaryExample(
            name: "not in a string", items: [one, ",", one], text: #"a\"},{\"id\":2,\"to\":\"\"},{"id":4,"to":"","text":""}"#,
            rest: #"{"id":4,"to":"","text":""}"#),
        BoundaryExample(name: "nowhere", items: [one, ",", one], text: #""a","b","c","d""#, rest: nil),
        BoundaryExample(name: "on the next line", kind: .line, items: [one, "\n", one], text: "y\"}\n{\"id\":2}", rest: "{\"id\":2}"),
        BoundaryExample(name: "on the next line, as an array", kind: .line, items: ["[1]", "\r\n", "[2]"], text: "1]\r\n[2]", rest: "[2]"),
    ]

    @Test("is found", arguments: examples) func places(_ example: BoundaryExample) throws {
        let sample = Array(example.items.joined().utf8)
        let end = example.items[0].utf8.count
        let boundary = JSONItemBoundary(in: sample.span, between: end, and: end + example.items[1].utf8.count, kind: example.kind)
        let found = try #require(boundary)
        let text = Array((example.text + Self.tail).utf8)
        let place = found.firstItemStart(in: text.span)
        #expect(place.map { String(decoding: text[$0...], as: UTF8.self) } == example.rest.map { $0 + Self.tail })
    }

    @Test(
        "cannot be learned from unsuitable neighbours",
        arguments: [["1", ",", "2"], [one, "]},{\"list\":[", one], [one, " ", one], ["[1]", ",", "[2]"]])
    func unknown(_ items: [String]) {
        let sample = Array(items.joined().utf8)
        let end = items[0].utf8.count
        let boundary = JSONItemBoundary(in: sample.span, between: end, and: end + items[1].utf8.count, kind: .element)
        #expect(boundary == nil)
    }

    @Test("lets a resumed reader have the same state exactly at the start of an item")
    func resumed() throws {
        let text = #"{"a":[{"b":[{"id":1},{"id":2}]},{"b":[{"id":3},{"id":4}]}]}"#
        let bytes = Array(text.utf8)
        let path: [JSONPathStep] = [.key("a"), .iterate(), .key("b"), .iterate()]
        for cut in 1..<bytes.count {
            var list = ItemList()
            var reader = JSONItemReader(path: path)
            try reader.feed(Array(bytes[..<cut]).span, into: &list)
            let other = reader.resumed(at: .element, offset: cut)
            let isItemStart = text.dropFirst(cut).hasPrefix(#"{"id":2"#) || text.dropFirst(cut).hasPrefix(#"{"id":4"#)
            #expect(reader.isInSameState(as: other) == isItemStart, "at \(cut)")
        }
    }
}
