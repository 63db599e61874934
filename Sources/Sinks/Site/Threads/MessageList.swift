internal import HTMLParsing
internal import Pipeline
internal import WebAddresses

/// The page that lists all messages of a long thread, the newest first, and in which readers search.
struct MessageList: Sendable {
    let timeline: Timeline

    /// The number of messages in a group. A browser skips the layout of groups that are off the screen.
    private static let groupCount = 100

    /// The HTML of the page.
    var page: HTMLMarkup {
        let shell = timeline.shell
        let words = shell.settings.words
        let path = timeline.paths.list
        let title = timeline.entry.title
        var page = shell.start(.messages, PageMetadata(title: "\(title) (\(words(.allMessages)))", path: path, isListed: false))
        page.open("body", ["class": "messages"])
        page.newline()
        shell.skipLink(&page)
        shell.header(at: path, &page)
        page.element("header") { header in
            header.element("nav", ["aria-label": words(.conversation)]) { nav in
                nav.element(
                    "a", ["class": "back", "href": PercentEncoding.relativePath(from: path, to: timeline.paths.page), "dir": "auto"]
                ) {
                    link in
                    link.element("span", ["aria-hidden": "true"], text: "\(words.backArrow) ")
                    link.text(title)
                }
            }
        }
        page.newline()
        page.element("main", ["id": "content"]) { main in
            main.element("h1", ["lang": words.foreign], text: words(.allMessages))
            main.newline()
            main.element("p", ["class": "search", "hidden": "", "lang": words.foreign]) { line in
                line.open("input", ["type": "search", "aria-label": words(.searchMessages), "placeholder": words(.searchMessages)])
                line.element("span", ["role": "status"], text: "")
            }
            main.newline()
            let messages = Array(timeline.sections.flatMap(\.messages).reversed())
            for start in stride(from: 0, to: messages.count, by: Self.groupCount) {
                main.element("ol", ["class": "lines", "role": "list"]) { list in
                    for message in messages[start..<min(start + Self.groupCount, messages.count)] { line(message, path, &list) }
                }
                main.newline()
            }
        }
        page.newline()
        shell.footer(at: path, &page)
        page.append(shell.end(.messages))
        return page
    }

    private func line(_ message: TimelineMessage, _ path: [String], _ list: inout HTMLMarkup) {
        let words = timeline.shell.settings.words
        list.element("li", ["data-text": message.beginning]) { item in
            item.element("a", ["href": timeline.address(ofMessage: message.number, from: path)]) { link in
                link.element("span", ["class": "number"], text: String(message.number))
                link.text(" ")
                if let sender = message.sender {
                    link.element("b", ["dir": "auto"], text: sender)
                    link.text(" ")
                }
                if let date = message.date {
                    date.write(to: &link)
                    link.text(" ")
                }
                link.element("span", ["class": "line", "dir": "auto"], text: message.blurb.isEmpty ? words(.noText) : message.blurb)
            }
        }
        list.newline()
    }
}
