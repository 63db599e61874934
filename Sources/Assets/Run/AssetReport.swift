internal import Pipeline

/// The summary of a run of the stage: counts, and one warning for each host and reason.
struct AssetReport: Sendable {
    /// The files that are missing for one reason.
    private struct MissingFiles {
        var count = 0
        /// The first address, with secrets masked.
        let example: String
    }

    private struct GroupKey: Hashable {
        let host: String
        let words: String
        /// Whether the content points at the files of an earlier run.
        var hasEarlier = false
    }

    /// The greatest number of warnings.
    private static let maxWarnings = 20
    /// The greatest number of reasons that are counted separately. Content can name any number of hosts.
    private static let maxGroups = 1000

    /// Whether a record fails if one of its files is missing.
    private let isRequired: Bool
    /// The files that servers sent.
    private(set) var fetched = 0
    private(set) var bytes = 0
    /// The files of earlier runs that are still valid.
    private(set) var unchanged = 0
    /// The files from the cache.
    private(set) var cached = 0
    /// The files that were in the content itself.
    private(set) var embedded = 0
    /// The files of this machine.
    private(set) var local = 0
    /// The files of earlier runs whose servers do not answer.
    private(set) var earlier = 0
    private var missing = 0
    /// The links to files of kinds that are not fetched, and the images in styles.
    private var left: [AssetKind: Int] = [:]
    /// The links whose ending is that of a file, and that lead to a page.
    private var pages = 0
    private var groups: [GroupKey: MissingFiles] = [:]
    private var order: [GroupKey] = []

    init(isRequired: Bool) { self.isRequired = isRequired }

    mutating func addFetched(bytes count: Int) {
        fetched += 1
        bytes += count
    }

    mutating func addUnchanged() { unchanged += 1 }
    mutating func addCached() { cached += 1 }
    mutating func addEmbedded() { embedded += 1 }
    mutating func addLocal() { local += 1 }

    /// Counts addresses of files that are not fetched, by their kinds.
    mutating func addLeft(_ counts: [AssetKind: Int]) { left.merge(counts, uniquingKeysWith: +) }

    /// Counts a link to a page that looks like one to a file.
    mutating func addPage() { pages += 1 }

    /// - Parameters:
    ///   - count: The number of addresses.
    ///   - host: The host in messages; empty for none.
    ///   - example: The address in messages.
    mutating func addMissing(_ count: Int = 1, host: String, _ fault: AssetFault, example: String) {
        missing += count
        add(count, to: GroupKey(host: host, words: fault.words), example: example)
    }

    /// - Parameters:
    ///   - host: The host in messages.
    ///   - reason: The reason why the server could not be asked.
    ///   - example: The address in messages.
    mutating func addEarlier(host: String, reason: String, example: String) {
        earlier += 1
        add(1, to: GroupKey(host: host, words: reason, hasEarlier: true), example: example)
    }

    private mutating func add(_ count: Int, to key: GroupKey, example: String) {
        if groups[key] == nil {
            guard groups.count < Self.maxGroups else { return }
            groups[key] = MissingFiles(example: example)
            order.append(key)
        }
        groups[key]?.count += count
    }

    /// The numbers in a sentence.
    var note: String {
        var parts = ["\(fetched.counted("file")) fetched (\(bytes) bytes)"]
        if unchanged > 0 { parts.append("\(unchanged) unchanged on the server") }
        if cached > 0 { parts.append("\(cached) from the cache") }
        if embedded > 0 { parts.append("\(embedded) from the content itself") }
        if local > 0 { parts.append("\(local) from the folder of \"local\"") }
        if earlier > 0 { parts.append("\(earlier) of an earlier run") }
        if missing > 0 { parts.append("\(missing) missing") }
        if pages > 0 { parts.append("\(pages.counted("link")) to pages left") }
        if !left.isEmpty {
            let kinds = AssetKind.allCases.compactMap { kind in left[kind].map { "\(kind.rawValue): \($0)" } }.joined(separator: ", ")
            let count = left.values.reduce(0, +)
            parts.append("\(count.counted("address", plural: "addresses")) of other files left (\(kinds))")
        }
        return parts.joined(separator: ", ")
    }

    /// The warnings, the most frequent reasons first.
    var warnings: [String] {
        let sorted = order.enumerated().sorted {
            let (left, right) = (groups[$0.element]?.count ?? 0, groups[$1.element]?.count ?? 0)
            return left == right ? $0.offset < $1.offset : left > right
        }
        var lines = sorted.prefix(Self.maxWarnings).compactMap { _, key in
            groups[key].map { group in
                let host = key.host.isEmpty ? "" : " of \(key.host)"
                let example = group.example.isEmpty ? "" : group.count == 1 ? ": \(group.example)" : "; the first: \(group.example)"
                return "assets: \(group.count.counted("file"))\(host) \(consequence(of: key)): \(key.words)\(example)"
            }
        }
        if sorted.count > lines.count { lines.append("assets: there are \(sorted.count - lines.count) more hosts or reasons") }
        return lines
    }

    private func consequence(of key: GroupKey) -> String {
        if key.hasEarlier { return "cannot be asked for now, and the content points at what an earlier run fetched" }
        return isRequired ? "missing, and the record fails" : "missing, and the content keeps the address"
    }
}
