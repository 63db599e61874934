internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import Stages
internal import WebAddresses

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
        // A binary search for the last section that begins at the message or before it.
        var low = 0
        var high = sections.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if sections[middle].first <= number { low = middle } else { high = middle }
        }
        return path(of: low)
    }

    /// The address of a message, relative to the page at `path`.
    func address(ofMessage number: Int, from path: [String]) -> String {
        PercentEncoding.relativePath(from: path, to: self.path(ofMessage: number)) + "#m\(number)"
    }

    /// The whole HTML of a section's page.
    func page(of section: Int) -> HTMLMarkup {
        var page = start(of: section)
        page.append(end(of: section))
        return page
    }

    /// The page of a section up to its last cell.
    func start(of section: Int) -> HTMLMarkup {
        let content = sections[section]
        let path = path(of: section)
        let isLong = sections.count > 1
        let range = words(.messageRange, "\(content.first)–\(content.last) / \(count)")
        let source = content.messages.contains(where: \.isRemote) ? shell.settings.bodyAddress?.origin : nil
        let about = PageMetadata(title: isLong ? "\(entry.title) (\(range))" : entry.title, path: path, isListed: false)
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
    func end(of section: Int) -> HTMLMarkup {
        var end = HTMLMarkup()
        end.close("main")
        end.newline()
        shell.footer(at: path(of: section), &end)
        end.append(shell.end(.thread, bodies: sections[section].messages.reversed().compactMap(\.body)))
        return end
    }
}

// The cells of a section: one for each message.
extension Timeline {
    func cells(_ content: TimelineSection, _ section: Int, at path: [String], _ page: inout HTMLMarkup) {
        let isNewest = section == sections.count - 1
        page.element(
            "div",
            [
                "class": "thread", "data-thread": isNewest ? "" : PercentEncoding.relativePath(from: path, to: paths.page),
                "data-count": String(count), "data-pages": sections.count > 1 ? pages(from: path) : nil,
                "data-earlier": section > 0 ? address(ofMessage: content.first - 1, from: path) : nil,
                "data-images": shell.settings.mailImages.rawValue, "data-style": PageStyle.mail,
            ]
        ) { list in
            list.newline()
            for message in content.messages.dropLast() { cell(message, from: path, &list) }
            // This element has a minimum height, so that even a short newest message can be at the top of the screen.
            list.element("div", ["class": "newest"]) { part in
                if let newest = content.messages.last { cell(newest, from: path, &part) }
            }
        }
        page.newline()
    }

    private func cell(_ message: TimelineMessage, from path: [String], _ list: inout HTMLMarkup) {
        list.append(message.cell)
        guard message.body != nil else { return }
        let address = PercentEncoding.relativePath(from: path, to: paths.message(message.number))
        MessageCell.link(to: address, number: message.number, words, &list)
    }

    /// The first message and the address of each page, as JSON, with which the script leads from `#m57` to the right page.
    private func pages(from path: [String]) -> String {
        let pages = sections.indices.map { section in
            JSONValue.array([
                .number(JSONNumber(sections[section].first)),
                .string(PercentEncoding.relativePath(from: path, to: self.path(of: section))),
            ])
        }
        return JSONValue.array(pages).compactText
    }
}

// The bar of a thread.
extension Timeline {
    /// Writes the link back, the subject and the controls of the whole page. The bar is first in the tab order, and at the bottom of the
    /// screen.
    func bar(_ content: TimelineSection, at path: [String], order: String, _ page: inout HTMLMarkup) {
        page.element("nav", ["class": "bar", "aria-label": words(.conversation)]) { bar in
            shell.backLink(from: entry, at: path, &bar)
            if count > 1 {
                bar.element("a", ["class": "pill", "href": "#m\(content.first)", "hidden": "", "lang": words.foreign], text: "")
            }
            // Hidden from screen readers, which read the heading. On the screen the heading is far above the newest message.
            bar.element("span", ["class": "subject", "aria-hidden": "true"]) { subject in
                subject.element("span", ["class": "name", "dir": "auto"], text: entry.title)
                if count > 1 { subject.element("span", ["class": "order", "lang": words.foreign], text: order) }
            }
            if sections.count > 1 {
                bar.element(
                    "a", ["class": "all", "href": PercentEncoding.relativePath(from: path, to: paths.list), "lang": words.foreign],
                    text: words(.allMessages))
            }
            if shell.settings.mailImages == .ask, content.messages.contains(where: \.hasImages) {
                bar.element(
                    "button", ["type": "button", "data-all-images": "", "hidden": "", "lang": words.foreign], text: words(.showAllImages))
            }
        }
        page.newline()
    }
}

/// The messages of one page of a thread.
struct TimelineSection: Sendable {
    /// The number of messages on a page of earlier messages. The newest page has more or fewer, so that it is never nearly empty.
    static let messageCount = 200
    /// The fewest messages of the newest page of a thread with several pages.
    static let fewestNewest = 100
    /// The limit of the bodies of one page, in bytes, unless it has a single message.
    static let maxBytes = 8 << 20

    private(set) var messages: [TimelineMessage] = []
    private var byteCount = 0

    /// Splits a thread, counting from the oldest message, so that a page of earlier messages stays as it is when new ones come.
    static func split(_ messages: [TimelineMessage]) -> [TimelineSection] {
        var sections = [TimelineSection()]
        for message in messages {
            let bytes = message.body?.bytes.count ?? 0
            let last = sections[sections.count - 1]
            let isFull = last.messages.count == messageCount || last.byteCount + bytes > maxBytes
            if isFull, !last.messages.isEmpty { sections.append(TimelineSection()) }
            sections[sections.count - 1].messages.append(message)
            sections[sections.count - 1].byteCount += bytes
        }
        guard sections.count > 1, let newest = sections.last, newest.messages.count < fewestNewest else { return sections }
        let joined = sections[sections.count - 2].byteCount + newest.byteCount
        guard joined <= maxBytes else { return sections }
        sections.removeLast()
        sections[sections.count - 1].messages += newest.messages
        sections[sections.count - 1].byteCount = joined
        return sections
    }

    /// The number of the first message.
    var first: Int { messages.first?.number ?? 1 }
    /// The number of the last message.
    var last: Int { messages.last?.number ?? 0 }
}

/// A message as the pages of its thread need it, without its parsed body.
struct TimelineMessage: Sendable {
    /// The number in the thread, from 1, the oldest.
    let number: Int
    let sender: String?
    let date: MessageDate?
    let blurb: String
    /// The beginning of the text, if the blurb differs from it.
    let beginning: String?
    /// The cell with what is known before the body arrives.
    let cell: HTMLMarkup
    /// The body, which follows all cells; nil if there is none.
    let body: HTMLMarkup?
    /// Whether images of other hosts wait for the reader.
    let hasImages: Bool
    /// Whether the page fetches the body.
    let isRemote: Bool

    init(_ cell: MessageCell) {
        let message = cell.message
        number = cell.number
        sender = message.sender?.name
        date = message.date
        blurb = message.blurb
        beginning = message.beginning
        self.cell = cell.markup
        body = cell.body
        hasImages = message.body.map { $0.remoteImages > 0 } ?? false
        isRemote = cell.address != nil
    }
}
