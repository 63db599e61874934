internal import HTMLParsing
internal import WebAddresses

/// Renders the lists of a site's pages.
struct SiteIndex {
    let shell: PageShell
    let lists: ListPages
    private let heading: String
    private let keys: Set<String>
    /// Whether search engines may list the pages. E-mail is private.
    private let isPublic: Bool
    private let hasFeeds: Bool

    init(shell: PageShell, entries: [SiteEntry]) throws {
        self.shell = shell
        lists = try ListPages(entries, path: shell.settings.index)
        keys = Set(lists.groups.map(\.key))
        isPublic = entries.allSatisfy(\.isArticle)
        hasFeeds = isPublic && entries.contains { $0.date != nil }
        heading = shell.heading(forArticles: entries.isEmpty || entries.contains(where: \.isArticle))
    }

    /// Renders a page of a list.
    ///
    /// - Parameter number: The number of the page, from 1.
    func bytes(_ list: SiteList, page number: Int = 1) -> [UInt8] {
        let title = heading + part(list)
        let entries = list.entries(ofPage: number)
        let path = list.path(ofPage: number)
        var page = shell.start(
            .index,
            PageMetadata(
                title: number == 1 ? title : "\(title) (\(number)/\(list.pageCount))", path: path,
                description: shell.settings.summary ?? "", isListed: isPublic, hasFeeds: hasFeeds))
        page.open("body", ["class": "list"])
        page.newline()
        shell.skipLink(&page)
        shell.header(at: path, &page)
        page.element("main", ["id": "content"]) { main in
            main.element("h1", ["dir": "auto", "lang": list.group == nil ? shell.headingLanguage : nil], text: title)
            main.newline()
            if entries.isEmpty { main.element("p", ["class": "empty", "lang": words.foreign], text: words(.nothingHere)) }
            tools(list, at: path, &main)
            let articles = entries.filter(\.isArticle)
            let threads = entries.filter { !$0.isArticle }
            if !articles.isEmpty { write(articles, of: list, at: path, &main) }
            if !threads.isEmpty {
                if !articles.isEmpty { main.element("h2", ["lang": words.foreign], text: shell.name(ofArticles: false)) }
                write(threads, of: list, at: path, &main)
            }
            pageLinks(list, page: number, &main)
        }
        page.newline()
        shell.footer(at: path, &page)
        page.append(shell.end(.index))
        return page.bytes
    }

    var words: SiteWords { shell.settings.words }

    /// The end of the heading that tells a list from the index.
    private func part(_ list: SiteList) -> String {
        switch list.kind {
        case .index: ""
        case .vertical(let group): ": \(group.name)"
        case .search: ": \(words(.all))"
        }
    }

    private func write(_ entries: [SiteEntry], of list: SiteList, at path: [String], _ page: inout HTMLMarkup) {
        let hasImages = entries.first?.isArticle == true && !list.isWhole
        let shape = CardShape(entries.compactMap(\.pictureRatio))
        page.element("ul", ["class": hasImages ? "cards \(shape.rawValue)" : list.isWhole ? "rows long" : "rows", "role": "list"]) {
            items in
            items.newline()
            for entry in entries {
                let key = VerticalGroup.key(of: entry).flatMap { keys.contains($0) ? $0 : nil }
                items.element("li", ["id": entry.anchor, "data-vertical": key]) { item in
                    switch entry.kind {
                    case .article(let teaser, let heroImage, let facts):
                        if hasImages {
                            let image = SiteAddress.moved(heroImage, from: entry.path, to: path)
                            Picture.write(image, facts?.moved(from: entry.path, to: path), shape: shape, words, &item)
                        }
                        entry.writeAbout(&item)
                        title(of: entry, isNew: false, at: path, &item)
                        if !teaser.isEmpty { item.element("p", ["class": hasImages ? nil : "blurb", "dir": "auto"], text: teaser) }
                    case .thread(let thread):
                        people(thread, &item)
                        title(of: entry, isNew: thread.isUnread, at: path, &item)
                        blurb(thread, &item)
                    }
                }
                items.newline()
            }
        }
    }

    private func title(of entry: SiteEntry, isNew: Bool, at path: [String], _ item: inout HTMLMarkup) {
        item.element("h2", ["class": isNew ? "new" : nil]) { heading in
            heading.element(
                "a", ["href": PercentEncoding.relativePath(from: path, to: entry.path), "data-entry": "", "dir": "auto"], text: entry.title)
        }
    }
}

// The rows of threads.
extension SiteIndex {
    /// Writes the senders, the date and the number of messages.
    func people(_ thread: SiteEntry.Thread, _ item: inout HTMLMarkup) {
        item.element("p", ["class": "people"]) { line in
            if thread.isUnread {
                // The script hides the mark once the reader has seen the newest message.
                line.element("span", ["class": "unread", "data-newest": String(thread.count)]) { dot in
                    dot.element("span", ["class": "hidden-text", "lang": words.foreign], text: words(.unread) + " ")
                }
            }
            line.element("span", ["class": "names"]) { names in
                write(thread.people, &names)
                guard let ours = thread.ours, !ours.isEmpty else { return }
                if !thread.people.isEmpty { names.text(" · ") }
                names.element("span", ["class": "ours"]) { part in
                    let (before, after) = words.parts(.us)
                    part.element("span", ["lang": words.foreign], text: before)
                    write(ours, &part)
                    part.text(after)
                }
            }
            // The spaces part the texts for readers without the style sheet.
            if !thread.people.isEmpty || thread.ours?.isEmpty == false { line.text(" ") }
            if let date = thread.date {
                date.writeDay(to: &line)
                line.text(" ")
            }
            line.element("span", ["class": "count", "lang": words.foreign]) { count in
                // The number is shown; the word is for screen readers.
                let (before, after) = words.parts(.messages, thread.count)
                if !before.isEmpty { count.element("span", ["class": "hidden-text"], text: before) }
                count.text(String(thread.count))
                if !after.isEmpty { count.element("span", ["class": "hidden-text"], text: after) }
            }
        }
    }

    private func write(_ names: [String], _ line: inout HTMLMarkup) {
        for (index, name) in names.enumerated() {
            if index > 0 { line.text(", ") }
            // Each name has a text direction of its own: a control character in one must not reorder the others.
            line.element("bdi", text: name)
        }
    }

    /// Writes the beginning of the newest message, and whether it is ours.
    func blurb(_ thread: SiteEntry.Thread, _ item: inout HTMLMarkup) {
        guard thread.endsWithOurs == true else { return item.element("p", ["class": "blurb", "dir": "auto"], text: thread.blurb) }
        item.element("p", ["class": "blurb"]) { line in
            let (before, after) = words.parts(.us)
            line.element("span", ["class": "ours", "lang": words.foreign], text: before)
            line.element("bdi", text: thread.blurb)
            line.text(after)
        }
    }
}
