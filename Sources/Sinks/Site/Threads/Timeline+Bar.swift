internal import Pipeline

// The bar of a thread.
extension Timeline {
    /// The way back, the subject and the controls of the whole page. They stand first for the keyboard, and at the bottom of the screen.
    func bar(_ content: TimelineSection, at path: [String], order: String, _ page: inout Markup) {
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
                    "a", ["class": "all", "href": FolderAddress.relative(from: path, to: paths.list), "lang": words.foreign],
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
