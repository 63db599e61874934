import Pipeline
import Testing
import XMLParsing

@testable import SourcesXML

/// A feed with a fault that is mended.
struct MendedCase: CustomTestStringConvertible, Sendable {
    let name: String
    /// What stands for `FAULT` in a title of a feed.
    let written: String
    let title: String
    /// The first fault, for a title in line 1 that begins in column 1.
    let fault: String

    init(_ name: String, _ written: String, _ title: String, _ fault: String) {
        (self.name, self.written, self.title, self.fault) = (name, written, title, fault)
    }

    var testDescription: String { name }
}

@Suite("Feeds as streams") struct FeedStreamTests {
    private static let reference = "write &amp; for"
    private static let mended = [
        MendedCase(
            "an entity of HTML", "A&nbsp;B &Auml; &notin; &notit; &AMP;", "A B Ä ∉ ¬it; &",
            "1:2: the entity \"nbsp\" is not defined; XML defines lt, gt, amp, apos and quot"),
        MendedCase("an entity of two characters", "&NotEqualTilde;", "≂̸", "1:1: the entity \"NotEqualTilde\" is not defined"),
        MendedCase(
            "an ampersand in front of a space", "AT & T", "AT & T", "1:5: expected a name or \"#\" behind \"&\"; \(reference) the character"
        ),
        MendedCase(
            "an ampersand in a word", "AT&T x", "AT&T x", "1:5: expected \";\" behind a reference; \(reference) \"&\" itself, found a space"
        ),
        MendedCase("an unknown entity", "R&D; x", "R&D; x", "1:2: the entity \"D\" is not defined"),
        MendedCase("an ampersand and a tag", "a &<b/>", "a &", "1:4: expected a name or \"#\" behind \"&\""),
        MendedCase("a number without a semicolon", "&#65 x", "&#65 x", "1:5: expected a digit or \";\", found a space"),
        MendedCase("two ampersands", "a && b", "a && b", "1:4: expected a name or \"#\" behind \"&\""),
        MendedCase(
            "a word of many letters", "&" + String(repeating: "a", count: 40) + ";", "&" + String(repeating: "a", count: 40) + ";",
            "1:1: the entity"),
        MendedCase("a control character", "A\u{8}B", "AB", "1:2: U+0008 is no character of XML"),
        MendedCase("a control character in a CDATA section", "<![CDATA[a&b\u{1}]]>", "a&b", "1:13: U+0001 is no character of XML"),
        MendedCase("a control character in a reference", "&a\u{1}mp;", "&", "1:3: U+0001 is no character of XML"),
        MendedCase("a control character in front of an ampersand", "a\u{1} & b", "a & b", "1:2: U+0001 is no character of XML"),
        MendedCase("an ampersand in front of a control character", "a & \u{1} b", "a & b", "1:4: expected a name"),
        MendedCase("an ampersand in an attribute", "a<x y=\"?a=1&b=2\u{2}&nbsp;\"/>", "a", "1:14: expected \";\" behind a reference"),
        MendedCase(
            "a control character in an attribute with an ampersand behind it", "a<x y='\u{3}&'/>", "a", "1:8: U+0003 is no character of XML"
        ),
        MendedCase("a document type", "<!DOCTYPE html>a & b", "a & b", "1:3: expected \"<!--\" or \"<![CDATA[\", found \"D\""),
    ]

    /// A feed of three items in which one title has a fault; the title is alone at the start of a line.
    private static func feed(_ title: String, item: Int) -> String {
        let items = (0..<3).map { "<item><title>\n\($0 == item ? title : "T&amp;\($0)")</title><guid>\($0)</guid></item>" }
        return "<rss><channel><title>N</title>" + items.joined() + "</channel></rss>"
    }

    @Test("are mended where the strict reader meets a fault: in the first item, in the last, and cut at every byte", arguments: mended)
    func mends(_ example: MendedCase) throws {
        for item in [0, 2] {
            let document = Array(Self.feed(example.written, item: item).utf8)
            let fault = try #require(document.firstRange(of: example.written.utf8))
            // With and without items that wait.
            for maxHeldBytes in [1 << 20, 0] {
                let cuts = fault.lowerBound - 10..<fault.upperBound + 10
                let read = try ReadFeed.checkCuts(document, at: cuts, maxHeldBytes: maxHeldBytes).get()
                #expect(read.items.map(\.id) == ["0", "1", "2"])
                #expect(read.items.map(\.title) == (0..<3).map { $0 == item ? FeedTextConverter.oneLine(example.title) : "T&\($0)" })
                let mended = try #require(read.mendedFault)
                let line = item + 2
                #expect("\(mended)".hasPrefix("\(line)" + example.fault.dropFirst()), "\(mended)")
            }
        }
    }

