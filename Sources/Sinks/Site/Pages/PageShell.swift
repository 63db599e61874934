internal import Checksums
internal import Foundation

/// The parts that all pages share: head, content security policy, style sheet and script.
struct PageShell: Sendable {
    /// The comment at the start of every page, by which a later run recognises it.
    static let remark = "This page was made by tabpipe, and will be made anew."
    static let mark = Array("<!DOCTYPE html>\n<!-- \(remark) -->\n".utf8)

    /// The language tag of the content (BCP 47).
    let language: String
    /// The path components of the index, relative to the sink's folder.
    let index: [String]
    /// The heading of the index; nil for the default.
    let indexTitle: String?

    /// Returns a page from its first byte to the end of its head.
    ///
    /// - Parameter showsMail: Whether the page shows mail in frames. Frames inherit the policy of the page, so that it must allow the
    ///   frames' style sheet and the style attributes of mail.
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

    /// The end of a page: the script and the closing tags.
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

    /// Writes the skip link, with which keyboard users jump to the content.
    static func skipLink(_ page: inout Markup) {
        page.element("a", ["class": "skip", "href": "#content"], text: "Skip to the content")
        page.newline()
    }

    /// Writes the link from a page back to its entry in the index.
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
        "default-src 'none'; script-src \(hash(SiteScript.text)); style-src \(styles.map(hash).joined(separator: " "))\(more); "
            + "img-src 'self' http: https: data:; base-uri 'none'; form-action 'none'"
    }

    /// The hash by which a policy identifies a style sheet or a script of the page.
    ///
    /// - SeeAlso: [CSP 3, source lists](https://www.w3.org/TR/CSP3/#framework-directive-source-list)
    static func hash(_ text: String) -> String {
        var hash = SHA256Hasher()
        hash.update(Array(text.utf8))
        return "'sha256-\(Data(hash.digest()).base64EncodedString())'"
    }
}
