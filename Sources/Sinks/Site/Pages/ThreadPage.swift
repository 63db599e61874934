internal import JSONParsing
internal import Pipeline
internal import Stages

/// Renders the page of an e-mail thread: a timeline of its messages, the newest last.
struct ThreadPage: Sendable {
    let shell: PageShell
    let images: MailImages

    private static let subject = RecordField("subject", .string, help: "The heading; without one the page is named after who wrote first.")
    private static let sender = RecordField("from", .string, help: "Who it is from, where no message says it.")
    private static let blurb = RecordField("blurb", .string, help: "What the index says of it; the default is the newest message's.")
    private static let read = RecordField("read", .boolean, help: "Whether it has been read; false gives a mark.")

    /// The fields that are read from a thread.
    static let fields = [
        subject, sender, blurb, read,
        RecordField(
            "messages", .list(ThreadMessage.fields), isRequired: true,
            help: "The messages, the newest last."),
    ]

    /// Renders the page of a thread.
    ///
    /// - Throws: ``RecordError`` with the path of a value that is missing or has the wrong type.
    func page(_ object: JSONObject, at path: [String]) throws -> SitePage {
        func text(_ field: RecordField) throws -> String? {
            try field.string(object[field.name]).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        }
        let messages = try EmailThread(object).messages.enumerated().map { index, message in
            try ThreadMessage(message, at: ".messages[\(index)]")
        }
        let people = try Self.people(messages, thread: text(Self.sender))
        let nameless = messages.isEmpty ? "Conversation" : "Conversation with unknown"
        let title = try text(Self.subject) ?? people.first.map { "Conversation with \($0)" } ?? nameless
        let blurb = try text(Self.blurb) ?? messages.last?.blurb ?? Self.emptiness
        let isUnread = try Self.read.boolean(object[Self.read.name]) == false
        let entry = SiteEntry(
            path: path, title: title,
            kind: .thread(
                SiteEntry.Thread(people: people, blurb: blurb, count: messages.count, isUnread: isUnread)))
        var page = shell.start(title: title, showsMail: true)
        page.open("body", ["class": "mail"])
        page.newline()
        PageShell.skipLink(&page)
        page.open("main", ["id": "content"])
        page.element("h1", ["dir": "auto"], text: title)
        page.newline()
        write(messages, to: &page)
        page.close("main")
        page.newline()
        page.element("nav", ["class": "bar", "aria-label": "Conversation"]) { bar in
            shell.backLink(from: entry, &bar)
            // Hidden from screen readers, which read the heading. On the screen the heading is far above the newest message.
            bar.element("span", ["class": "subject", "aria-hidden": "true"]) { subject in
                subject.element("span", ["class": "name", "dir": "auto"], text: title)
                if messages.count > 1 { subject.element("span", ["class": "order"], text: "\(messages.count) messages, the newest last") }
            }
            if images == .ask, messages.contains(where: { ($0.body?.remoteImages ?? 0) > 0 }) {
                bar.element("button", ["type": "button", "data-all-images": "", "hidden": ""], text: "Show all images")
            }
        }
        page.newline()
        return SitePage(path: path, start: page, end: shell.end, entry: entry)
    }

    private static let emptiness = "No messages"

    private func write(_ messages: [ThreadMessage], to page: inout Markup) {
        guard let newest = messages.last else {
            page.element("p", ["class": "note"], text: Self.emptiness)
            return
        }
        page.element("noscript") {
            $0.element("p", ["class": "note"], text: "Without scripts only the beginning of each message is shown.")
        }
        page.newline()
        page.element("div", ["class": "thread", "data-thread": "", "data-images": images.rawValue, "data-style": MailStyle.text]) { list in
            list.newline()
            for (index, message) in messages.dropLast().enumerated() { message.write(index + 1, to: &list) }
            // A minimum height, so that even a short newest message can be at the top of the screen.
            list.element("div", ["class": "newest"]) { newest.write(messages.count, to: &$0) }
        }
    }

    /// Returns the senders in the order of their first messages, or the thread's sender if no message names one.
    private static func people(_ messages: [ThreadMessage], thread: String?) -> [String] {
        var people: [String] = []
        for case let sender? in messages.map(\.sender) where !people.contains(sender) { people.append(sender) }
        return people.isEmpty ? thread.map { [$0] } ?? [] : people
    }
}
