internal import HTMLParsing
internal import WebAddresses

/// The parts that all pages share: head, content security policy, style sheet and script.
struct PageShell: Sendable {
    /// The comment at the start of every page, by which a later run recognises it.
    static let remark = "This page was made by tabpipe, and will be made anew."
    static let mark = Array("<!DOCTYPE html>\n<!-- \(remark) -->\n".utf8)

    let settings: SiteSettings
    private let policies: [PageKind: String]

    init(settings: SiteSettings) {
        self.settings = settings
        let style = settings.theme.style
        policies = Dictionary(
            uniqueKeysWithValues: PageKind.allCases.map { ($0, PagePolicy.text(for: $0, theme: style)) })
    }

    /// Returns the content security policy of a page.
    private func policy(_ kind: PageKind, fetchingFrom source: String?) -> String {
        (policies[kind] ?? "") + (source.map { "; connect-src \($0)" } ?? "")
    }

    /// Returns a page from its first byte to the end of its head.
    ///
    /// - Parameters:
    ///   - kind: The kind of page, which decides on style sheet and script.
    ///   - about: The title and the metadata of the page.
    ///   - source: The origin from which the page fetches bodies of messages; nil for none.
    func start(_ kind: PageKind, _ about: PageMetadata, fetchingFrom source: String? = nil) -> HTMLMarkup {
        var page = HTMLMarkup.page(remark: Self.remark)
        let scriptWords = kind.script.words
        page.open("html", ["lang": settings.words.tag, "dir": settings.words.direction])
        page.newline()
        page.element("head") { head in
            head.open("meta", ["charset": "utf-8"])
            head.newline()
            head.open("meta", ["http-equiv": "Content-Security-Policy", "content": policy(kind, fetchingFrom: source)])
            head.newline()
            head.open("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
            head.open("meta", ["name": "referrer", "content": "no-referrer"])
            head.open("meta", ["name": "color-scheme", "content": "light dark"])
            head.newline()
            // The words of the script come after the character encoding, which must come in the first 1024 bytes.
            head.element(
                "title", ["data-words": scriptWords.isEmpty ? nil : settings.words.json(scriptWords)], text: about.title)
            head.newline()
            metadata(about, &head)
            head.raw(kind.style, in: "style")
            head.newline()
            theme(&head)
            if let script = kind.headScript { head.raw(script, in: "script") }
        }
        page.newline()
        return page
    }

    /// Returns the end of a page: the script and the closing tags.
    ///
    /// - Parameter bodies: The bodies of messages, in the order in which readers need them. They follow the script, which shows each one as
    ///   soon as it has arrived.
    func end(_ kind: PageKind, bodies: [HTMLMarkup] = []) -> HTMLMarkup {
        var page = HTMLMarkup()
        if bodies.isEmpty {
            page.raw(kind.script.text, in: "script")
        } else {
            page.element("div", ["class": "bodies", "hidden": ""]) { list in
                list.raw(kind.script.text, in: "script")
                for body in bodies {
                    list.newline()
                    list.append(body)
                }
            }
        }
        page.newline()
        page.close("body")
        page.newline()
        page.close("html")
        page.newline()
        return page
    }

    /// Writes the skip link, with which keyboard users jump to the content.
    ///
    /// - Parameters:
    ///   - target: The `id` of the content.
    ///   - word: The text of the link.
    func skipLink(to target: String = "content", named word: InterfaceWord = .skipToContent, _ page: inout HTMLMarkup) {
        page.element("a", ["class": "skip", "href": "#\(target)", "lang": settings.words.foreign], text: settings.words(word))
        page.newline()
    }

    /// Writes the link from a page back to its entry in the index.
    ///
    /// - Parameter path: The path of the page, if it is another page of the entry's record.
    func backLink(from entry: SiteEntry, at path: [String]? = nil, _ page: inout HTMLMarkup) {
        let name = SiteList.split(settings.index.last ?? "")
        let folder = String(repeating: "../", count: (path ?? entry.path).count - 1)
        let stem = PercentEncoding.encoded(path: settings.index.dropLast() + [name.stem])
        page.openIndexLink(
            (folder + stem, PercentEncoding.encoded(path: [name.ending]) + "#" + entry.anchor),
            ["class": "back", "data-back": "", "lang": headingLanguage])
        page.element("span", ["aria-hidden": "true"], text: "\(settings.words.backArrow) ")
        page.text(heading(forArticles: entry.isArticle))
        page.close("a")
    }

    /// The heading of the index: that of the option `title`, or the usual name of its entries.
    func heading(forArticles: Bool) -> String { settings.indexTitle ?? name(ofArticles: forArticles) }

    /// The attribute `lang` of the heading: nil if it has the language of the content.
    var headingLanguage: String? { settings.indexTitle == nil ? settings.words.foreign : nil }

    /// The usual name of a list of articles or of threads.
    func name(ofArticles: Bool) -> String { settings.words(ofArticles ? .caseStudies : .conversations) }
}
