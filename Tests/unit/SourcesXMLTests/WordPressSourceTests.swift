import JSONParsing
import Testing
import XMLParsing

@testable import SourcesXML

/// Builds exports of WordPress.
enum WordPressExport {
    static func text(_ items: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" ?>
        <rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
          xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Site</title>
        <wp:author><wp:author_login>lee</wp:author_login><wp:author_email>lee@example.org</wp:author_email>
        <wp:author_display_name><![CDATA[Lee Jones]]></wp:author_display_name></wp:author>
        \(items)</channel></rss>
        """
    }

    /// An item with a type and a status.
    static func item(_ id: Int, _ type: String = "post", _ status: String = "publish", _ more: String = "") -> String {
        "<item><title>T\(id)</title><wp:post_id>\(id)</wp:post_id><wp:post_type>\(type)</wp:post_type><wp:status>\(status)</wp:status>\(more)</item>\n"
    }

    static func attachment(_ id: Int) -> String {
        item(id, "attachment", "inherit", "<wp:attachment_url>https://example.org/\(id).jpg</wp:attachment_url>")
    }

    static func element(_ item: String) throws -> XMLElement {
        var reader = XMLElementReader(paths: [try #require(XMLPath("/rss/channel/item"))])
        var found: [XMLFoundElement] = []
        try reader.feed(Array(text(item).utf8).span, into: &found)
        return try #require(found.first).element
    }
}

@Suite("The source wordpress") struct WordPressSourceTests {
    private static let post = WordPressExport.item(
        1, "post", "publish",
        """
        <link>https://example.org/t1/</link><pubDate>Wed, 31 Jan 2024 12:00:00 +0000</pubDate><dc:creator><![CDATA[lee]]></dc:creator>
        <content:encoded><![CDATA[One\n\nTwo]]></content:encoded><excerpt:encoded><![CDATA[Short]]></excerpt:encoded>
        <wp:post_date>2024-01-31 13:00:00</wp:post_date><wp:post_date_gmt>2024-01-31 12:00:00</wp:post_date_gmt>
        <wp:post_modified_gmt>2024-02-01 12:00:00</wp:post_modified_gmt><wp:post_name>t1</wp:post_name><wp:post_parent>0</wp:post_parent>
        <wp:menu_order>0</wp:menu_order><wp:is_sticky>1</wp:is_sticky>
        <category domain="category" nicename="news">News</category><category domain="post_tag" nicename="a">A</category>
        <category domain="region" nicename="eu">Europe</category>
        <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>
        <wp:postmeta><wp:meta_key>k</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta>
        <wp:postmeta><wp:meta_key>k</wp:meta_key><wp:meta_value>2</wp:meta_value></wp:postmeta>
        <wp:comment><wp:comment_id>3</wp:comment_id><wp:comment_author>Kim</wp:comment_author><wp:comment_date_gmt>2024-02-02 00:00:00</wp:comment_date_gmt>
        <wp:comment_content>Hi\n\nthere</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>2</wp:comment_parent></wp:comment>
        <wp:comment><wp:comment_id>4</wp:comment_id><wp:comment_approved>spam</wp:comment_approved></wp:comment>
        """)

    @Test("makes a record of a post") func record() async throws {
        let run = try await SourceRecords(
            "wordpress", #"{"from": "FOLDER/a.xml"}"#, "a.xml", WordPressExport.text(Self.post + WordPressExport.attachment(9)))
        #expect(run.failure == nil)
        #expect(run.warnings == [])
        let expected = """
            {"id":1,"type":"post","status":"publish","slug":"t1","title":"T1","url":"https://example.org/t1/",
            "published":"2024-01-31T12:00:00Z","updated":"2024-02-01T12:00:00Z",
            "author":{"login":"lee","name":"Lee Jones","email":"lee@example.org"},"categories":[{"name":"News","slug":"news"}],
            "tags":[{"name":"A","slug":"a"}],"terms":{"region":[{"name":"Europe","slug":"eu"}]},"content":"<p>One</p>\\n<p>Two</p>",
            "excerpt":"Short","featured_image":{"url":"https://example.org/9.jpg","alt":null,"title":"T9","caption":null},
            "attachment_url":null,"parent":null,"menu_order":0,"sticky":true,"has_password":false,
            "comments":[{"id":3,"parent":2,"type":"comment","author":{"name":"Kim","url":null},"published":"2024-02-02T00:00:00Z",
            "content":"<p>Hi</p>\\n<p>there</p>"}],"meta":{"_thumbnail_id":"9","k":["1","2"]}}
            """
        #expect(run.text == expected.replacing("\n", with: ""))
    }

    private static let choices: [(String, ids: [Int], warnings: [String])] = [
        (
            "", [1, 2],
            [
                "items left out because of their type: book (1)",
                "items left out because of their status: draft (1), with a password (1)",
            ]
        ),
        (#", "types": "page""#, [2], ["items left out because of their type: book (1), post (3)"]),
        (#", "types": "*""#, [1, 2, 6, 7], ["items left out because of their status: draft (1), with a password (1)"]),
        (
            #", "types": ["post", "page", "book"], "statuses": ["publish", "draft"]"#, [1, 2, 3, 6],
            ["items left out because of their status: with a password (1)"]
        ),
        (#", "types": ["post", "page", "book"], "statuses": "*", "include_protected": true"#, [1, 2, 3, 4, 6], []),
        (
            #", "types": ["attachment"]"#, [7], ["items left out because of their type: book (1), page (1), post (3)"]
        ),
    ]

    @Test("chooses items by type and status", arguments: choices)
    func chooses(_ options: String, _ ids: [Int], _ warnings: [String]) async throws {
        let item = WordPressExport.item
        let items = [
            item(1, "post", "publish", ""), item(2, "page", "publish", ""), item(3, "post", "draft", ""),
            item(4, "post", "publish", "<wp:post_password>x</wp:post_password>"), item(6, "book", "publish", ""),
            WordPressExport.attachment(7),
        ]
        let run = try await SourceRecords(
            "wordpress", #"{"from": "FOLDER/a.xml"\#(options)}"#, "a.xml", WordPressExport.text(items.joined()))
        #expect(run.failure == nil)
        #expect(try run.records.compactMap { try $0.member("id")?.number?.int64 } == ids.map(Int64.init))
        #expect(run.warnings == warnings)
    }

    private static let leftOut: [(String, items: String, warnings: [String])] = [
        (
            "a type of a plug-in", WordPressExport.item(1, "recipe") + WordPressExport.item(2, "recipe"),
            ["items left out because of their type: recipe (2)"]
        ),
        (
            "things that are no content",
            ["nav_menu_item", "revision", "custom_css", "wp_block"].map { WordPressExport.item(1, $0) }.joined(), []
        ),
        ("drafts alone", WordPressExport.item(1, "post", "draft"), ["items left out because of their status: draft (1)"]),
        (
            "items of another feed", "<item><title>T</title><description>D</description></item>",
            ["no item of WordPress is in it: 1 item without elements of WordPress left out; the source feed reads feeds"]
        ),
    ]

    @Test("says even in a quiet run what it left out, if nothing is left", arguments: leftOut)
    func leavesOut(_ name: String, _ items: String, _ warnings: [String]) async throws {
        let run = try await SourceRecords("wordpress", #"{"from": "FOLDER/a.xml"}"#, "a.xml", WordPressExport.text(items))
        #expect(run.failure == nil)
        #expect(run.records.isEmpty)
        #expect(run.urgentWarnings == warnings)
        let more = try await SourceRecords(
            "wordpress", #"{"from": "FOLDER/a.xml"}"#, "a.xml", WordPressExport.text(items + WordPressExport.item(9)))
        #expect(more.warnings == warnings.map { $0.replacing("no item of WordPress is in it: ", with: "") })
        #expect(more.urgentWarnings == [])
    }

    private static let fields = [
        ("a draft without a date", "<pubDate>Wed, 30 Nov -0001 00:00:00 +0000</pubDate>", "published", "null"),
        (
            "a draft with zeros for a date",
            "<pubDate>Wed, 31 Jan 2024 12:00:00 +0000</pubDate><wp:post_date>0000-00-00 00:00:00</wp:post_date>", "published", "null"
        ),
        (
            "a date of an old export", "<pubDate>Wed, 31 Jan 2024 12:00:00 +0000</pubDate>", "published", #""2024-01-31T12:00:00Z""#
        ),
        (
            "a category with references", #"<category domain="category" nicename="f"><![CDATA[Food &amp; Drink &lt;b>]]></category>"#,
            "categories", #"[{"name":"Food & Drink <b>","slug":"f"}]"#
        ),
        (
            "a tag with references, and a sign", #"<category domain="post_tag" nicename="q"><![CDATA[Q&#038;A & R&D]]></category>"#,
            "tags", #"[{"name":"Q&A & R&D","slug":"q"}]"#
        ),
        (
            "tags of an old export",
            #"<category>tea</category><category domain="tag">tea</category><category domain="tag" nicename="tea">tea</category>"#
                + #"<category domain="tag">mint</category>"#, "tags",
            #"[{"name":"tea","slug":"tea"},{"name":"mint","slug":null}]"#
        ),
    ]

    @Test("reads what exports write in several ways", arguments: fields)
    func readsFields(_ name: String, _ xml: String, _ field: String, _ value: String) async throws {
        let run = try await SourceRecords(
            "wordpress", #"{"from": "FOLDER/a.xml"}"#, "a.xml", WordPressExport.text(WordPressExport.item(1, "post", "publish", xml)))
        #expect(try run.records.first?.member(field)?.compactText == value)
        #expect(run.warnings == [])
    }

    @Test("knows attachments behind the posts, and in another file") func attachments() async throws {
        let gallery = "<content:encoded><![CDATA[[gallery ids=\"9\"] [form id=\"1\"]]]></content:encoded>"
        let run = try await SourceRecords(
            "wordpress", #"{"from": ["FOLDER/a.xml", "FOLDER/b.xml"]}"#,
            files: [
                "a.xml": Array(WordPressExport.text(WordPressExport.item(1, "post", "publish", gallery)).utf8),
                "b.xml": Array(WordPressExport.text(WordPressExport.attachment(9)).utf8),
            ])
        #expect(run.failure == nil)
        #expect(run.text.contains(#"<img src=\"https://example.org/9.jpg\" alt=\"\">"#))
        #expect(run.warnings == ["1 record with the shortcode form, which stays as text"])
    }

    @Test("keeps the local time of a draft, and has no date without one") func dates() async throws {
        let date = "<wp:post_date>2024-01-31 13:00:00</wp:post_date><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt>"
        let run = try await SourceRecords(
            "wordpress", #"{"from": "FOLDER/a.xml", "statuses": "draft"}"#, "a.xml",
            WordPressExport.text(WordPressExport.item(1, "post", "draft", date) + WordPressExport.item(2, "post", "draft", "")))
        #expect(try run.records.map { try $0.member("published")?.compactText } == [#""2024-01-31T13:00:00""#, "null"])
    }

    @Test("drops control characters, and takes an ampersand for itself, as some exports need") func mends() async throws {
        let content = "<content:encoded><![CDATA[a\u{B}b\u{1}]]></content:encoded><a>b & c&nbsp;</a>"
        let item = WordPressExport.item(1, "post", "publish", content)
        let run = try await SourceRecords("wordpress", #"{"from": "FOLDER/a.xml"}"#, "a.xml", WordPressExport.text(item))
        #expect(run.text.contains(#""content":"<p>ab</p>""#))
        #expect(run.warnings.count == 1)
        #expect(run.warnings.first?.hasSuffix(": U+000B is no character of XML; the export is read as if it were valid") == true)
    }

    @Test("ends the run at a fault, and warns of a file that is no export") func faults() async throws {
        let cut = String(WordPressExport.text(Self.post).dropLast(20))
        let run = try await SourceRecords("wordpress", #"{"from": "FOLDER/a.xml"}"#, "a.xml", cut)
        #expect(run.failure?.hasPrefix("a.xml:") == true)
        let other = try await SourceRecords("wordpress", #"{"from": "FOLDER/a.xml"}"#, "a.xml", "<a/>")
        #expect(other.warnings == ["no item is in it; an export of WordPress was expected"])
    }
}
