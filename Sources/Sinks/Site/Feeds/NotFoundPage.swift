/// Renders the page that a host shows for a URL without a page. Its links are absolute, because the URL can have any depth.
struct NotFoundPage {
    let shell: PageShell
    let web: SiteWeb

    var bytes: [UInt8] {
        let words = shell.settings.words
        let title = words(.notFound)
        var page = shell.start(.article, PageHead(title: title, path: nil, isListed: false))
        page.open("body", ["class": "reading"])
        page.newline()
        shell.skipLink(&page)
        shell.header(at: nil, &page)
        page.element("main", ["id": "content"]) { main in
            main.element("article") { article in
                article.element("h1", ["lang": words.foreign], text: title)
                article.element("p", ["lang": words.foreign], text: words(.notFoundReason))
                article.element("p") {
                    $0.element(
                        "a", ["href": web.base.address(of: shell.settings.index), "dir": "auto"], text: shell.heading(forArticles: true))
                }
            }
        }
        page.newline()
        shell.footer(at: nil, &page)
        page.append(shell.end(.article))
        return page.bytes
    }
}
