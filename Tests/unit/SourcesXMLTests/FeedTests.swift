import Pipeline
import Testing
import XMLParsing

@testable import SourcesXML

@Suite("Feeds") struct FeedTests {
    private static let rss = [
        FeedCase(
            "RSS 2.0",
            FeedCase.rss(
                """
                <title>A &amp; B</title><link>https://example.org/a</link><guid isPermaLink="false">1</guid>
                <pubDate>Wed, 31 Jan 2024 13:00:00 +0100</pubDate><author>lee@example.org (Lee Jones)</author>
                <category>One</category><category>Two</category><category>One</category><description>&lt;p>Text&lt;/p></description>
                <enclosure url="https://example.org/a.mp3" type="audio/mpeg" length="1234"/>
                """),
            [
                "0.id": #""1""#, "0.title": #""A & B""#, "0.url": #""https://example.org/a""#, "0.published": #""2024-01-31T12:00:00Z""#,
                "0.updated": "null", "0.authors": #"[{"name":"Lee Jones","email":"lee@example.org","url":null}]"#,
                "0.tags": #"["One","Two"]"#, "0.content": #""<p>Text</p>""#, "0.summary": "null", "0.language": #""en""#,
                "0.media": #"[{"url":"https://example.org/a.mp3","type":"audio/mpeg","bytes":1234,"title":null,"seconds":null}]"#,
                "0.feed": #"{"title":"News","url":"https://example.org/","description":"All news","language":"en"}"#,
            ]),
        FeedCase(
            "content:encoded over description, and dc:creator",
            FeedCase.rss(
                "<description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded><dc:creator>Lee</dc:creator><dc:date>2024-01-31</dc:date>"
            ),
            [
                "0.content": #""<p>Long</p>""#, "0.summary": #""Short""#, "0.authors.0.name": #""Lee""#, "0.published": #""2024-01-31""#,
                "0.url": "null", "0.id": "null", "0.title": "null",
            ]),
        FeedCase(
            "a GUID that is the address", FeedCase.rss("<guid>https://example.org/1</guid>"),
            ["0.url": #""https://example.org/1""#, "0.id": #""https://example.org/1""#]),
        FeedCase(
            "a GUID that is no address", FeedCase.rss(#"<guid isPermaLink="false">https://example.org/1</guid><link/>"#),
            ["0.url": "null", "0.id": #""https://example.org/1""#]),
        FeedCase(
            "the only name of an address", FeedCase.rss("<author>lee@example.org</author><dc:creator>Lee</dc:creator>"),
            [
                "0.authors": #"[{"name":"Lee","email":"lee@example.org","url":null}]"#
            ]),
        FeedCase(
            "a podcast",
            FeedCase.rss(
                """
                <enclosure url="a.mp3" type="audio/mpeg" length="0"/><itunes:duration>1:02:03</itunes:duration><itunes:author>Lee</itunes:author>
                <itunes:image href="a.png"/><itunes:summary>About</itunes:summary><itunes:keywords>x, y</itunes:keywords>
                """), base: "https://example.org/feeds/all.xml",
            [
                "0.media.0.url": #""https://example.org/feeds/a.mp3""#, "0.media.0.seconds": "3723", "0.media.0.bytes": "null",
                "0.image": #""https://example.org/feeds/a.png""#, "0.summary": #""About""#, "0.tags": #"["x","y"]"#,
                "0.authors.0.name": #""Lee""#,
            ]),
        FeedCase(
            "Media RSS",
            FeedCase.rss(
                """
                <media:group><media:content url="https://example.org/a.mp4" type="video/mp4" fileSize="9" duration="60"><media:title>Film</media:title>
                </media:content><media:thumbnail url="https://example.org/a.jpg"/><media:description>5 &lt; 6</media:description></media:group>
                """),
            [
                "0.media.0": #"{"url":"https://example.org/a.mp4","type":"video/mp4","bytes":9,"title":"Film","seconds":60}"#,
                "0.image": #""https://example.org/a.jpg""#, "0.content": #""5 &lt; 6""#,
            ]),
        FeedCase("a date that is none", FeedCase.rss("<pubDate>yesterday</pubDate>"), ["0.published": #""yesterday""#]),
        FeedCase(
            "a date with the name of a zone", FeedCase.rss("<pubDate>31 Jan 24 07:00 EST</pubDate>"),
            ["0.published": #""2024-01-31T12:00:00Z""#]),
        FeedCase("a title in HTML", FeedCase.rss("<title>AT&amp;amp;T &amp;lt;b></title>"), ["0.title": #""AT&T <b>""#]),
        FeedCase("a title that is plain", FeedCase.rss("<title>a &lt; b,\n c</title>"), ["0.title": #""a < b, c""#]),
        FeedCase(
            "relative addresses in the content",
            FeedCase.rss(##"<description>&lt;a href="b">B&lt;/a> &lt;img src="/i.png"> &lt;a href="#x"></description>"##),
            base: "https://example.org/feeds/all.xml",
            ["0.content": ##""<a href=\"https://example.org/feeds/b\">B</a> <img src=\"https://example.org/i.png\"> <a href=\"#x\"></a>""##]
        ),
        FeedCase(
            "items outside of the channel, and in an element of it",
            """
            <rss version="2.0"><item><title>One</title></item><channel><title>News</title><items><item><title>Two</title></item></items>
            <item><title>Three</title></item></channel></rss>
            """,
            ["0.title": #""One""#, "1.title": #""Two""#, "2.title": #""Three""#, "0.feed.title": #""News""#]),
        FeedCase(
            "a file that knows where it was",
            FeedCase.rss("<link>a</link>", channel: #"<atom:link rel="self" href="https://example.net/f/x.xml"/>"#),
            ["0.url": #""https://example.net/f/a""#]),
        FeedCase(
            "HTML that is not escaped",
            FeedCase.rss(#"<description><p>A <A href="/x">b</A><BR/><img src="y.jpg"/> &lt;</p></description>"#),
            base: "https://example.org/f/",
            [
                "0.content":
                    ##""<p>A <a href=\"https://example.org/x\">b</a><br><img src=\"https://example.org/f/y.jpg\"> &lt;</p>""##
            ]),
        FeedCase("a file that knows its site", FeedCase.rss("<link>/a</link>"), ["0.url": #""https://example.org/a""#]),
        FeedCase(
            "RSS 1.0",
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <channel rdf:about="https://example.org/"><title>Old</title><link>https://example.org/</link></channel>
            <item rdf:about="https://example.org/1"><title>One</title><link>https://example.org/1</link><dc:subject>x</dc:subject>
            <dc:date>2003-05-01T10:00:00+02:00</dc:date></item></rdf:RDF>
            """,
            [
                "0.id": #""https://example.org/1""#, "0.published": #""2003-05-01T08:00:00Z""#, "0.tags": #"["x"]"#,
                "0.feed.title": #""Old""#,
            ]),
    ]

    private static let atom = [
        FeedCase(
            "Atom",
            FeedCase.atom(
                """
                <link rel="alternate" href="a"/><link rel="enclosure" href="a.pdf" type="application/pdf" length="7" title="PDF"/>
                <published>2024-01-30T00:00:00Z</published><author><name>Lee</name><email>lee@example.org</email><uri>/lee</uri></author>
                <category term="x" label="X"/><category term="y"/><summary>1 &lt; 2</summary><content type="html">&lt;p>T&lt;/p></content>
                """), base: "https://example.org/feed/",
            [
                "0.id": #""urn:1""#, "0.url": #""https://example.org/feed/a""#, "0.updated": #""2024-01-31T12:00:00Z""#,
                "0.published": #""2024-01-30T00:00:00Z""#, "0.summary": #""1 &lt; 2""#, "0.content": #""<p>T</p>""#,
                "0.tags": #"["X","y"]"#,
                "0.authors": #"[{"name":"Lee","email":"lee@example.org","url":"https://example.org/lee"}]"#, "0.language": #""en""#,
                "0.media": #"[{"url":"https://example.org/feed/a.pdf","type":"application/pdf","bytes":7,"title":"PDF","seconds":null}]"#,
            ]),
        FeedCase(
            "XHTML with a base",
            FeedCase.atom(
                ##"<content type="xhtml" xml:base="sub/"><div xmlns="http://www.w3.org/1999/xhtml"><p class="a">T <a href="x">l</a><br/>&lt;</p></div></content>"##,
                feed: ""
            ).replacing("<feed ", with: "<feed xml:base=\"https://example.org/b/\" "),
            ["0.content": ##""<p class=\"a\">T <a href=\"https://example.org/b/sub/x\">l</a><br>&lt;</p>""##]),
        FeedCase(
            "HTML that is not escaped", FeedCase.atom(#"<content type="html"><p>A <b>b</b></p></content>"#),
            ["0.content": #""<p>A <b>b</b></p>""#]),
        FeedCase(
            "plain text with lines", FeedCase.atom("<content>1 &lt; 2\nb\n \nc</content><summary>a\nb</summary>"),
            ["0.content": ##""<p>1 &lt; 2<br>\nb</p>\n<p>c</p>""##, "0.summary": ##""a<br>\nb""##]),
        FeedCase(
            "XHTML with attributes of XML",
            FeedCase.atom(
                #"<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p xml:lang="de" xml:base="/x" xml:space="preserve">T</p></div></content>"#
            ),
            ["0.content": ##""<p lang=\"de\">T</p>""##]),
        FeedCase(
            "content elsewhere", FeedCase.atom(#"<content src="/a.html" type="text/html"/>"#), base: "https://example.org/",
            ["0.content": "null", "0.url": #""https://example.org/a.html""#, "0.media.0.type": #""text/html""#]),
        FeedCase(
            "content of another type", FeedCase.atom(#"<content type="image/png">iVBOR</content>"#), ["0.content": "null"]),
        FeedCase("the author of the feed", FeedCase.atom("", feed: "<author><name>Lee</name></author>"), ["0.authors.0.name": #""Lee""#]),
        FeedCase(
            "a title in HTML",
            FeedCase.atom("").replacing("<title>T</title>", with: "<title type=\"html\">&lt;b>T&lt;/b> &amp;amp; U</title>"),
            ["0.title": #""T & U""#]),
    ]

    private static let json = [
        FeedCase(
            "JSON Feed",
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "News", "home_page_url": "https://example.org/", "language": "en",
             "authors": [{"name": "Lee", "url": "/lee"}],
             "items": [{"id": 1, "url": "a", "title": "A", "content_text": "1 < 2", "summary": "S", "image": "i.png", "tags": ["x", 1],
              "date_published": "2024-01-31T13:00:00+01:00",
              "attachments": [{"url": "a.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 5, "duration_in_seconds": 1.5}]},
              {"id": "2", "content_html": "<p>H</p>", "language": "de", "authors": [{"name": "Kim"}]}]}
            """,
            [
                "0.id": #""1""#, "0.url": #""https://example.org/a""#, "0.content": #""1 &lt; 2""#,
                "0.published": #""2024-01-31T12:00:00Z""#,
                "0.authors": #"[{"name":"Lee","email":null,"url":"https://example.org/lee"}]"#, "0.tags": #"["x"]"#,
                "0.media.0.seconds": "2", "0.media.0.bytes": "5", "1.content": #""<p>H</p>""#, "1.language": #""de""#,
                "1.authors.0.name": #""Kim""#, "1.url": "null", "1.feed.title": #""News""#,
            ]),
        FeedCase(
            "elements that are no items",
            #"{"version": "https://jsonfeed.org/version/1", "items": [null, {"id": "1"}, "x"]}"#, ["0.id": #""1""#]),
        FeedCase(
            "plain text with blank lines",
            #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": "1", "content_text": "One <1>\n\nTwo\r\nthree"}]}"#,
            ["0.content": ##""<p>One &lt;1></p>\n<p>Two<br>\nthree</p>""##.replacing("1>", with: "1&gt;")]),
    ]

    @Test("in RSS become records", arguments: rss) func readsRSS(_ example: FeedCase) throws { try example.check() }

    @Test("in Atom become records", arguments: atom) func readsAtom(_ example: FeedCase) throws { try example.check() }

    @Test("in JSON become records", arguments: json) func readsJSON(_ example: FeedCase) throws { try example.check() }

    @Test("are read with white space and a byte order mark in front of them") func blanks() throws {
        let feed = FeedCase.rss("<title>T</title>")
        #expect(try FeedCase("", "\n  " + feed, [:]).read().items.count == 1)
        #expect(try FeedCase("", "\u{FEFF}" + feed, [:]).read().items.count == 1)
    }

    @Test("survive cuts and wrong bytes anywhere", arguments: [rss[0], atom[0], atom[1], json[0]]) func faults(_ example: FeedCase) {
        let bytes = Array(example.document.utf8)
        for place in bytes.indices {
            _ = try? ReadFeed([Array(bytes[..<place])])
            for byte in "<&".utf8 {
                var changed = bytes
                changed[place] = byte
                _ = try? ReadFeed([changed])
            }
        }
    }

    private static let mended = [
        ("an entity of HTML", "A&nbsp;B &Auml; &notin; &notit; &AMP;", "A B Ä ∉ ¬it; &"),
        ("an ampersand", "AT&T & R&D; <![CDATA[a&b]]>", "AT&T & R&D; a&b"),
        ("control characters", "A\u{8}B<![CDATA[\u{1}]]>", "AB"),
    ]

    @Test("are mended where they are no XML", arguments: mended) func mends(_ name: String, _ title: String, _ text: String) throws {
        let feed = try FeedCase("", FeedCase.rss("<title>\(title)</title>"), [:]).read()
        #expect(feed.items.map(\.title) == [text])
        #expect(feed.mendedFault != nil)
        #expect(try FeedCase("", FeedCase.rss("<title>T</title>"), [:]).read().mendedFault == nil)
    }

    @Test("of 1999 name a file with declarations, which is not loaded") func documentType() throws {
        let feed = """
            <?xml version="1.0"?>
            <!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
            <rss version="0.91"><channel><item><title>T</title></item></channel></rss>
            """
        #expect(try FeedCase("", feed, [:]).read().items.map(\.title) == ["T"])
        #expect(throws: XMLError.self) {
            try FeedCase("", feed.replacing("<!DOCTYPE rss", with: "<!DOCTYPE rss [<!ENTITY a \"b\">]"), [:]).read()
        }
    }

    @Test("in JSON say which members are of a wrong kind") func wrongKinds() throws {
        let feed = #"{"id": "1", "content_html": ["<p>x</p>"], "date_published": 1709632800, "tags": "a", "title": null}"#
        let document = try FeedCase("", #"{"version": "https://jsonfeed.org/version/1", "items": [\#(feed)]}"#, [:]).read()
        #expect(
            document.items.map(\.remarks) == [
                [
                    "date_published: expected a string, found a number; it is left out",
                    "content_html: expected a string, found an array; it is left out",
                    "tags: expected an array, found a string; it is left out",
                ]
            ])
    }

    @Test("in JSON say which parts of a member are of a wrong kind, each once") func wrongKindsInside() throws {
        let item = """
            {"id": "1", "tags": ["a", 7, 8, null], "authors": [{"name": 1, "url": "https://example.org/lee"}, "Lee"],
            "attachments": ["a.mp3", {"mime_type": "audio/mpeg"}, {"url": "https://example.org/b.mp3", "size_in_bytes": "many"}]}
            """
        let feed = #""title": ["News"], "author": "Lee", "authors": ["Lee", 1, 1]"#
        let document = try FeedCase("", #"{"version": "https://jsonfeed.org/version/1.1", \#(feed), "items": [\#(item)]}"#, [:]).read()
        #expect(
            document.feed.remarks == [
                "title: expected a string, found an array; it is left out", "author: expected an object, found a string; it is left out",
                "authors[]: expected an object, found a string; it is left out",
                "authors[]: expected an object, found a number; it is left out",
            ])
        let read = try #require(document.items.first)
        #expect(
            read.remarks == [
                "authors[]: expected an object, found a string; it is left out",
                "authors[].name: expected a string, found a number; it is left out",
                "tags[]: expected a string, found a number; it is left out",
                "attachments[]: expected an object, found a string; it is left out",
                "attachments[].url: expected a string, found none; the attachment is left out",
                "attachments[].size_in_bytes: expected a number, found a string; it is left out",
            ])
        #expect(read.tags == ["a"] && read.media.map(\.url) == ["https://example.org/b.mp3"] && read.authors.count == 1)
    }

    private static let continuations: [(String, FeedDocument.Continuation?)] = [
        (FeedCase.atom("", feed: #"<link rel="next" href="?page=2"/>"#), .next("https://example.org/feed?page=2")),
        (FeedCase.atom("", feed: #"<link rel="prev-archive" href="/2023"/>"#), .archive("https://example.org/2023")),
        (FeedCase.rss("", channel: #"<atom:link rel="next" href="https://example.org/2"/>"#), .next("https://example.org/2")),
        (#"{"version": "https://jsonfeed.org/version/1", "items": [], "next_url": "/2"}"#, .next("https://example.org/2")),
        (FeedCase.atom(""), nil),
    ]

    @Test("name their next documents", arguments: continuations)
    func continues(_ document: String, _ continuation: FeedDocument.Continuation?) throws {
        #expect(try FeedCase("", document, base: "https://example.org/feed", [:]).read().feed.continuation == continuation)
    }

    private static let others = [
        ("<html/>", "expected a feed (rss, RDF, an Atom feed, or JSON Feed), found the element html"),
        (
            #"<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version></channel></rss>"#,
            "expected a feed, found an export of WordPress, which the source wordpress reads"
        ),
        ("{}", "expected a feed, found JSON without the version of JSON Feed or without a list items; the source json reads JSON"),
    ]

    @Test("are told from other documents", arguments: others) func refuses(_ document: String, _ message: String) {
        #expect(throws: FeedError(message: message)) { try FeedCase("", document, [:]).read() }
    }

    @Test("take time in proportion to their length, with many parts") func length() throws {
        let many = String(repeating: "<category>x</category><dc:subject>y</dc:subject>", count: 5000)
        let items = String(repeating: "<item><title>T</title></item>", count: 5000)
        let feed = FeedCase.rss(many + String(repeating: "<enclosure url=\"a\"/>", count: 5000), channel: items)
        let document = try ReadFeed([Array(feed.utf8)], maxBytes: 64 << 20)
        #expect(document.items.count == 5001)
    }
}

@Suite("The source feed") struct FeedSourceTests {
    @Test("sends the items of a file, with warnings") func file() async throws {
        let feed = FeedCase.rss(
            "<title>T</title><pubDate>soon</pubDate>", channel: #"<atom:link rel="next" href="https://example.org/2"/>"#)
        let run = try await SourceRecords("feed", #"{"from": "FOLDER/feed.xml"}"#, "feed.xml", feed)
        #expect(run.failure == nil)
        #expect(run.records.count == 1)
        #expect(
            run.warnings == [
                #"published: expected a date, found "soon"; it is kept as it is"#,
                "the feed names a next page, which is not read: only a feed at a URL is followed",
            ])
    }

    private static let faults = [
        ("<rss>&nbsp;\n<channel>", "feed.xml:2:10: the document ends where the end tag </channel> was expected"),
        ("<rss><channel>", "feed.xml:1:15: the document ends where the end tag </channel> was expected"),
        ("\n\n<rss>\n", "feed.xml:4:1: the document ends where the end tag </rss> was expected"),
        ("<p/>", "feed.xml: expected a feed (rss, RDF, an Atom feed, or JSON Feed), found the element p"),
        (
            #"<!DOCTYPE html><link rel="alternate" type="application/rss+xml" href="https://example.org/feed"><p>"#,
            "this is a web page, whose feed is https://example.org/feed"
        ),
        ("<!doctype html><p>", "this is a web page in HTML, XML was expected"),
        (#"{"version": "https://jsonfeed.org/version/1", "items": ["#, "feed.xml: byte 56: "),
    ]

    @Test("ends the run at a faulty document", arguments: faults) func fails(_ document: String, _ message: String) async throws {
        let run = try await SourceRecords("feed", #"{"from": "FOLDER/feed.xml"}"#, "feed.xml", document)
        let failure = try #require(run.failure)
        #expect(failure.contains(message), "\(failure)")
    }
}
