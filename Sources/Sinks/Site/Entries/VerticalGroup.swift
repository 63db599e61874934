internal import Pipeline

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

    /// Returns the key of a vertical; nil if the entry has none.
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
