// The rows of threads.
extension SiteIndex {
    /// Writes who wrote, when, and the number of messages.
    func people(_ thread: SiteEntry.Thread, _ item: inout Markup) {
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
            // The blanks are for readers of the text alone.
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

    private func write(_ names: [String], _ line: inout Markup) {
        for (index, name) in names.enumerated() {
            if index > 0 { line.text(", ") }
            // Each name has a direction of its own: a control character in one must not turn the others round.
            line.element("bdi", text: name)
        }
    }

    /// Writes the beginning of the newest message, and whether it is ours.
    func blurb(_ thread: SiteEntry.Thread, _ item: inout Markup) {
        guard thread.endsWithOurs == true else { return item.element("p", ["class": "blurb", "dir": "auto"], text: thread.blurb) }
        item.element("p", ["class": "blurb"]) { line in
            let (before, after) = words.parts(.us)
            line.element("span", ["class": "ours", "lang": words.foreign], text: before)
            line.element("bdi", text: thread.blurb)
            line.text(after)
        }
    }
}
