/// What all pages have: head, security policy, style sheet and script.
struct PageShell: Sendable {
    /// The first lines of every page.
    static let remark = "This page was made by tabpipe, and will be made anew."
    static let mark = Array("<!DOCTYPE html>\n<!-- \(remark) -->\n".utf8)

    /// The language of the content, as BCP 47 has it.
    let language: String
    /// The path of the index, which all pages lead back to.
    let index: [String]
    /// The heading of the index, where it is given.
    let indexTitle: String?

    /// A page from its first byte to the start tag of its body.
    ///
    /// - Parameter showsMail: Whether the page shows mail in frames. Frames have the policy of their page, so that it has to let the
    ///   frames' style sheet and the styles of the mail's elements through.
    func start(title: String, showsMail: Bool = false) -> Markup {
        var page = Markup.page(remark: Self.remark)
        page.open("html", ["lang": language])
        page.newline()
        page.element("head") { head in
            head.open("meta", ["charset": "utf-8"])
            head.newline()
            head.open("meta", ["http-equiv": "Content-Security-Policy", "content": showsMail ? Self.mailPolicy : Self.policy])
            head.newline()
            head.open("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
            head.open("meta", ["name": "referrer", "content": "no-referrer"])
            head.open("meta", ["name": "color-scheme", "content": "light dark"])
            head.newline()
            head.element("title", text: title)
            head.newline()
            head.raw(SiteStyle.text, in: "style")
        }
        page.newline()
        return page
    }

    /// The end of a page: the script and the last tags.
    var end: Markup {
        var page = Markup()
        page.raw(SiteScript.text, in: "script")
        page.newline()
        page.close("body")
        page.newline()
        page.close("html")
        page.newline()
        return page
    }

    /// The link with which a keyboard skips what stands before the content.
    static func skipLink(_ page: inout Markup) {
        page.element("a", ["class": "skip", "href": "#content"], text: "Skip to the content")
        page.newline()
    }

    /// The link back to the entry of a page in the index.
    func backLink(from entry: SiteEntry, _ page: inout Markup) {
        let address = FolderAddress.relative(from: entry.path, to: index) + "#" + entry.anchor
        page.element("a", ["class": "back", "href": address, "data-back": ""]) { link in
            link.element("span", ["aria-hidden": "true"], text: "← ")
            link.text(indexTitle ?? SiteIndex.title(forArticles: entry.isArticle))
        }
    }

    private static let policy = policy(styles: [SiteStyle.text], more: "")
    private static let mailPolicy = policy(styles: [SiteStyle.text, MailStyle.text], more: "; style-src-attr 'unsafe-inline'")

    private static func policy(styles: [String], more: String) -> String {
        let hashes = styles.map { "'sha256-\(SHA256.base64($0))'" }.joined(separator: " ")
        return "default-src 'none'; script-src 'sha256-\(SHA256.base64(SiteScript.text))'; style-src \(hashes)\(more); "
            + "img-src 'self' http: https: data:; base-uri 'none'; form-action 'none'"
    }
}
