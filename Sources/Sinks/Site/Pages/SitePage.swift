internal import Pipeline

/// One rendered page of a site. Only the links to its neighbours are missing.
public struct SitePage: Sendable {
    /// The path components relative to the sink's folder.
    let path: [String]
    /// The origin of its record.
    var origin = Origin()
    /// The HTML before the links to the neighbours.
    let start: Markup
    /// The HTML after these links.
    let end: Markup
    /// Its entry in the index.
    let entry: SiteEntry
}

extension SitePage {
    /// Returns the page with links to the previous and the next page.
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
