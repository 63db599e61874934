import HTMLParsing
import JSONParsing
import Pipeline
@testable import Stages
import Testing

@Suite("The stage article") struct ArticleStageTests {
    private static let text =
        "The harbour freezes in most winters, and the ferries stop, so that the islands live from what they have stored, until the ice is gone."
    private static let page =
        "<title>Ice - News</title><meta property='og:site_name' content='News'><link rel=canonical href='/1'>"
        + "<div class='menu'><a href='/'>Start</a></div><div class='story'><p>\(text) <a href='2'>Two</a></p></div>"

    private static func run(_ options: String, _ html: String) throws -> Record {
        var record = Record(.object(JSONObject([("html", .string(html))])))
        record.origin.base = try BaseAddress("https://example.org/a/")
        _ = try ArticleStage(json: options).process(&record)
        return record
    }

    @Test("puts content and metadata into fields, with absolute addresses") func fields() throws {
        var record = try Self.run(#"{"into": "content", "metadata": "about"}"#, Self.page)
        #expect(
            try record.document("content").serialized()
                == "<div><p>\(Self.text) <a href=\"https://example.org/a/2\">Two</a></p></div>")
        #expect(try record.get("html")?.string == Self.page)
        #expect(record.warnings.isEmpty)
        let about = try record.get("about")?.object
        #expect(about?["title"]?.string == "Ice")
        #expect(about?["address"]?.string == "https://example.org/1")
        #expect(about?["byline"]?.isNull == true)
        #expect(about?["tags"]?.compactText == "[]")
        #expect(about?["words"]?.compactText == "26")
        #expect(
            about?["found"]?.compactText
                == #"{"title":"title","site_name":"meta og:site_name","address":"link canonical","description":"text"}"#)
    }

    @Test("replaces the page, and puts the metadata into article") func defaults() throws {
        var record = try Self.run("{}", Self.page)
        #expect(try record.document("html").serialized().hasPrefix("<div><p>The harbour"))
        #expect(try record.get("article")?.object?["site_name"]?.string == "News")
    }

    @Test("reads the language and direction of html and body") func attributes() throws {
        for html in ["<!DOCTYPE html><html lang=he dir=rtl><body>", "<body lang=he dir=rtl>"] {
            var record = try Self.run("{}", html + Self.page)
            let about = try record.get("article")?.object
            #expect(about?["language"]?.string == "he")
            #expect(about?["direction"]?.string == "rtl")
            #expect(about?["words"]?.compactText == "26")
            #expect(try record.document("html").serialized().hasPrefix("<div><p>The harbour"))
        }
    }

    @Test("needs a field each for content and metadata", arguments: [#"{"into": "a", "metadata": "a"}"#, #"{"field": "article"}"#])
    func oneField(_ options: String) {
        let error = #expect(throws: (any Error).self) { try ArticleStage(json: options) }
        #expect(error.map { "\($0)" }?.contains("\"into\" and \"metadata\" need a field each") == true)
    }

    @Test("keeps a page without a main content, and warns") func missing() throws {
        var record = try Self.run("{}", "<ul><li><a href='2'>a</a></ul>")
        #expect(try record.document("html").serialized().contains("<a href=\"https://example.org/a/2\">a</a>"))
        #expect(record.warnings == [".html: article found 1 word of a main content, fewer than 20, and keeps the whole page"])
    }

    @Test("rejects a page without a main content") func rejects() throws {
        let error = #expect(throws: RecordError.self) { try Self.run(#"{"on_missing": "reject", "min_words": 100}"#, Self.page) }
        #expect(
            error?.description
                == #".html: article found 26 words of a main content, fewer than 100; "on_missing": "keep" keeps the whole page"#)
    }

    @Test("keeps what the option says") func keep() throws {
        let html = Self.page.replacing("</p></div>", with: "</p><figure><img src='i.png' alt='I'></figure></div>")
        var (all, none) = (try Self.run("{}", html), try Self.run(#"{"keep": []}"#, html))
        #expect(try all.document("html").elements(tag: .img).count == 1)
        #expect(try none.document("html").elements(tag: .img).isEmpty)
    }

    @Test("makes null of null") func null() throws {
        var record = Record(try JSONValue(parsing: #"{"html":null}"#))
        _ = try ArticleStage(json: "{}").process(&record)
        #expect(try record.get("article")?.isNull == true)
    }
}
