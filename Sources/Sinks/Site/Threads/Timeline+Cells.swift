internal import JSONParsing
internal import Pipeline

// The cells of a section: one for each message.
extension Timeline {
    func cells(_ content: TimelineSection, _ section: Int, at path: [String], _ page: inout Markup) {
        let isNewest = section == sections.count - 1
        page.element(
            "div",
            [
                "class": "thread", "data-thread": isNewest ? "" : FolderAddress.relative(from: path, to: paths.page),
                "data-count": String(count), "data-pages": sections.count > 1 ? pages(from: path) : nil,
                "data-earlier": section > 0 ? address(ofMessage: content.first - 1, from: path) : nil,
                "data-images": shell.settings.mailImages.rawValue, "data-style": MailStyle.text,
            ]
        ) { list in
            list.newline()
            for message in content.messages.dropLast() { cell(message, from: path, &list) }
            // A minimum height, so that even a short newest message can be at the top of the screen.
            list.element("div", ["class": "newest"]) { part in
                if let newest = content.messages.last { cell(newest, from: path, &part) }
            }
        }
        page.newline()
    }

    private func cell(_ message: TimelineMessage, from path: [String], _ list: inout Markup) {
        list.append(message.cell)
        guard message.body != nil else { return }
        let address = FolderAddress.relative(from: path, to: paths.message(message.number))
        MessageCell.link(to: address, number: message.number, words, &list)
    }

    /// The first message and the address of each page, as JSON, with which the script leads from `#m57` to the right page.
    private func pages(from path: [String]) -> String {
        let pages = sections.indices.map { section in
            JSONValue.array([
                .number(JSONNumber(sections[section].first)),
                .string(FolderAddress.relative(from: path, to: self.path(of: section))),
            ])
        }
        return JSONValue.array(pages).compactText
    }
}
