import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The templates for content systems, on the lists of `Tests/Origin/cms.py`: three posts on two pages, of which the last one is empty.
@Suite("tabpipe new TEMPLATE for the API of a content system", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping))
struct NewContentSystemTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let template: String
        /// The list, below the server's `/cms`.
        let path: String
        let secret: (name: String, value: String)
        /// What a run says of nodes that it does not know.
        let warnings: [String]
        let pages: [String: String]
    }

    private static let picture = "oven-10c1e78ca4cd71c9f9aff01317e1d51b.png"

    /// A page of three of the systems.
    private static func page(_ number: Int, date: String, updated: String, _ body: String) -> String {
        """
        ---
        title: "Post \(number)"
        date: "\(date)"
        lastmod: "\(updated)"
        draft: false
        author: "Mira Vogel"
        tags: ["bread"]
        description: "Short & good"
        image: "../post-\(number)/\(picture)"
        aliases: ["/blog/post-\(number)"]
        ---

        \(body)

        """
    }

    /// The page of the post that lacks what it may lack.
    private static func emptyPage(date: String, updated: String, draft: Bool, aliases: String = "") -> String {
        """
        ---
        title: "Empty {{< hours >}}"
        date: "\(date)"
        lastmod: "\(updated)"
        draft: \(draft)
        tags: []
        \(aliases)---


        """
    }

    private static let oven = "![The oven](../post-1/\(picture))"

    private static let contentful = Example(
        testDescription: "Contentful: links and images from what comes beside the entries", template: "contentful",
        path: "contentful/spaces/bakery/environments/master/entries", secret: ("CONTENTFUL_TOKEN", "cf-token"),
        warnings: ["rich_text does not know entry-hyperlink in contentful", "rich_text does not know tip-box in contentful"],
        pages: [
            "post-1": page(
                1, date: "2026-05-11", updated: "2026-06-01T08:00:00.000Z",
                """
                Read [the next one](../post-2/) or [flour](../post-2/) **now**.

                \(oven)

                Keep it warm.

                Ask the baker.
                """),
            "empty": emptyPage(
                date: "2026-05-03T08:00:00.000Z", updated: "2026-06-03T08:00:00.000Z", draft: false, aliases: "aliases: [\"/blog/empty\"]\n"
            ),
        ])

    private static let notion = Example(
        testDescription: "Notion: blocks and the blocks inside of them, each with pages", template: "notion",
        path: "notion/v1/databases/0f1e2d3c4b5a69788796a5b4c3d2e1f0/query", secret: ("NOTION_TOKEN", "notion-token"),
        warnings: ["rich_text does not know tip_box in notion", "rich_text does not know unsupported in notion"],
        pages: [
            "post-1": """
            ---
            title: "Post 1"
            date: "2026-05-11"
            lastmod: "2026-06-01T08:00:00.000Z"
            draft: false
            tags: ["bread"]
            description: "Short & good"
            image: "../post-1/\(picture)"
            ---

            Read [Post 2](../post-2/) or [the third](../empty-hours/) **now**.

            ![](../post-1/\(picture))

            The oven

            - Flour
              - Rye
                - Coarse
                  - Stone-ground

            Keep it warm.

            """,
            "post-2": """
            ---
            title: "Post 2"
            date: "2026-05-12"
            lastmod: "2026-06-02T08:00:00.000Z"
            draft: false
            tags: ["bread"]
            description: "Short & good"
            image: "../post-2/\(picture)"
            ---

            Back to [the first](../post-1/).

            """,
            "empty-hours": emptyPage(date: "2026-05-03T08:00:00.000Z", updated: "2026-06-03T08:00:00.000Z", draft: true),
        ])

    private static let sanity = Example(
        testDescription: "Sanity: documents after the last one of each page", template: "sanity",
        path: "sanity/v2025-02-19/data/query/production",
        secret: ("SANITY_TOKEN", "sanity-token"),
        warnings: ["rich_text does not know mark internalLink in portable_text", "rich_text does not know tipBox in portable_text"],
        pages: [
            "post-1": page(
                1, date: "2026-05-11T08:00:00.000Z", updated: "2026-06-01T08:00:00Z",
                """
                Read [the next one](../post-2/) or [flour](#warm) **now**.

                \(oven)

                Keep it warm.

                Ask the baker.
                """),
            "empty-hours": emptyPage(date: "2026-05-03T08:00:00Z", updated: "2026-06-03T08:00:00Z", draft: false),
        ])

    private static func strapi(_ version: Int, _ name: String) -> Example {
        Example(
            testDescription: "Strapi \(version): images with relative addresses, and drafts", template: "strapi",
            path: "\(name)/api/articles",
            secret: ("STRAPI_TOKEN", "strapi-token"), warnings: ["rich_text does not know tip-box in strapi"],
            pages: [
                "post-1": page(
                    1, date: "2026-05-01T08:00:00.000Z", updated: "2026-06-01T08:00:00.000Z",
                    "Read [the next one](../post-2/) **now**.\n\n\(oven)\n\nKeep it warm."),
                "empty-hours": emptyPage(date: "2026-05-03T08:00:00.000Z", updated: "2026-06-03T08:00:00.000Z", draft: true),
            ])
    }

    private static let ghost = Example(
        testDescription: "Ghost: posts for members become drafts, internal tags stay out", template: "ghost",
        path: "ghost/ghost/api/content/posts/", secret: ("GHOST_KEY", "ghost-key"), warnings: [],
        pages: [
            "post-1": """
            ---
            title: "Post 1"
            date: "2026-05-11T08:00:00.000+00:00"
            lastmod: "2026-06-01T08:00:00.000+00:00"
            draft: false
            author: "Mira Vogel"
            tags: ["bread"]
            description: "Short & good"
            image: "../post-1/\(picture)"
            aliases: ["/cms/ghost/post-1/"]
            ---

            Read [the next one](../post-2/#warm) or [the first](../post-1/) **now**.

            \(oven)

            Keep it warm.

            Use {{%/* code */%}}.

            """,
            "post-3": emptyPage(
                date: "2026-05-13T08:00:00.000+00:00", updated: "2026-06-03T08:00:00.000+00:00", draft: true,
                aliases: "aliases: [\"/cms/ghost/post-3/\"]\n"),
        ])

    @Test("writes pages with images and links", arguments: [contentful, notion, sanity, strapi(5, "strapi"), strapi(4, "strapi4"), ghost])
    func runs(_ example: Example) async throws {
        let folder = try ScratchFolder()
        let base = try await OriginServer.shared().base + "/cms"
        _ = try await Program.run(["new", example.template, "p.json"], in: folder.url)
        // The images are on this machine. The stage for the blocks of Notion names its host.
        let file = try folder.read("p.json").replacing("https://api.notion.com/", with: "\(base)/notion/")
            .replacing(/,\s*"allow_private_hosts": [^\n]*/, with: "")
            .replacing(#""type": "assets","#, with: #""type": "assets", "allow_private_hosts": true,"#)
        try folder.write(file, to: "p.json")
        let outcome = try await Program.run(
            ["run", "p.json", "--set", "url=\(base)/\(example.path)"], in: folder.url,
            environment: [example.secret.name: example.secret.value])
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(outcome.messages.contains("3 items of "), "\(outcome.messages)")
        #expect(outcome.messages.contains("read 3 = written 3 + filtered 0 + rejected 0"), "\(outcome.messages)")
        let warnings = outcome.messages.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
        #expect(warnings.count == example.warnings.count, "\(warnings)")
        for warning in example.warnings { #expect(warnings.contains { $0.contains(warning) }, "\(warning)") }
        for (name, text) in example.pages { #expect(try folder.read("out/content/posts/\(name)/index.md") == text, "\(name)") }
        #expect(try folder.names("out/content/posts/post-1") == ["index.md", Self.picture])
        let links = try folder.read("out/content/posts/post-2/index.md").matches(of: #/\]\(\.\./([^/]+)/[^)]*\)/#).map(\.output.1)
        let names = try Set(folder.names("out/content/posts"))
        #expect(!links.isEmpty && links.allSatisfy { names.contains(String($0)) }, "\(links)")
    }
}
