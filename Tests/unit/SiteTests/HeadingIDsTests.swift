import HTMLParsing
import SiteSupport
import TestSupport
import Testing

@testable import Site

@Suite("The IDs of headings that GitHub gives") struct HeadingIDsTests {
    @Test(
        "are the text in lower case, without punctuation",
        arguments: [
            ("First steps", "first-steps"), ("What's new in 2.0?", "whats-new-in-20"), ("jq & `query`", "jq--query"),
            ("Über_uns", "über_uns"),
            ("数字 ٣", "数字-٣"), ("A - B", "a---b"), ("🎉 Party", "-party"), ("½ off", "-off"), ("!!!", ""), ("  spaced  ", "spaced"),
        ])
    func slugs(_ text: String, _ slug: String) {
        #expect(HeadingIDs.slug(of: text) == slug)
    }

    @Test("are unique, and leave those that the content has") func unique() {
        var document = HTMLDocument(
            parsingFragment:
                "<h1>A</h1><h2>a</h2><h2>A!</h2><h3 id=own>a</h3><h4 id>d</h4><p id=b></p><h2>B</h2><h2>!</h2><h2>a-1</h2><svg><h2>c")
        HeadingIDs.github.apply(to: &document)
        let ids = Array(document.descendants(of: document.root)).compactMap { document.attribute("id", of: $0) }
        #expect(ids == ["a", "a-1", "a-2", "own", "d", "b", "b-1", "a-1-1", "c"])
        var same = document
        HeadingIDs.own.apply(to: &same)
        #expect(same.serialized() == document.serialized())
    }

    @Test("are counted in linear time", .startsOnIdlePool, .timeLimit(.minutes(1))) func many() {
        var document = HTMLDocument(parsingFragment: String(repeating: "<h2>a</h2>", count: 50_000))
        HeadingIDs.github.apply(to: &document)
        #expect(document.elements(tag: .h2).last.flatMap { document.attribute("id", of: $0) } == "a-49999")
    }

    @Test("are what links of the text lead to, with the prefix of IDs on pages") func page() async throws {
        let record = ##"[{"slug":"a","title":"T","html":"* [Go](#first-steps)\n* [No](#none)\n\n## First *steps*\n\nx"}]"##
        for (options, expected) in [("github", ["#m-first-steps"]), ("own", [])] {
            let site = try await Site(PublishedSite.pipeline(##""format": "markdown", "heading_ids": "\##(options)""##), record)
            #expect(site.code == 0, "\(site.messages)")
            let page = try HTMLDocument(parsing: site.text("a"))
            let links = page.elements(tag: .a).compactMap { page.attribute("href", of: $0) }.filter { $0.hasPrefix("#m-") }
            #expect(links == expected)
            #expect(page.elements(tag: .h2).compactMap { page.attribute("id", of: $0) } == expected.map { String($0.dropFirst()) })
        }
    }
}