    private static let refused = [
        ("a number of no character", "a &#0; b", "2:3: &#0; stands for no character of XML"),
        ("an end tag of another element", "a &nbsp;</b>", "2:9: expected the end tag </title>, found </b>"),
        ("a tag in a value", "<x y='<'/>", "2:7: expected a quotation mark, or &lt; in the value of an attribute, found \"<\""),
        ("U+FFFE", "a\u{FFFE}", "2:2: U+FFFE is no character of XML"),
        ("two hyphens in a comment", "<!-- & -- -->", "2:8: expected \"-->\", found \"--\" in a comment"),
        ("a second document type", "<!DOCTYPE a><!DOCTYPE b>", "2:15: expected \"<!--\" or \"<![CDATA[\", found \"D\""),
    ]

    @Test("end at other faults, with the same message wherever they are cut", arguments: refused)
    func ends(_ name: String, _ title: String, _ message: String) {
        let result = ReadFeed.checkCuts(Array(Self.feed(title, item: 0).utf8))
        #expect(result == .failure(FeedFault(message: message)))
    }

    @Test("give the items in front of a fault") func itemsInFront() throws {
        var reader = FeedReader(maxBytes: 1 << 20, maxHeldBytes: 0, base: BaseAddress())
        var items: [FeedItem] = []
        #expect(throws: XMLError.self) { try reader.read(Array(Self.feed("</b>", item: 2).utf8), into: &items) }
        #expect(items.map(\.id) == ["0", "1"])
    }

    private static let encodings: [(String, [UInt8])] = [
        ("UTF-16", [0xFF, 0xFE] + utf16(feed("Ä&nbsp;\u{1}&", item: 2))),
        ("windows-1252", Array("<?xml version='1.0' encoding='windows-1252'?>".utf8) + latin(feed("Ä&nbsp;\u{1}&", item: 2))),
        (
            "UTF-8 with a mark and white space",
            [0xEF, 0xBB, 0xBF] + Array(" \n<?xml version='1.0'?>\(feed("Ä&nbsp;\u{1}&", item: 2))".utf8)
        ),
    ]

    private static func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
    private static func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    @Test("are mended in any encoding", arguments: encodings) func mendsEncoded(_ name: String, _ document: [UInt8]) throws {
        let read = try ReadFeed.checkCuts(document).get()
        #expect(read.items.last?.title == "Ä &")
        #expect(read.mendedFault?.message.hasPrefix("the entity \"nbsp\"") == true)
    }

    @Test("in any order of their parts are the same, as long as their items wait") func order() throws {
        let (head, item) = ("<title>N</title><link>https://example.org/</link>", "<item><link>a</link></item>")
        let feeds = [head + item, item + head].map { Array("<rss><channel>\($0)</channel></rss>".utf8) }
        #expect(try ReadFeed([feeds[0]]) == ReadFeed([feeds[1]]))
        let read = try ReadFeed.checkCuts(feeds[1], maxHeldBytes: 0).get()
        #expect(read.items.map(\.url) == ["a"])
        #expect(read.feed.remarks == ["the feed says more about itself behind its first items, and the records do not show it"])
        #expect(try ReadFeed([feeds[0]], maxHeldBytes: 0).feed.remarks == [])
    }

    @Test("find their next document at their end") func next() throws {
        let link = #"<a:link xmlns:a="http://www.w3.org/2005/Atom" rel="next" href="https://example.org/2"/>"#
        let read = try ReadFeed([Array("<rss><channel><item/>\(link)</channel></rss>".utf8)], maxHeldBytes: 0)
        #expect(read.feed.continuation == .next("https://example.org/2"))
        #expect(read.feed.remarks == [])
    }

    private static let limited = [
        (
            "items", "<rss><channel><item><title>\(String(repeating: "x", count: 2000))</title></item></channel></rss>",
            "1:15: one element is longer than the limit of 1000 bytes"
        ),
        (
            "what a feed says about itself", "<rss><channel>\(String(repeating: "<title/>", count: 20))</channel></rss>",
            "what the feed says about itself is longer than the limit of 1000 bytes"
        ),
        (
            "feeds in JSON", "{\(String(repeating: " ", count: 1000))",
            "a feed in JSON stays in memory, and may be as long as 1000 bytes, as max_record_bytes says"
        ),
    ]

    @Test("have limits for what is in memory", arguments: limited) func limits(_ name: String, _ document: String, _ message: String) {
        let error = #expect(throws: (any Error).self) { try ReadFeed([Array(document.utf8)], maxBytes: 1000) }
        #expect(error.map(FeedFault.init)?.message == message)
    }

    @Test("longer than the limit are read") func long() throws {
        let items = String(repeating: "<item><title>T</title></item><other>o</other>", count: 1000)
        #expect(try ReadFeed([Array("<rss><channel>\(items)</channel></rss>".utf8)], maxBytes: 1000).items.count == 1000)
    }
}
