internal import JSONParsing
internal import Pipeline

/// The page of an e-mail thread: a timeline of its messages, the newest last.
struct ThreadPage: Sendable {
    let shell: PageShell
    let images: MailImages

    /// Makes the page of a thread.
    ///
    /// - Throws: ``RecordError`` with the path of what is missing or of a wrong kind.
    func page(_ object: JSONObject, at path: [String]) throws -> SitePage {
        let messages = try EmailThread(object).messages.map { ThreadMessage($0) }
        let people = Self.people(messages, thread: text("from", of: object))
        let title = text("subject", of: object) ?? "Conversation with \(people.first ?? "unknown")"
        let blurb = text("blurb", of: object) ?? messages.last?.blurb ?? ""
        let entry = SiteEntry(
            path: path, title: title,
            kind: .thread(
                SiteEntry.Thread(people: people, blurb: blurb, count: messages.count, isUnread: object["read"]?.bool == false)))
        var page = shell.start(title: title, showsMail: true)
        page.open("body", ["class": "mail"])
        page.newline()
        PageShell.skipLink(&page)
        page.open("main", ["id": "content"])
        page.element("h1", ["dir": "auto"], text: title)
        page.newline()
        page.element("noscript") {
            $0.element("p", ["class": "note"], text: "Without scripts only the beginning of each message is shown.")
        }
        page.newline()
        page.element("div", ["class": "thread", "data-thread": "", "data-images": images.rawValue, "data-style": MailStyle.text]) { list in
            list.newline()
            for (index, message) in messages.dropLast().enumerated() { message.write(index + 1, to: &list) }
            // Room below the newest message, so that it can begin at the top of the screen however short it is.
            list.element("div", ["class": "newest"]) { messages.last?.write(messages.count, to: &$0) }
        }
        page.close("main")
        page.newline()
        page.element("nav", ["class": "bar", "aria-label": "Conversation"]) { bar in
            shell.backLink(from: entry, &bar)
            bar.element("span", ["class": "subject", "aria-hidden": "true", "dir": "auto"], text: title)
            if images == .ask, messages.contains(where: { ($0.body?.remoteImages ?? 0) > 0 }) {
                bar.element("button", ["type": "button", "data-all-images": "", "hidden": ""], text: "Show all images")
            }
        }
        page.newline()
        return SitePage(path: path, start: page, end: shell.end, entry: entry)
    }

    private func text(_ field: String, of object: JSONObject) -> String? {
        object[field]?.string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// Who wrote, in the order of their first messages; the thread's own sender where the messages name none.
    private static func people(_ messages: [ThreadMessage], thread: String?) -> [String] {
        var people: [String] = []
        for case let sender? in messages.map(\.sender) where !people.contains(sender) { people.append(sender) }
        return people.isEmpty ? thread.map { [$0] } ?? [] : people
    }
}
