internal import HTMLParsing
internal import JSONParsing
internal import Pipeline

/// The page of an article.
struct ArticlePage: Sendable {
    let shell: PageShell

    private static let sanitizer = HTMLSanitizer(profile: .article)

    /// Makes the page of a record.
    ///
    /// - Throws: ``RecordError`` if the record has no title.
    func page(_ record: Record, _ document: HTMLDocument, at path: [String]) throws -> SitePage {
        let title = try record.string("title")
        let article = Self.article(document)
        let entry = SiteEntry(
            path: path, title: title,
            kind: .article(teaser: text("teaser", of: record) ?? "", heroImage: text("hero_image", of: record) ?? ""))
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
        if let address = text("app_store_url", of: record), SiteAddress.isWeb(address) {
            page.element("p", ["class": "store"]) {
                $0.element("a", ["href": SiteAddress.valid(address), "rel": "noopener"], text: "View in the app store")
            }
            page.newline()
        }
        var end = Markup()
        end.close("main")
        end.newline()
        end.append(shell.end)
        return SitePage(path: path, start: page, end: end, entry: entry)
    }

    private func text(_ field: String, of record: Record) -> String? {
        (try? record.string(field)).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The article as the page shows it: nothing but content, each image in a figure with its address.
    static func article(_ document: HTMLDocument) -> HTMLDocument {
        var article = sanitizer.sanitized(document)
        // The first image stands at the top; all others can wait until they come near.
        var isFirst = true
        for image in Array(article.descendants(of: article.root)) where article.isHTML(image, .img) {
            article.setAttribute("decoding", to: "async", of: image)
            if !isFirst { article.setAttribute("loading", to: "lazy", of: image) }
            if article.attribute("alt", of: image) == nil { article.setAttribute("alt", to: "", of: image) }
            isFirst = false
            let address = article.attribute("src", of: image) ?? ""
            if !address.isEmpty { article.setAttribute("src", to: SiteAddress.valid(address), of: image) }
            guard let figure = article.parent(of: image), article.isHTML(figure, .figure), article.nextSibling(of: image) == nil else {
                continue
            }
            article.setAttribute("class", to: "picture", of: figure)
            let caption = article.makeElement(.figcaption)
            article.append(article.makeText("This image cannot be shown: "), to: caption)
            let place = article.makeElement(.span, attributes: [HTMLAttribute(name: "class", value: "address")])
            article.append(article.makeText(address), to: place)
            article.append(place, to: caption)
            article.append(caption, to: figure)
        }
        for heading in Array(article.descendants(of: article.root)) {
            switch article.tag(of: heading) {
            case .h1, .h2, .p: article.setAttribute("dir", to: "auto", of: heading)
            default: break
            }
        }
        return article
    }
}
