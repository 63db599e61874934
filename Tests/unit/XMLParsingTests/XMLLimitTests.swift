import Testing
import XMLParsing

@Suite("Limits of the XML reader") struct XMLLimitTests {
    private static let small = XMLLimits(maxDepth: 3, maxAttributes: 2, maxNameBytes: 4, maxTagBytes: 40, maxElementBytes: 400)

    @Test(
        "are kept, however the document is cut",
        arguments: [
            XMLCase("as deep as allowed", "<a><b><c/></b></a>", "<a><b><c></></></>"),
            XMLCase("too deep", "<a><b><c><d/></c></b></a>", "1:10: elements are nested deeper than the limit of 3"),
            XMLCase("as many attributes as allowed", "<a b='' c=''/>", "<a b=\"\" c=\"\"></>"),
            XMLCase("too many attributes", "<a b='' c='' d=''/>", "1:1: a tag has more attributes than the limit of 2"),
            XMLCase("a name as long as allowed", "<abcd/>", "<abcd></>"),
            XMLCase("a name too long", "<abcde/>", "1:2: a name is longer than the limit of 4 bytes"),
            XMLCase("a name of an entity too long", "<a>&abcde;</a>", "1:5: a name is longer than the limit of 4 bytes"),
            XMLCase(
                "a tag too long", "<a>\n<b c='\(String(repeating: "x", count: 40))'/></a>",
                "2:1: a tag is longer than the limit of 40 bytes"),
            XMLCase(
                "white space in a tag too long", "<a>\n<b\(String(repeating: " ", count: 40))/></a>",
                "2:1: a tag is longer than the limit of 40 bytes"),
            XMLCase(
                "a reference too long", "<a>&#\(String(repeating: "0", count: 40))65;</a>",
                "1:4: a tag is longer than the limit of 40 bytes"),
            XMLCase(
                "text, comments and sections may be longer", "<a>\(long)<!--\(long)--><?b \(long)?><![CDATA[\(long)]]></a>",
                "<a>\(long)\(long)</>"),
        ])
    func limits(_ example: XMLCase) { example.check(limits: Self.small) }

    @Test("the standard depth does not exhaust the stack") func depth() {
        let levels = XMLLimits.standard.maxDepth
        let document = String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
        let events = String(repeating: "<a>", count: levels) + String(repeating: "</>", count: levels)
        #expect(EventRecorder.read([Array(document.utf8)]) == events)
        #expect(EventRecorder.read([Array("<a>\(document)</a>".utf8)]) == "1:769: elements are nested deeper than the limit of 256")
    }

    @Test("a collected element has a limit, however the document is cut") func element() throws {
        let document = Array("<r>\n<i>1</i><i>\(String(repeating: "x", count: 400))</i><".utf8)
        let path = try #require(XMLPath("/r/i"))
        for cut in document.indices {
            var reader = XMLElementReader(paths: [path], limits: Self.small)
            var found: [XMLFoundElement] = []
            let error = #expect(throws: XMLError.self) {
                try reader.feed(Array(document[..<cut]).span, into: &found)
                try reader.feed(Array(document[cut...]).span, into: &found)
                try reader.finish(into: &found)
            }
            #expect(error?.description == "2:9: one element is longer than the limit of 400 bytes")
            #expect(found.map(\.element.text) == ["1"])
        }
    }

    @Test("a long tag in small pieces takes linear time") func longTag() throws {
        var reader = XMLReader()
        var recorder = EventRecorder()
        try reader.feed(Array("<a b='".utf8).span, into: &recorder)
        let piece = Array("01234567>9".utf8)
        for _ in 0..<100_000 { try reader.feed(piece.span, into: &recorder) }
        try reader.feed(Array("'/>".utf8).span, into: &recorder)
        try reader.finish(into: &recorder)
        #expect(recorder.events.utf8.count == 1_000_000 + "<a b=\"\"></>".utf8.count)
    }

    @Test("each item of a long feed is found as soon as it ends") func feed() throws {
        var reader = XMLElementReader(paths: [try #require(XMLPath("/rss/channel/item"))])
        func feed(_ text: String, _ reader: inout XMLElementReader) throws -> [String] {
            var found: [XMLFoundElement] = []
            try reader.feed(Array(text.utf8).span, into: &found)
            return found.map(\.element.text)
        }
        #expect(try feed("<rss><channel><title>\(long)</title>", &reader).isEmpty)
        for number in 0..<20_000 {
            let item =
                "<item><title>\(number)</title><link>https://example.org/?p=\(number)&amp;q</link><![CDATA[<p>\(long)</p>]]></item>\n"
            #expect(try feed(item, &reader) == ["\(number)https://example.org/?p=\(number)&q<p>\(long)</p>"])
        }
        #expect(try feed("</channel></rss>", &reader).isEmpty)
        var rest: [XMLFoundElement] = []
        try reader.finish(into: &rest)
        #expect(rest.isEmpty)
    }
}

private let long = String(repeating: "x-]?", count: 30)
