internal import Pipeline

/// One page of a site, ready to be written but for the links to its neighbours.
public struct SitePage: Sendable {
    /// The names of the folders and of the file, from the sink's folder on.
    let path: [String]
    /// Where its record came from.
    var origin = Origin()
    /// What stands before the links to the neighbours.
    let start: Markup
    /// What stands behind them.
    let end: Markup
    /// What the index says about it.
    let entry: SiteEntry
}

extension SitePage {
    /// The page with links to the pages before and behind it.
    func bytes(previous: SiteEntry?, next: SiteEntry?) -> [UInt8] {
        var markup = start
        if entry.isArticle, previous != nil || next != nil {
            markup.element("nav", ["class": "neighbours", "aria-label": "Other articles"]) { nav in
                for (entry, relation, word) in [(previous, "prev", "Previous"), (next, "next", "Next")] {
                    guard let entry else { continue }
                    nav.element("a", ["href": FolderAddress.relative(from: path, to: entry.path), "rel": relation, "class": relation]) {
                        link in
                        link.element("span", ["class": "direction"], text: word)
                        link.text(" ")
                        link.element("span", ["dir": "auto"], text: entry.title)
                    }
                    nav.newline()
                }
            }
        }
        markup.append(end)
        return markup.bytes
    }
}
