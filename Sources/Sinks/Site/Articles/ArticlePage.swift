internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import WebAddresses

/// Renders the page of an article.
struct ArticlePage: Sendable {
    let shell: PageShell
    let images: LocalImages

    private static let title = RecordField(
        "title", .string, isRequired: true, help: "The heading of the page and its name in the index; not empty.")
    private static let teaser = RecordField("teaser", .string, help: "What the index says of it.")
    private static let heroImage = RecordField(
        "hero_image", .string, help: "The address of the image in the index and at the top of the page; without one there is none.")
    private static let date = RecordField(
        "date", .string,
        help: "When the article appeared, as 2024-01-31 or with a time and its zone; for the feeds and the sitemap of a site with base_url."
    )
    private static let client = RecordField("client", .string, help: "The client of the article, in the index and above the article.")
    private static let vertical = RecordField(
        "vertical", .string, help: "The branch of industry, in the index and above the article. Readers filter the index by it.")
    private static let storeAddress = RecordField(
        "app_store_url", .string, help: "Where the link \"View in the app store\" below the article leads, if it is on the web.")

    /// Returns the fields that the page reads from an article.
    ///
    /// - Parameter body: The name of the field with the article.
    static func fields(body: String) -> [RecordField] {
        [
            title, teaser, heroImage,
            RecordField(
                body, .html, isRequired: true,
                help: "The article; the option body names another field. Hero image and title are put in where it lacks them."),
            date, storeAddress, client, vertical, ImageFactsTable.field,
        ]
    }

    /// Renders the page of a record.
    ///
    /// - Parameters:
    ///   - document: The content of the page.
    ///   - markdown: The content of the Markdown file beside the page; nil for none.
    ///   - context: Provides the files that stages have written, among them images of the page.
    /// - Throws: ``RecordError`` if the title is missing, or if a field that must be a string is not one.
    func page(
        _ record: Record, _ document: HTMLDocument, markdown: HTMLDocument?, at path: [String], in context: RunContext
    ) throws -> SitePage {
        func text(_ field: RecordField) throws -> String { try field.string(record.get(field.name)) ?? "" }
        let title = try text(Self.title)
        if title.allSatisfy(\.isWhitespace) { throw RecordError("the title is empty; a page needs one", at: ".title") }
        let heroImage = try text(Self.heroImage)
        let facts = try ImageFactsTable(record.get(ImageFactsTable.field.name)) { images.facts(of: $0, on: path, in: context) }
        let content = ArticleDocument(
            document, title: title, heroImage: heroImage, facts, headingIDs: shell.settings.headingIDs, shell.settings.words)
        let article = content.document
        let teaser = try text(Self.teaser)
        func name(_ field: RecordField) throws -> String? { try text(field).allSatisfy(\.isWhitespace) ? nil : text(field) }
        let date = try Self.readDate(text(Self.date))
        let entry = try SiteEntry(
            path: path, title: title, kind: .article(teaser: teaser, heroImage: heroImage, facts: facts[heroImage]),
            client: name(Self.client), vertical: name(Self.vertical), date: date,
            markdown: markdown == nil ? nil : SiteEntry.markdownPath(beside: path))
        let storeAddress = try text(Self.storeAddress)
        let about = PageMetadata(
            title: title, path: path, description: Self.description(teaser, article), image: heroImage, isArticle: true,
            date: date, hasFeeds: date != nil, markdown: entry.markdown)
        var page = shell.start(.article, about)
        page.open("body", ["class": "reading"])
        page.newline()
        shell.skipLink(&page)
        shell.header(at: path, &page)
        page.element("header") { header in
            header.element("nav", ["aria-label": shell.settings.words(.back)]) { shell.backLink(from: entry, &$0) }
        }
        page.newline()
        page.open("main", ["id": "content"])
        page.newline()
        entry.writeAbout(&page)
        page.document(article)
        page.newline()
        if SiteAddress.isWeb(storeAddress) {
            page.element("p", ["class": "store"]) {
                $0.element(
                    "a", ["href": HTMLAddress.valid(storeAddress), "rel": "noopener", "lang": shell.settings.words.foreign],
                    text: shell.settings.words(.viewInAppStore))
            }
            page.newline()
        }
        var end = HTMLMarkup()
        end.close("main")
        end.newline()
        shell.footer(at: path, &end)
        end.append(shell.end(.article))
        var result = SitePage(path: path, start: page, end: end, entry: entry)
        if let markdown, let file = entry.markdown {
            let text = ArticleMarkdown.bytes(
                of: markdown, title: content.addsTitle ? title : nil, heroImage: content.addsHero ? heroImage : nil)
            result.files = [SiteFile(path: file, markdown: text)]
        }
        return result
    }

    /// Returns the date of an article.
    ///
    /// - Throws: ``RecordError`` if the text is not a date.
    private static func readDate(_ text: String) throws -> SiteDate? {
        if text.isEmpty { return nil }
        guard let date = SiteDate(text) else {
            throw RecordError(SiteDate.fault(of: text), at: ".date")
        }
        return date
    }

    /// Returns the teaser, or the first paragraph of an article without one.
    private static func description(_ teaser: String, _ article: HTMLDocument) -> String {
        guard teaser.allSatisfy(\.isWhitespace) else { return teaser }
        return article.elements(tag: .p).lazy.map { article.textContent(of: $0) }.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    }
}
