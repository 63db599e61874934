internal import Checksums
internal import Pipeline

/// All lists of a site. A short site has one, the index. A long one also has a list of each vertical, and the page with the search.
struct ListPages: Sendable {
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
            let names = try VerticalFileName(group.key)
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

/// A list of entries that has a page for every 200 of them.
struct SiteList: Sendable {
    /// The number of entries on a page. Pages are full except the last, so that an article's link back can name the page of its entry
    /// before all articles are known.
    static let entriesPerPage = 200

    enum Kind: Sendable {
        /// All entries.
        case index
        /// The entries of one vertical.
        case vertical(VerticalGroup)
        /// All entries on one page, without images: the page with the search.
        case search
    }

    let kind: Kind
    /// The path of the first page.
    let path: [String]
    let entries: [SiteEntry]

    /// The group of a list of one vertical; nil for other lists.
    var group: VerticalGroup? { if case .vertical(let group) = kind { group } else { nil } }

    /// Whether one page has all entries, however many there are.
    var isWhole: Bool { if case .search = kind { true } else { false } }

    /// The number of pages.
    var pageCount: Int {
        if isWhole { return 1 }
        return max(1, (entries.count + Self.entriesPerPage - 1) / Self.entriesPerPage)
    }

    /// Returns the entries of a page.
    ///
    /// - Parameter number: The number of the page, from 1.
    func entries(ofPage number: Int) -> ArraySlice<SiteEntry> {
        if isWhole { return entries[...] }
        return entries.dropFirst((number - 1) * Self.entriesPerPage).prefix(Self.entriesPerPage)
    }

    /// Returns the path of a page.
    ///
    /// - Parameter number: The number of the page, from 1.
    func path(ofPage number: Int) -> [String] { Self.path(path, with: Self.suffix(ofPage: number)) }

    /// The paths of all pages.
    var paths: [[String]] { (1...pageCount).map(path(ofPage:)) }

    /// Returns the suffix of the index page that has an entry, such as `-2`; empty for the first page.
    ///
    /// - Parameter position: The position of the entry in the index, from 0.
    static func suffix(ofEntryAt position: Int) -> String { suffix(ofPage: position / entriesPerPage + 1) }

    private static func suffix(ofPage number: Int) -> String { number == 1 ? "" : "-\(number)" }

    /// Returns a path with a suffix after the stem of its file name: `index.html` and `-2` give `index-2.html`.
    static func path(_ path: [String], with suffix: String) -> [String] {
        guard let name = path.last else { return path }
        let (stem, ending) = split(name)
        return path.dropLast() + [stem + suffix + ending]
    }

    /// Splits a file name before its last dot.
    static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}

/// The entries of one vertical, such as "Retail".
struct VerticalGroup: Sendable {
    /// The name of the vertical, as the first entry spells it.
    let name: String
    /// The name in lower case with single spaces. Entries with the same key are in one group.
    let key: String
    /// The key as a slug, without accents, so that "Économie" stands beside "Economy" in a list.
    private let plainKey: String
    /// The entries in the order of the index.
    private(set) var entries: [SiteEntry] = []

    /// The maximum number of groups that an index offers: the largest ones.
    private static let maxGroups = 40

    /// The key that groups entries by their vertical (the topic of a case study): lower case, with single spaces; nil without a vertical.
    static func key(of entry: SiteEntry) -> String? {
        let words = entry.vertical?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Groups entries by their verticals.
    ///
    /// - Returns: The groups sorted by key; none if they would not divide the entries.
    static func groups(of entries: [SiteEntry]) -> [VerticalGroup] {
        var groups: [String: VerticalGroup] = [:]
        for entry in entries {
            guard let key = key(of: entry) else { continue }
            groups[key, default: VerticalGroup(name: entry.vertical?.trimmingSpaces ?? key, key: key)].entries.append(entry)
        }
        if groups.values.first?.entries.count == entries.count { return [] }
        let largest = groups.values.sorted { ($1.entries.count, $0.key) < ($0.entries.count, $1.key) }.prefix(maxGroups)
        return largest.sorted { ($0.plainKey, $0.key) < ($1.plainKey, $1.key) }
    }

    private init(name: String, key: String) {
        self.name = name
        self.key = key
        plainKey = (try? key.slug(maxBytes: 240)) ?? key
    }
}

/// The two names that the file of a vertical's list can have.
private struct VerticalFileName {
    /// The slug of the vertical, as the jq function `slug` makes it.
    let short: String
    /// The same name with a hash of the vertical, for the case that ``short`` is taken.
    let unique: String

    /// The greatest length of a slug in bytes. The file name also has a prefix, perhaps a hash, and the number of the page.
    private static let maxBytes = 40

    /// - Parameter key: The key of a ``VerticalGroup``.
    init(_ key: String) throws {
        short = try key.slug(maxBytes: Self.maxBytes)
        unique = "\(short)-\(SHA256Hasher.hex(of: key.utf8).prefix(8))"
    }
}
