internal import JSONParsing
internal import Pipeline

/// The hidden file beside the folder: a line of JSON for each address, so that later runs fetch only what has changed.
struct AssetIndex: Sendable {
    /// The first line of each index. Another file at its path belongs to the user.
    static let mark = #"{"tabpipe":"assets","version":1}"# + "\n"

    /// The greatest length of a line, in bytes. Those of the stage are shorter.
    private static let maxLineBytes = 4096

    /// The entries by their keys.
    private(set) var entries: [String: AssetEntry] = [:]
    /// The keys of the addresses of this run.
    private var used: Set<String> = []
    /// Whether the entries differ from those that were read.
    private(set) var isChanged = false

    /// The path of the index of a folder.
    static func path(besideFolder folder: String) -> String {
        let place = FilePath.split(folder)
        return ["", ".", ".."].contains(place.name) ? "\(folder)/.assets.jsonl" : "\(place.folder)/.\(place.name).assets.jsonl"
    }

    /// Begins with no entries.
    init() {}

    /// Reads an index.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of entries. Further ones are left out, and so are damaged lines: their files are fetched again.
    ///   - read: Reads the next piece of the file. The first one contains the mark; an empty one ends the file.
    /// - Returns: nil if the file is no index.
    /// - Throws: The error of `read`.
    init?<Failure: Error>(limit: Int, read: () throws(Failure) -> [UInt8]) throws(Failure) {
        var rest = try read()[...]
        guard rest.starts(with: Self.mark.utf8) else { return nil }
        rest = rest.dropFirst(Self.mark.utf8.count)
        var left = limit
        while true {
            var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // The last line may go on in the next piece.
            let last = lines.popLast() ?? []
            for line in lines.prefix(left) { add(line) }
            left -= lines.count
            let piece = try read()
            if piece.isEmpty || left < 0 {
                isChanged = isChanged || !last.isEmpty || left < 0
                return
            }
            rest = (last.count <= Self.maxLineBytes ? last : []) + piece
        }
    }

    private mutating func add(_ line: ArraySlice<UInt8>) {
        if line.count <= Self.maxLineBytes, let value = try? JSONValue(parsing: Array(line)), let entry = AssetEntry(value) {
            entries[entry.key] = entry
        } else {
            isChanged = true
        }
    }

    /// Adds the entry of an address of this run.
    mutating func put(_ entry: AssetEntry) {
        used.insert(entry.key)
        guard entries[entry.key] != entry else { return }
        entries[entry.key] = entry
        isChanged = true
    }

    /// The content of the file, in the order of the keys.
    ///
    /// - Parameter limit: The greatest number of entries. Those of this run come first: an address that changes in each run, such as a signed
    ///   one, must not make the index grow for ever.
    func content(limit: Int) -> [UInt8] {
        var keys = entries.keys.sorted()
        if keys.count > limit { keys = Array((keys.filter(used.contains) + keys.filter { !used.contains($0) }).prefix(limit)).sorted() }
        return keys.reduce(into: Array(Self.mark.utf8)) { bytes, key in
            if let entry = entries[key] { bytes += Array(entry.json.compactText.utf8) + [UInt8(ascii: "\n")] }
        }
    }
}
