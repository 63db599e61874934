internal import HTMLParsing
internal import HTMLWriting
internal import Pipeline
internal import WebAddresses

/// Renders `llms.txt`: the articles of a site as a Markdown list, for programs that read text.
///
/// - SeeAlso: [The /llms.txt file](https://llmstxt.org)
struct LLMsTextFile {
    let shell: PageShell

    private static let writer = MarkdownWriter()

    /// Returns the list: the heading of the index, what the site is about, and a section for each vertical.
    func bytes(_ articles: [SiteEntry]) -> [UInt8] {
        var start = HTMLDocument()
        Self.add(.h1, shell.heading(forArticles: true), to: &start)
        if let summary = shell.settings.summary { Self.add(.blockquote, summary, to: &start) }
        var sections = HTMLDocument()
        for (name, entries) in groups(articles) {
            Self.add(.h2, name, to: &sections)
            let list = sections.makeElement(.ul)
            for entry in entries { add(entry, to: list, in: &sections) }
            sections.append(list, to: sections.root)
        }
        let mark = "\n\(SiteWideFile.llms.mark)"
        return Self.writer.bytes(of: start) + mark.utf8 + (articles.isEmpty ? [] : [UInt8(ascii: "\n")] + Self.writer.bytes(of: sections))
    }

    /// The articles by vertical, in the order of the first article of each. Articles without a vertical are the last group.
    private func groups(_ articles: [SiteEntry]) -> [(name: String, entries: [SiteEntry])] {
        var groups: [(name: String, entries: [SiteEntry])] = []
        var positions: [String: Int] = [:]
        var others: [SiteEntry] = []
        for article in articles {
            guard let key = VerticalGroup.key(of: article) else {
                others.append(article)
                continue
            }
            if let position = positions[key] {
                groups[position].entries.append(article)
            } else {
                positions[key] = groups.count
                groups.append((article.vertical?.trimmingSpaces ?? key, [article]))
            }
        }
        if !others.isEmpty { groups.append((shell.settings.words(groups.isEmpty ? .all : .otherArticles), others)) }
        return groups
    }

    private func add(_ entry: SiteEntry, to list: HTMLNode, in document: inout HTMLDocument) {
        let item = document.makeElement(.li)
        let path = entry.markdown ?? entry.path
        let address = shell.settings.web?.base.address(of: path) ?? PercentEncoding.encoded(path: path)
        let link = document.makeElement(.a, attributes: [HTMLAttribute(name: "href", value: address)])
        document.append(document.makeText(Self.plain(entry.title)), to: link)
        document.append(link, to: item)
        if case .article(let teaser, _, _) = entry.kind, !teaser.allSatisfy(\.isWhitespace) {
            document.append(document.makeText(": " + Self.plain(teaser)), to: item)
        }
        document.append(item, to: list)
    }

    private static func add(_ tag: HTMLTag, _ text: String, to document: inout HTMLDocument) {
        let element = document.makeElement(tag)
        document.append(document.makeText(plain(text)), to: element)
        document.append(element, to: document.root)
    }

    /// Returns a text with U+FFFD in place of control characters.
    private static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && !scalar.properties.isWhitespace
            plain.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return plain
    }
}
