internal import HTMLParsing
internal import JSONParsing
internal import Pipeline

/// Renders the page of an article.
struct ArticlePage: Sendable {
    let shell: PageShell

    private static let title = RecordField(
        "title", .string, isRequired: true, help: "The heading of the page and its name in the index; not empty.")
    private static let teaser = RecordField("teaser", .string, help: "What the index says of it.")
    private static let heroImage = RecordField(
        "hero_image", .string, help: "The address of the image in the index and at the top of the page; without one there is none.")
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
            storeAddress,
        ]
    }

    /// Renders the page of a record.
    ///
    /// - Throws: ``RecordError`` if the title is missing, or if a field that must be a string is not one.
    func page(_ record: Record, _ document: HTMLDocument, at path: [String]) throws -> SitePage {
        func text(_ field: RecordField) throws -> String { try field.string(record.get(field.name)) ?? "" }
        let title = try text(Self.title)
        if title.allSatisfy(\.isWhitespace) { throw RecordError("the title is empty; a page needs one", at: ".title") }
        let heroImage = try text(Self.heroImage)
        let article = ArticleDocument(document, title: title, heroImage: heroImage).document
        let entry = try SiteEntry(path: path, title: title, kind: .article(teaser: text(Self.teaser), heroImage: heroImage))
        let storeAddress = try text(Self.storeAddress)
        var page = shell.start(title: title)
        page.open("body", ["class": "reading"])
        page.newline()
        PageShell.skipLink(&page)
        page.element("header") { header in
            header.element("nav", ["aria-label": "Back"]) { shell.backLink(from: entry, &$0) }
        }
        page.newline()
        page.open("main", ["id": "content"])
        page.newline()
        page.document(article)
        page.newline()
        if SiteAddress.isWeb(storeAddress) {
            page.element("p", ["class": "store"]) {
                $0.element("a", ["href": SiteAddress.valid(storeAddress), "rel": "noopener"], text: "View in the app store")
            }
            page.newline()
        }
        var end = Markup()
        end.close("main")
        end.newline()
        end.append(shell.end)
        return SitePage(path: path, start: page, end: end, entry: entry)
    }
}
