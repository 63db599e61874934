/// The page with the body of one message, for readers without scripts. The page is rendered when it is written, so that it takes no memory
/// before.
struct MessagePage: Sendable {
    let content: MessagePageContent
    /// The subject of the thread, shortened by ``subject(_:)``.
    let subject: String
    /// The address of the message in the timeline.
    let back: String
    let settings: SiteSettings

    /// The longest subject on a page, in characters.
    private static let maxSubject = 200

    /// The subject as the pages of bodies show it. A very long one on thousands of pages would fill the disk.
    static func subject(_ title: String) -> String {
        title.count > maxSubject ? PageMetadata.shortened(title, to: maxSubject) : title
    }

    private var name: String { content.name ?? settings.words(.messageNumber, String(content.number)) }

    /// The HTML of the page.
    var page: HTMLMarkup {
        var page = HTMLMarkup.page(remark: PageShell.remark)
        page.open(
            "html",
            ["lang": settings.words.tag, "dir": settings.words.direction, "class": content.hasColors ? "alone white" : "alone"])
        page.element("head") { head in
            head.open("meta", ["charset": "utf-8"])
            head.open("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
            head.open("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
            head.open("meta", ["name": "referrer", "content": "no-referrer"])
            head.open("meta", ["name": "robots", "content": "noindex"])
            head.open("meta", ["name": "color-scheme", "content": "light dark"])
            head.element("title", text: "\(name) – \(subject)")
            head.open("link", ["rel": "icon", "href": settings.theme.icon])
            head.raw(PageStyle.mail, in: "style")
            head.raw(PageStyle.message(colors: settings.theme.palette), in: "style")
        }
        page.newline()
        page.element("body") { body in
            body.element("header") { header in
                header.element("p") { line in
                    line.element("a", ["href": back, "dir": "auto"], text: "\(settings.words.backArrow) \(subject)")
                }
                header.element("h1", ["dir": "auto"], text: name)
                if let date = content.date { header.element("p") { date.write(to: &$0) } }
            }
            body.newline()
            body.element("main", ["id": "content"]) { main in
                main.element("div", ["id": "own", "dir": "auto"]) { $0.sanitized(content.own) }
                guard let quoted = content.quoted else { return }
                main.element("details") { details in
                    details.element("summary", ["lang": settings.words.foreign], text: settings.words(.showQuote))
                    details.element("div", ["id": "quoted", "dir": "auto"]) { $0.sanitized(quoted) }
                }
            }
        }
        page.close("html")
        page.newline()
        return page
    }

    /// Without scripts, the page cannot ask the reader: images of other hosts are shown at once or not at all. Style sheets cannot load
    /// anything.
    private var policy: String {
        let images = settings.mailImages == .show ? "http: https: data:" : "data:"
        return "default-src 'none'; style-src 'unsafe-inline'; img-src \(images); base-uri 'none'; form-action 'none'"
    }
}

/// The content of the page of one message.
struct MessagePageContent: Sendable {
    /// The number in the thread, from 1.
    let number: Int
    let name: String?
    let date: MessageDate?
    /// The sender's own text, as HTML for browsers without scripts.
    let own: String
    /// The quoted text, as HTML for browsers without scripts.
    let quoted: String?
    /// Whether the mail sets colors, which are designed for a white background.
    let hasColors: Bool

    /// - Parameter images: Whether images of other hosts are shown.
    init(number: Int, name: String?, date: MessageDate?, body: MailBody, images: RemoteImageLoading) {
        self.number = number
        self.name = name
        self.date = date
        (own, quoted) = body.standalone(images: images)
        hasColors = body.hasColors
    }
}
