/// Renders the index, which lists all pages of a site.
struct SiteIndex {
    let shell: PageShell

    func bytes(_ entries: [SiteEntry]) -> [UInt8] {
        let articles = entries.filter(\.isArticle)
        let threads = entries.filter { !$0.isArticle }
        let title = shell.indexTitle ?? Self.title(forArticles: !articles.isEmpty || threads.isEmpty)
        var page = shell.start(title: title)
        page.open("body", ["class": "list"])
        page.newline()
        PageShell.skipLink(&page)
        page.element("main", ["id": "content"]) { main in
            main.element("h1", ["dir": "auto"], text: title)
            main.newline()
            if entries.isEmpty { main.element("p", ["class": "empty"], text: "Nothing here yet.") }
            if !articles.isEmpty { list(of: articles, &main) }
            if !threads.isEmpty {
                if !articles.isEmpty { main.element("h2", text: Self.title(forArticles: false)) }
                list(of: threads, &main)
            }
        }
        page.newline()
        page.append(shell.end)
        return page.bytes
    }

    static func title(forArticles: Bool) -> String { forArticles ? "Case studies" : "Conversations" }

    private func list(of entries: [SiteEntry], _ page: inout Markup) {
        page.element("ul", ["class": entries.first?.isArticle == true ? "cards" : "rows", "role": "list"]) { list in
            list.newline()
            for entry in entries {
                list.element("li", ["id": entry.anchor]) { item in
                    switch entry.kind {
                    case .article(let teaser, let heroImage): card(entry, teaser, heroImage, &item)
                    case .thread(let thread): row(entry, thread, &item)
                    }
                }
                list.newline()
            }
        }
    }

    private func card(_ entry: SiteEntry, _ teaser: String, _ heroImage: String, _ item: inout Markup) {
        Picture.write(heroImage, isLazy: true, &item)
        item.element("h2") { heading in
            heading.element(
                "a", ["href": FolderAddress.relative(from: shell.index, to: entry.path), "data-entry": "", "dir": "auto"], text: entry.title
            )
        }
        if !teaser.isEmpty { item.element("p", ["dir": "auto"], text: teaser) }
    }

    private func row(_ entry: SiteEntry, _ thread: SiteEntry.Thread, _ item: inout Markup) {
        item.element("p", ["class": "people"]) { line in
            if thread.isUnread {
                line.element("span", ["class": "unread"]) { $0.element("span", ["class": "hidden-text"], text: "Unread. ") }
            }
            line.element("span", ["class": "names", "dir": "auto"], text: thread.people.joined(separator: ", "))
            line.element("span", ["class": "count"]) { count in
                count.text(String(thread.count))
                count.element("span", ["class": "hidden-text"], text: thread.count == 1 ? " message" : " messages")
            }
        }
        item.element("h2", ["class": thread.isUnread ? "new" : nil]) { heading in
            heading.element(
                "a", ["href": FolderAddress.relative(from: shell.index, to: entry.path), "data-entry": "", "dir": "auto"], text: entry.title
            )
        }
        item.element("p", ["class": "blurb", "dir": "auto"], text: thread.blurb)
    }
}
