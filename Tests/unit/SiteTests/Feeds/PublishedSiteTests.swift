import Foundation
import SiteSupport
import TestSupport
import Testing

@Suite("A site with base_url") struct PublishedSiteTests {
    @Test("has a sitemap, feeds and a page for missing ones; a second run changes nothing") func files() async throws {
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base), PublishedSite.articles)
        #expect(site.code == 0, "\(site.messages)")
        #expect(site.names == ["404.html", "a.html", "b", "c.html", "feed.json", "feed.xml", "index.html", "sitemap.xml"])
        let again = try await Site(
            PublishedSite.pipeline(PublishedSite.base), PublishedSite.articles,
            settings: ["to=\(site.folder.path)/site/{{.slug}}.html"])
        #expect(again.messages.contains("0 files written, 8 unchanged"), "\(again.messages)")
    }

    @Test("names canonical URL, card and feeds in its heads") func heads() async throws {
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base + #", "publisher": "Bureau""#), PublishedSite.articles)
        let first = try HeadTags(site.text("a"))
        let feeds = [
            "alternate application/atom+xml Cases & more https://x.example/s/feed.xml",
            "alternate application/feed+json Cases & more https://x.example/s/feed.json",
        ]
        #expect(first.links == ["canonical https://x.example/s/a.html"] + feeds)
        #expect(
            first.social == [
                "og:type": "article", "og:title": "A <b>", "og:url": "https://x.example/s/a.html", "og:site_name": "Bureau",
                "og:locale": "de_DE", "og:description": "One & \"two\" \u{FFFD} ]]>", "og:image": "https://y.example/a.jpg",
                "article:published_time": "2024-01-31T00:00:00Z", "twitter:card": "summary_large_image",
            ])
        let second = try HeadTags(site.text("b/é"))
        #expect(second.meta["description"] == "First words")
        #expect(second.meta["og:image"] == "https://x.example/s/b/i/b.jpg")
        let third = try HeadTags(site.text("c"))
        #expect(third.links == ["canonical https://x.example/s/c.html"])
        #expect(third.meta["twitter:card"] == "summary" && third.meta["og:image"] == nil && third.meta["robots"] == nil)
        let index = try HeadTags(site.text("index"))
        #expect(index.links == ["canonical https://x.example/s/"] + feeds)
        #expect(index.meta["og:type"] == "website")
    }

    @Test("has a page for missing ones whose links work at any depth") func notFound() async throws {
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base), PublishedSite.articles)
        let page = try Outline(site.text("404"))
        #expect(page.flow.first == "h1 Seite nicht gefunden")
        #expect(page.links.map(\.address) == ["#content", "https://x.example/s/"])
        #expect(try HeadTags(site.text("404")).meta["robots"] == "noindex")
    }

    @Test("replaces no file of the user, and can leave files out", arguments: ["feed.xml", "sitemap.xml", "404.html", "feed.json"])
    func own(_ name: String) async throws {
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base), "[]")
        try Data("mine".utf8).write(to: site.file(name))
        let to = ["to=\(site.folder.path)/site/{{.slug}}.html"]
        let again = try await Site(PublishedSite.pipeline(PublishedSite.base), PublishedSite.articles, settings: to)
        #expect(again.code == 73)
        #expect(again.messages.contains("that tabpipe made, and is not replaced; move it, or leave \(name) out of the sink's option files"))
        let pipeline = PublishedSite.pipeline(PublishedSite.base + #", "files": ["robots.txt"]"#)
        let others = try await Site(pipeline, PublishedSite.articles, settings: to)
        #expect(others.code == 0, "\(others.messages)")
        #expect(try site.read(name) == "mine")
        #expect(try site.read("robots.txt").hasSuffix("User-agent: *\nAllow: /\n"))
    }

    @Test("keeps threads out of search engines, sitemaps and feeds") func threads() async throws {
        let thread = #"[{"slug":"t","subject":"Secret","blurb":"private","messages":[{"body":"private"}]}]"#
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base), thread)
        #expect(site.names == ["404.html", "index.html", "t", "t.html"])
        for page in ["index", "t"] {
            let tags = try HeadTags(site.text(page))
            #expect(tags.meta["robots"] == "noindex")
            #expect(!tags.meta.values.contains { $0.contains("private") })
        }
        let both = try await Site(PublishedSite.pipeline(PublishedSite.base), "\(PublishedSite.articles.dropLast()),\(thread.dropFirst())")
        #expect(try !both.read("sitemap.xml").contains("t.html"))
        #expect(try !both.read("feed.xml").contains("Secret"))
    }

    @Test("writes none of this without base_url but a description") func without() async throws {
        let site = try await Site(PublishedSite.pipeline(#""language": "de""#), PublishedSite.articles)
        #expect(site.names == ["a.html", "b", "c.html", "index.html"])
        let tags = try HeadTags(site.text("c"))
        #expect(tags.meta["description"] == "T" && tags.social.isEmpty && tags.links.isEmpty)
    }
}
