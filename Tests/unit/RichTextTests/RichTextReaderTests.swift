import Foundation
import HTMLParsing
import JSONParsing
import RichText
import TestSupport
import Testing

@Suite("The reader of rich text") struct RichTextReaderTests {
    @Test(
        "refuses what has the shape of no dialect",
        arguments: [
            "\"x\"", "1", "null", "{}", "[1]", "[[]]", "[{}]", "[{\"type\":\"x\"}]", "{\"type\":1}", "{\"root\":1}", "{\"blocks\":{}}",
        ])
    func noDialect(_ json: String) throws {
        let error = #expect(throws: RichTextError.self) { try RichTextReader().read(JSONValue(parsing: json)) }
        #expect(error?.message.hasPrefix("expected rich text of one of contentful, portable_text") == true)
        #expect(error?.path == ".")
    }

    @Test("reads an empty array, which every dialect may have") func empty() throws {
        let result = try RichTextReader().read([])
        #expect(result.document.serialized() == "")
        #expect(result.dialect == nil)
    }

    @Test(
        "says where a value has a wrong kind",
        arguments: [
            (#"{"nodeType":"document","content":7}"#, ".content", "expected an array, found a number"),
            (
                #"{"nodeType":"document","content":[{"nodeType":"text","value":{}}]}"#, ".content[0].value",
                "expected a string, found an object"
            ),
            (#"{"nodeType":"document","content":[[]]}"#, ".content[0]", "expected an object, found an array"),
            (#"{"nodeType":"document","content":[{}]}"#, ".content[0].nodeType", "missing; a string was expected"),
            (
                #"[{"type":"paragraph","children":[{"type":"text","text":"x","bold":"yes"}]}]"#, "[0].children[0].bold",
                "expected a boolean, found a string"
            ),
            (#"[{"type":"heading","level":1.5,"children":[]}]"#, "[0].level", "expected an integer, found a number"),
            (
                #"{"nodeType":"document","content":[{"nodeType":"hyperlink","data":{"uri":null},"content":[{"nodeType":"text","value":"x","value":"y"}]}]}"#,
                ".content[0].content[0]", "the key \"value\" stands twice in one object"
            ),
        ])
    func wrongKinds(_ json: String, _ path: String, _ message: String) throws {
        let error = #expect(throws: RichTextError.self) { try RichTextReader().read(JSONValue(parsing: json)) }
        #expect(error?.path == (path.hasPrefix("[") ? "." + path : path))
        #expect(error?.message == message)
    }

    @Test(
        "nests nodes 100 deep, and no deeper",
        arguments: [
            ("contentful", #"{"nodeType":"blockquote","content":["#, "]}"), ("prosemirror", #"{"type":"blockquote","content":["#, "]}"),
            ("strapi", #"{"type":"paragraph","children":["#, "]}"), ("lexical", #"{"type":"paragraph","children":["#, "]}"),
            ("notion", #"{"type":"toggle","children":["#, "]}"), ("portable_text", #"{"_type":"x","body":["#, "]}"),
            ("editorjs", #"{"type":"list","data":{"items":["#, "]}}"),
        ])
    func depth(_ name: String, _ begin: String, _ end: String) throws {
        let dialect = try #require(RichTextDialect(rawValue: name))
        let reader = RichTextReader(dialect: dialect)
        func nested(_ count: Int) throws -> JSONValue {
            let inner = name == "editorjs" ? begin.replacing(#""type":"list","data":{"#, with: "") : begin
            let innerEnd = name == "editorjs" ? "]}" : end
            let text = begin + String(repeating: inner, count: count - 1) + String(repeating: innerEnd, count: count - 1) + end
            let isArray = ![.contentful, .prosemirror, .lexical].contains(dialect)
            return try JSONValue(parsing: isArray ? "[\(text)]" : text)
        }
        // A block that is not known takes two levels: its member, and the blocks in it.
        _ = try reader.read(nested(49))
        let error = #expect(throws: RichTextError.self) { try reader.read(nested(102)) }
        #expect(error?.message == "nodes are nested deeper than the limit of 100")
    }

    @Test("counts many unknown types in bounded memory") func manyTypes() throws {
        let blocks = (0..<1000).map { number -> JSONValue in ["type": .string("t\(number)"), "children": []] }
        let result = try RichTextReader(dialect: .strapi).read(.array(blocks))
        #expect(result.unknown.count == 100)
        #expect(result.unknown.reduce(0) { $0 + $1.count } == 1000)
    }

    @Test("reads 100,000 blocks, and as many marks in one paragraph, in linear time") func large() throws {
        let run: JSONValue = ["type": "text", "text": "x", "bold": true]
        let paragraph: JSONValue = ["type": "paragraph", "children": .array(Array(repeating: run, count: 100_000))]
        let result = try RichTextReader().read(
            .array([paragraph] + Array(repeating: ["type": "paragraph", "children": [run]], count: 100_000)))
        #expect(result.document.textContent(of: result.document.root).utf8.count == 200_000)
    }

    private static let recorded = "cases/html/cases/contentful.json"

    @Test("reads the recorded answer of Contentful", .enabled(if: SharedData.exists(recorded))) func contentful() throws {
        let answer = try JSONValue(parsing: [UInt8](try SharedData.read(Self.recorded)))
        let body = try #require(try answer.member("items")?.array?.first?.member("fields")?.member("body"))
        let assets = try #require(try answer.member("includes")?.member("Asset")?.array)
        var targets: [String: RichTextTarget] = [:]
        for asset in assets {
            let fields = try #require(try asset.member("fields"))
            let id = try #require(try asset.member("sys")?.member("id")?.string)
            let address = try #require(try fields.member("file")?.member("url")?.string)
            targets[id] = RichTextTarget(address: address, title: try fields.member("title")?.string)
        }
        let reader = RichTextReader { [targets] in targets[$0.id] }
        let result = try reader.read(body)
        #expect(result.unknown.isEmpty)
        #expect(
            result.document.serialized() == #"""
                <h2>When &lt;it&gt; began</h2><p><strong><em>Bold</em></strong> and<br>line, <a href="https://example.org/?a=1&amp;b=&quot;2&quot;">link</a>\#
                <code> code</code></p><figure><img src="//images.example.org/map.png" alt="Map"></figure><ul><li>One</li></ul><table><thead><tr>\#
                <th>Boat</th><th>Seats</th></tr></thead><tbody><tr><td>Mira</td><td>40</td></tr></tbody></table><blockquote><p>Q</p></blockquote><hr>
                """#)
    }
}
