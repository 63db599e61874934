import JSONParsing
import Testing
import XMLParsing

@Suite("Elements of XML in memory") struct XMLElementTests {
    struct PathExample: CustomTestStringConvertible, Sendable {
        let path: String
        let document: String
        let found: [String]
        var testDescription: String { "\(path) in \(document)" }
    }

    @Test(
        "are found at a path",
        arguments: [
            PathExample(
                path: "/rss/channel/item", document: "<rss><channel><item>1</item><x><item>2</item></x><item>3</item></channel></rss>",
                found: ["1", "3"]),
            PathExample(path: "/rss/item", document: "<rss><channel><item>1</item></channel></rss>", found: []),
            PathExample(path: "/a", document: "<a>1</a>", found: ["1"]),
            PathExample(path: "/a/a", document: "<a>0<a>1<a>2</a></a></a>", found: ["12"]),
            PathExample(path: "/a/*", document: "<a><b>1</b><c>2</c>3</a>", found: ["1", "2"]),
            PathExample(path: "/*/b", document: "<a><b>1</b><c>2</c></a>", found: ["1"]),
            PathExample(path: "/r:R/item", document: "<r:R xmlns:r='u'><item>1</item></r:R>", found: ["1"]),
            PathExample(path: "/R/item", document: "<r:R xmlns:r='u'><item>1</item></r:R>", found: []),
            PathExample(
                path: "/*:feed/*:entry", document: "<a:feed xmlns:a='u'><a:entry>1</a:entry><entry>2</entry></a:feed>", found: ["1", "2"]),
            PathExample(path: "/a/b", document: "<a><b>1<![CDATA[ & ]]>2&lt;<!-- x -->3</b></a>", found: ["1 & 2<3"]),
        ])
    func paths(_ example: PathExample) throws {
        let path = try #require(XMLPath(example.path))
        let bytes = Array(example.document.utf8)
        for cut in bytes.indices {
            #expect(try Self.elements(of: [Array(bytes[..<cut]), Array(bytes[cut...])], at: [path]).map(\.element.text) == example.found)
        }
    }

    @Test("several paths give their elements in document order, with their places") func severalPaths() throws {
        let paths = try ["/rss/channel/item", "/rss/channel/title"].map { try #require(XMLPath($0)) }
        let found = try Self.elements(of: [Array("<rss><channel>\n <title>T</title>\n  <item>1</item></channel></rss>".utf8)], at: paths)
        #expect(found.map(\.path) == [1, 0])
        #expect(found.map(\.element.text) == ["T", "1"])
        #expect(found.map(\.position) == [XMLPosition(line: 2, column: 2), XMLPosition(line: 3, column: 3)])
    }

    @Test("what is no path", arguments: ["", "a", "/", "/a/", "//a", "/a/1", "/a b", "/a:b:c", "/*:b:c", "/a/*:", "/@a"])
    func noPaths(_ text: String) { #expect(XMLPath(text) == nil) }

    @Test(
        "as JSON",
        arguments: [
            ("<a/>", "\"\""),
            ("<a></a>", "\"\""),
            ("<a> x </a>", "\" x \""),
            ("<a>1<![CDATA[2]]>&amp;</a>", "\"12&\""),
            ("<a b='1'/>", "{\"@b\":\"1\"}"),
            ("<a b='1' c=''>x</a>", "{\"@b\":\"1\",\"@c\":\"\",\"#text\":\"x\"}"),
            ("<a b='1'> x </a>", "{\"@b\":\"1\",\"#text\":\" x \"}"),
            ("<a><b>1</b></a>", "{\"b\":\"1\"}"),
            ("<a><b/></a>", "{\"b\":\"\"}"),
            ("<a><b>1</b><c/><b>2</b></a>", "{\"b\":[\"1\",\"2\"],\"c\":\"\"}"),
            ("<a>\n  <b>1</b>\n  <c>2</c>\n</a>", "{\"b\":\"1\",\"c\":\"2\"}"),
            ("<a> x <b/> y\n</a>", "{\"#text\":\"x y\",\"b\":\"\"}"),
            ("<a id='1'><b>x</b><b/>y</a>", "{\"@id\":\"1\",\"#text\":\"y\",\"b\":[\"x\",\"\"]}"),
            ("<a xmlns:p='u' p:b='1'><p:c>x</p:c></a>", "{\"@xmlns:p\":\"u\",\"@p:b\":\"1\",\"p:c\":\"x\"}"),
            ("<a xmlns='u'>x</a>", "{\"@xmlns\":\"u\",\"#text\":\"x\"}"),
            ("<a><b><c d='1'><e>f</e></c></b></a>", "{\"b\":{\"c\":{\"@d\":\"1\",\"e\":\"f\"}}}"),
            ("<a>7</a>", "\"7\""),
        ])
    func json(_ document: String, _ expected: String) throws {
        let name = try #require(XMLPath("/*"))
        let found = try Self.elements(of: [Array(document.utf8)], at: [name])
        #expect(found.map(\.element.json.compactText) == [expected])
    }

    @Test("children and attributes are found by name") func lookups() throws {
        let path = try #require(XMLPath("/a"))
        let document = "<a xmlns:p='u'><c>1</c><p:b p:d='3' d='4'>2</p:b></a>"
        let element = try #require(try Self.elements(of: [Array(document.utf8)], at: [path]).first?.element)
        #expect(element.child("b")?.text == "2")
        #expect(element.child("b", in: "u")?.text == "2")
        #expect(element.child("b", in: "") == nil)
        #expect(element.child("b")?.attribute("p:d") == "3")
        #expect(element.child("b")?.attribute("d") == "4")
        #expect(element.child("b")?.attribute("b") == nil)
        #expect(element.children.map(\.name.written) == ["c", "p:b"])
    }

    private static func elements(of chunks: [[UInt8]], at paths: [XMLPath]) throws -> [XMLFoundElement] {
        var reader = XMLElementReader(paths: paths)
        var found: [XMLFoundElement] = []
        for chunk in chunks { try reader.feed(chunk.span, into: &found) }
        try reader.finish(into: &found)
        return found
    }
}
