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

    /// The group of a list of one vertical.
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
