internal import HTMLParsing
internal import WebAddresses

// Search, filter and the links between the pages of a list.
extension SiteIndex {
    /// The smallest number of entries for which a list has a search.
    private static let searchedFrom = 12

    /// Writes search and filter. On a page with all entries the script does both; a split index has links to other pages instead.
    func tools(_ list: SiteList, at path: [String], _ page: inout HTMLMarkup) {
        if lists.isSplit, !list.isWhole { return links(list, at: path, &page) }
        let hasSearch = list.entries.count >= Self.searchedFrom
        if !hasSearch, lists.groups.isEmpty { return }
        page.element("div", ["class": "tools", "data-tools": "", "lang": words.foreign]) { tools in
            if hasSearch {
                tools.element("div", ["class": "search", "role": "search"]) { box in
                    box.element("label", ["for": "search", "class": "hidden-text"], text: words(.search))
                    box.open(
                        "input",
                        [
                            "id": "search", "type": "search", "autocomplete": "off", "spellcheck": "false",
                            "placeholder": words(.search),
                        ])
                }
            }
            if !lists.groups.isEmpty {
                tools.element("div", ["class": "filter", "role": "group", "aria-label": words(.filterByVertical)]) { group in
                    button(words(.all), key: "", count: list.entries.count, &group)
                    for vertical in lists.groups { button(vertical.name, key: vertical.key, count: vertical.entries.count, &group) }
                }
            }
            tools.element("div", ["class": "results", "role": "status"], text: "")
        }
        page.newline()
    }

    private func button(_ name: String, key: String, count: Int, _ page: inout HTMLMarkup) {
        page.element("button", ["type": "button", "data-filter": key, "aria-pressed": key.isEmpty ? "true" : "false"]) {
            label(name, count, isContent: !key.isEmpty, &$0)
        }
    }

    private func label(_ name: String, _ count: Int, isContent: Bool, _ page: inout HTMLMarkup) {
        page.element("span", ["dir": "auto", "lang": isContent && words.foreign != nil ? words.tag : nil], text: name)
        page.text(" ")
        page.element("span", ["class": "count"], text: String(count))
    }

    /// Writes links to the page with the search, and to the lists of the verticals.
    private func links(_ list: SiteList, at path: [String], _ page: inout HTMLMarkup) {
        guard let search = lists.search else { return }
        func link(_ name: String, _ other: SiteList, isContent: Bool, _ page: inout HTMLMarkup) {
            page.element("li") {
                $0.element(
                    "a",
                    [
                        "href": PercentEncoding.relativePath(from: path, to: other.path),
                        "aria-current": other.path == list.path ? "true" : nil,
                    ]
                ) { label(name, other.entries.count, isContent: isContent, &$0) }
            }
        }
        page.element("nav", ["class": "tools", "aria-label": words(.filterByVertical), "lang": words.foreign]) { nav in
            nav.element(
                "a", ["class": "wide", "href": PercentEncoding.relativePath(from: path, to: search.path) + "#search"],
                text: words(.searchAll, String(search.entries.count)))
            if lists.verticals.isEmpty { return }
            nav.element("ul", ["class": "filter", "role": "list"]) { items in
                link(words(.all), lists.index, isContent: false, &items)
                for (group, vertical) in zip(lists.verticals.compactMap(\.group), lists.verticals) {
                    link(group.name, vertical, isContent: true, &items)
                }
            }
        }
        page.newline()
    }

    /// Writes the links to the other pages of a list.
    func pageLinks(_ list: SiteList, page number: Int, _ page: inout HTMLMarkup) {
        let count = list.pageCount
        if count == 1 { return }
        func address(_ other: Int) -> String { PercentEncoding.relativePath(from: list.path(ofPage: number), to: list.path(ofPage: other)) }
        page.newline()
        page.element("nav", ["class": "pages", "aria-label": words(.pages), "lang": words.foreign]) { nav in
            if number > 1 { nav.element("a", ["href": address(number - 1), "rel": "prev"], text: words(.previous)) }
            var last = 0
            for other in 1...count where other == 1 || other == count || abs(other - number) <= 2 {
                if other > last + 1 { nav.element("span", ["class": "gap", "aria-hidden": "true"], text: "…") }
                nav.element("a", ["href": address(other), "aria-current": other == number ? "page" : nil]) { link in
                    let (before, after) = words.parts(.page)
                    link.element("span", ["class": "hidden-text"], text: before)
                    link.text(String(other))
                    if !after.isEmpty { link.element("span", ["class": "hidden-text"], text: after) }
                }
                last = other
            }
            if number < count { nav.element("a", ["href": address(number + 1), "rel": "next"], text: words(.next)) }
        }
    }
}
