/// All lists of a site. A short site has one, the index. A long one also has a list of each vertical, and the page with the search.
struct SiteLists: Sendable {
    /// The index.
    let index: SiteList
    /// The groups by which readers filter the entries.
    let groups: [VerticalGroup]
    /// The lists of the groups, in the same order; empty if the index has one page.
    let verticals: [SiteList]
    /// The page with the search; nil if the index has one page.
    let search: SiteList?

    /// Whether the index has several pages.
    var isSplit: Bool { search != nil }

    /// The lists beside the index.
    var others: [SiteList] { verticals + (search.map { [$0] } ?? []) }

    /// - Parameter path: The path of the index.
    init(_ entries: [SiteEntry], path: [String]) throws {
        let index = SiteList(kind: .index, path: path, entries: entries)
        self.index = index
        groups = VerticalGroup.groups(of: entries)
        guard index.pageCount > 1 else {
            verticals = []
            search = nil
            return
        }
        let search = SiteList(kind: .search, path: SiteList.path(path, with: "-all"), entries: entries)
        self.search = search
        var taken = Set(index.paths + search.paths)
        var verticals: [SiteList] = []
        for group in groups {
            let names = try ListingName(group.key)
            let list = [names.short, names.unique]
                .map { name in
                    let folder = path.dropLast()
                    let ending = path.last.map { SiteList.split($0).ending } ?? ""
                    return SiteList(kind: .vertical(group), path: folder + ["vertical-\(name)\(ending)"], entries: group.entries)
                }
                .first { taken.isDisjoint(with: $0.paths) }
            guard let list else { continue }
            taken.formUnion(list.paths)
            verticals.append(list)
        }
        self.verticals = verticals
    }
}
