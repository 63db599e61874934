import HTMLParsing
import JSONParsing
import Testing

@testable import Pipeline
@testable import Stages

@Suite("Relative addresses in content") struct RelativeAddressTests {
    private static let html =
        ##"<p><a href="/about">About</a> <a href="#top">Top</a> <img src="a.png" alt="A"><a href="mailto:a@b.c">Mail</a></p>"##

    /// A record from a page, as the engine gives it to a stage.
    private static func record(_ html: String = html, from url: String? = "https://x.example/news/today", more: String = "") throws
        -> Record
    {
        var object = try JSONValue(parsing: "{\(more.isEmpty ? "" : more + ",")\"html\":null}").object ?? JSONObject()
        object["html"] = .string(html)
        return Record(.object(object), origin: Origin(base: try url.map { try BaseAddress($0) } ?? BaseAddress()))
    }

    private static func stage<S: Stage>(_ type: S.Type, _ options: String = "", _ field: String = "html") throws -> S {
        try S(json: #"{"field": "\#(field)"\#(options)}"#)
    }

    @Test("become absolute in Markdown, text, safe HTML and lists, by the URL that the record came from") func origins() throws {
        var record = try Self.record()
        _ = try Self.stage(HTMLToMarkdownStage.self).process(&record)
        #expect(
            try record.string("markdown")
                == "[About](https://x.example/about) [Top](#top) ![A](https://x.example/news/a.png)[Mail](mailto:a@b.c)")
        _ = try Self.stage(HTMLToTextStage.self, #", "links": "inline""#).process(&record)
        #expect(try record.string("text").contains("https://x.example/about"))
        _ = try Self.stage(ExtractLinksStage.self).process(&record)
        _ = try Self.stage(ExtractImagesStage.self).process(&record)
        #expect(
            try record.get("links")?.compactText
                == #"[{"url":"https://x.example/about","text":"About"},{"url":"mailto:a@b.c","text":"Mail"}]"#)
        #expect(try record.get("images")?.compactText == #"[{"url":"https://x.example/news/a.png","alt":"A"}]"#)
        #expect(try record.string("html") == Self.html)
        _ = try Self.stage(SanitizeHTMLStage.self, #", "remote_images": "block""#).process(&record)
        #expect(try record.string("html").contains(#"data-remote-src="https://x.example/news/a.png""#))
        #expect(record.origin.base == (try BaseAddress("https://x.example/news/today")))
    }

    @Test(
        "start from the option base, a text or a template on the whole record",
        arguments: [
            (#", "base": "https://y.example/z/""#, "https://y.example/z/a.png"), (#", "base": "{{.url}}""#, "https://u.example/v/a.png"),
            (#", "base": "https://y.example/{{.id}}/""#, "https://y.example/7/a.png"), (#", "base": """#, "a.png"),
            (#", "base": null"#, "https://x.example/news/a.png"),
        ])
    func bases(_ option: String, _ url: String) throws {
        let more = #""url":"https://u.example/v/w?q","id":7,"items":[{"html":"<img src=\"a.png\" alt=\"\">"}]"#
        for field in ["html", ".items[].html"] {
            var record = try Self.record("<img src=\"a.png\" alt=\"\">", more: more)
            let stage = try Self.stage(HTMLToMarkdownStage.self, option, field)
            _ = try stage.process(&record)
            #expect(record.value.compactText.contains("\"markdown\":\"![](\(url))\""), "\(record.value.compactText)")
            #expect(stage.notes == [])
        }
    }

    @Test("start from the element base of the document, and from places in srcset and other attributes") func attributes() throws {
        let html = """
            <base href="/b/"><base href="/c/"><picture><source srcset="1.png 1x, /2.png 2x, https://y.example/3.png 3x"></picture>\
            <video poster="p.png"></video><blockquote cite="q">x</blockquote><img data-src="d.png"><a href="\\\\z.example\\y">z</a>
            """
        var record = try Self.record(html)
        var document = try record.document("html")
        RelativeAddresses().resolve(in: &document, from: record.origin.base)
        let text = document.serialized()
        for part in [
            #"srcset="https://x.example/b/1.png 1x, https://x.example/2.png 2x, https://y.example/3.png 3x""#,
            #"poster="https://x.example/b/p.png""#, #"cite="https://x.example/b/q""#, #"data-src="https://x.example/b/d.png""#,
            #"href="https://z.example/y""#,
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test("give no hostile scheme a way into content") func hostile() throws {
        var record = try Self.record(
            "<base href=\"javascript:alert(1)//\"><a href=\"java\nscript:alert(1)\">a</a><a href=\"x\">b</a><a href=\"&#1;javascript:y\">c</a>"
        )
        _ = try Self.stage(SanitizeHTMLStage.self).process(&record)
        let html = try record.string("html")
        #expect(!html.contains("script:"))
        #expect(html.contains("https://x.example/news/x"))
    }

    @Test("are counted where no URL is known, and stay") func counts() throws {
        let stage = try Self.stage(HTMLToMarkdownStage.self)
        for _ in 1...2 {
            var record = try Self.record(from: nil)
            _ = try stage.process(&record)
            #expect(try record.string("markdown").contains("(/about)"))
        }
        #expect(
            stage.notes == [
                "4 addresses stay relative, such as /about: the records came from no URL, and \"base\" names none"
            ])
        let quiet = try Self.stage(HTMLToTextStage.self)
        var record = try Self.record(from: nil)
        _ = try quiet.process(&record)
        #expect(quiet.notes == [], "text without addresses")
    }

    @Test("stay where the URL of the source is secret, because the output would show it") func secrets() throws {
        let stage = try Self.stage(HTMLToMarkdownStage.self)
        var record = try Self.record(from: nil)
        record.origin.base = try BaseAddress("https://x.example/token-abc/items", isSecret: true)
        _ = try stage.process(&record)
        #expect(!record.value.compactText.contains("x.example"))
        #expect(
            stage.notes == [
                "2 addresses stay relative, such as /about: the URL of the source is secret, and \"base\" names none"
            ])
    }

    @Test("of files of the output stay, and are not counted") func outputs() throws {
        for option in ["", #", "base": "https://y.example/""#] {
            let stage = try Self.stage(HTMLToMarkdownStage.self, option)
            var record = try Self.record("<img src=\"images/a.png\" alt=\"\">")
            record.origin.base = record.origin.base.leaving(["images/a.png"])
            _ = try stage.process(&record)
            #expect(try record.string("markdown") == "![](images/a.png)")
            #expect(stage.notes == [])
        }
    }

    @Test(
        "start from absolute http and https URLs only",
        arguments: ["/a", "a", "ftp://x/", "javascript:alert(1)", "ftp://x/{{.id}}", "/a/{{.id}}"])
    func invalid(_ base: String) {
        #expect(throws: PipelineFileError.self) { try Self.stage(HTMLToMarkdownStage.self, #", "base": "\#(base)""#) }
    }

    @Test("are an error of the record if the template gives no URL") func invalidRecord() throws {
        for url in [#""/a""#, "null", #""javascript:alert(1)""#] {
            var record = try Self.record(more: "\"url\":\(url)")
            let error = #expect(throws: RecordError.self) {
                try Self.stage(HTMLToMarkdownStage.self, #", "base": "{{.url}}""#).process(&record)
            }
            #expect(error?.reason.hasPrefix("base: ") == true)
        }
    }
}
