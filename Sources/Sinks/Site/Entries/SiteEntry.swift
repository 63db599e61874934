internal import HTMLParsing
internal import Pipeline
internal import WebAddresses

/// The entry of a page in the index.
struct SiteEntry: IndexEntry {
    /// The content of a thread's row.
    struct Thread: Codable, Sendable {
        /// The names of the senders; without ``ours``.
        let people: [String]
        /// The names of the senders on our side; nil if nothing tells them from others.
        var ours: [String]?
        let blurb: String
        /// Whether the newest message is ours.
        var endsWithOurs: Bool?
        let count: Int
        let isUnread: Bool
        /// The date of the newest message that has one. Entries of earlier versions have none.
        var date: MessageDate?
    }

    enum Kind: Codable, Sendable {
        case article(teaser: String, heroImage: String, facts: ImageFacts?)
        case thread(Thread)
    }

    let path: [String]
    let title: String
    let kind: Kind
    /// The customer of a case study, and the branch of industry. Entries of earlier versions have none.
    var client: String?
    var vertical: String?
    /// The date of an article.
    var date: SiteDate?
    /// The path of an article's Markdown file; nil if it has none.
    var markdown: [String]?

    var isArticle: Bool { if case .article = kind { true } else { false } }

    /// The ratio of width to height of its picture; nil if it is unknown.
    var pictureRatio: Double? { if case .article(_, _, let facts?) = kind { facts.ratio } else { nil } }

    /// The `id` of the entry in the index, the target of links back to it.
    var anchor: String { "p-" + PercentEncoding.encoded(path: path).replacing("%", with: "~") }

    /// Returns the path of the Markdown file beside a page: `a.html` has `a.md`. Other names get `.md` appended, so the path always differs from that of the page.
    static func markdownPath(beside page: [String]) -> [String] {
        let (stem, ending) = SiteList.split(page.last ?? "")
        let isPage = [".html", ".htm"].contains(ending.lowercased())
        return page.dropLast() + [(isPage ? stem : stem + ending) + ".md"]
    }
}

extension SiteEntry {
    /// Writes client and vertical in one line, or nothing if the entry has neither.
    func writeAbout(_ page: inout HTMLMarkup) {
        let parts = [client, vertical].compactMap { $0 }
        if parts.isEmpty { return }
        page.element("div", ["class": "about"]) { line in
            for (number, part) in parts.enumerated() {
                if number > 0 { line.text(" · ") }
                line.element("span", ["dir": "auto"], text: part)
            }
        }
    }
}
