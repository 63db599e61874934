internal import Pipeline

/// The pages of a thread: one for the newest messages, and one for each section of earlier ones.
struct Timeline: Sendable {
    let shell: PageShell
    let entry: SiteEntry
    let paths: ThreadPaths
    /// The number of messages of the thread.
    let count: Int
    /// The sections, the oldest first. An empty thread has one empty section.
    let sections: [TimelineSection]

    var words: SiteWords { shell.settings.words }

    /// The path of a section's page.
    func path(of section: Int) -> [String] { section == sections.count - 1 ? paths.page : paths.earlier(section + 1) }

    /// The path of the page with a message.
    func path(ofMessage number: Int) -> [String] {
        // The sections are sorted, so that the last one that begins at the message or in front of it has it.
        var low = 0
        var high = sections.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if sections[middle].first <= number { low = middle } else { high = middle }
        }
        return path(of: low)
    }

    /// The address of a message from the page of a section.
    func address(ofMessage number: Int, from path: [String]) -> String {
        FolderAddress.relative(from: path, to: self.path(ofMessage: number)) + "#m\(number)"
    }

    /// The whole HTML of a section's page.
    func page(of section: Int) -> Markup {
        var page = start(of: section)
        page.append(end(of: section))
        return page
    }

    /// The page of a section up to its last cell.
    func start(of section: Int) -> Markup {
        let content = sections[section]
        let path = path(of: section)
        let isLong = sections.count > 1
        let range = words(.messageRange, "\(content.first)–\(content.last) / \(count)")
        let source = content.messages.contains(where: \.isRemote) ? shell.settings.bodyAddress?.origin : nil
        let about = PageHead(title: isLong ? "\(entry.title) (\(range))" : entry.title, path: path, isListed: false)
        var page = shell.start(.thread, about, fetchingFrom: source)
        page.open("body", ["class": "mail"])
        page.newline()
        if content.messages.isEmpty {
            shell.skipLink(&page)
        } else {
            shell.skipLink(to: "m\(content.last)", named: .newestMessage, &page)
        }
        bar(content, at: path, order: isLong ? range : words(.newestLast, String(count)), &page)
        shell.header(at: path, &page)
        page.open("main", ["id": "content"])
        page.element("h1", ["dir": "auto"], text: entry.title)
        page.newline()
        if isLong {
            page.element("p", ["class": "pages"]) { line in
                line.element("span", ["lang": words.foreign], text: range)
                if section > 0 {
                    line.element(
                        "a", ["href": address(ofMessage: content.first - 1, from: path), "rel": "prev", "lang": words.foreign],
                        text: words(.earlierMessages))
                }
            }
            page.newline()
        }
        guard !content.messages.isEmpty else {
            page.element("p", ["class": "note", "lang": words.foreign], text: words(.noMessages))
            return page
        }
        cells(content, section, at: path, &page)
        if section < sections.count - 1 {
            page.element("p", ["class": "pages"]) {
                $0.element(
                    "a", ["href": address(ofMessage: content.last + 1, from: path), "rel": "next", "lang": words.foreign],
                    text: words(.laterMessages))
            }
            page.newline()
        }
        return page
    }

    /// The end of a section's page: the script, and behind it the bodies, the newest first.
    func end(of section: Int) -> Markup {
        var end = Markup()
        end.close("main")
        end.newline()
        shell.footer(at: path(of: section), &end)
        end.append(shell.end(.thread, bodies: sections[section].messages.reversed().compactMap(\.body)))
        return end
    }
}
