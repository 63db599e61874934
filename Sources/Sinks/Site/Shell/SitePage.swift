internal import HTMLParsing
internal import Pipeline
internal import Stages
internal import WebAddresses

/// One rendered page of a site. Only the links to its neighbours are missing.
public struct SitePage: Sendable {
    /// The path components relative to the sink's folder.
    let path: [String]
    /// The path and the key of the page's record, which the sink's folder reserves.
    var place: RecordFilePath?
    /// Its record and the context of the run, from which the page is made again if its path gets a number; nil afterwards.
    var draft: (record: Record, context: RunContext)?
    /// The origin of its record.
    var origin = Origin()
    /// The HTML before the links to the neighbours.
    let start: HTMLMarkup
    /// The HTML after these links.
    let end: HTMLMarkup
    /// Its entry in the index.
    let entry: SiteEntry
    /// The other files of the record, such as the bodies of its messages.
    var files: [SiteFile] = []
    /// The old addresses of its record; nil if no links are rewritten.
    var addresses: LinkRewriting.Addresses?
    /// The links of an article that may lead to other pages. Messages keep their links.
    var links = LinkRewriting.Links()
    /// The links of the Markdown file beside an article.
    var markdownLinks = LinkRewriting.Links()
    /// The change of the order of a thread's messages.
    var arrangement = MessageOrder.Arrangement.untouched
    /// Sentences about content that the page leaves out.
    var remarks: [String] = []
}

extension SitePage {
    /// Returns the page with links to the previous and the next page.
    ///
    /// - Parameters:
    ///   - words: The words of the site.
    ///   - position: The position of the entry in the index, from 0, which decides on the page of the index.
    func bytes(previous: SiteEntry?, next: SiteEntry?, words: SiteWords, position: Int) -> [UInt8] {
        var markup = start
        if entry.isArticle, previous != nil || next != nil {
            markup.element("nav", ["class": "neighbours", "aria-label": words(.otherArticles)]) { nav in
                for (entry, relation, word) in [(previous, "prev", InterfaceWord.previous), (next, "next", InterfaceWord.next)] {
                    guard let entry else { continue }
                    nav.element(
                        "a", ["href": PercentEncoding.relativePath(from: path, to: entry.path), "rel": relation, "class": relation]
                    ) {
                        link in
                        link.element("span", ["class": "direction", "lang": words.foreign], text: words(word))
                        link.text(" ")
                        link.element("span", ["dir": "auto"], text: entry.title)
                    }
                    nav.newline()
                }
            }
        }
        markup.append(end)
        return markup.bytes(indexPage: SiteList.suffix(ofEntryAt: position))
    }
}

/// A complete file of a site, beside the page of its record.
public struct SiteFile: Sendable {
    private enum Content: Sendable {
        case page(@Sendable () -> HTMLMarkup)
        case markdown([UInt8])
    }

    /// The path components relative to the sink's folder.
    let path: [String]
    private let content: Content

    /// - Parameter content: The HTML. It is made when the file is written, so that it takes no memory before.
    init(path: [String], _ content: @autoclosure @escaping @Sendable () -> HTMLMarkup) {
        self.path = path
        self.content = .page(content)
    }

    /// - Parameter markdown: The Markdown of an article.
    init(path: [String], markdown: [UInt8]) {
        self.path = path
        content = .markdown(markdown)
    }

    /// Makes the content.
    ///
    /// - Parameter position: The position of the record's entry in the index, from 0, which decides on the page of the index.
    func bytes(position: Int) -> [UInt8] {
        switch content {
        case .page(let markup): markup().bytes(indexPage: SiteList.suffix(ofEntryAt: position))
        case .markdown(let bytes): bytes
        }
    }
}
