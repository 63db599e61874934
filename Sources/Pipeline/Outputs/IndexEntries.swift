internal import JSONParsing

/// The entry of a file in an index.
public protocol IndexEntry: Codable, Sendable {
    /// The names of the folders and of the file, relative to the output's folder.
    var path: [String] { get }
}

/// The entries of an index, one for each file, in the order in which the files came first.
public struct IndexEntries<Entry: IndexEntry>: Sendable {
    /// The entries in order.
    public private(set) var list: [Entry] = []
    private var numbers: [[String]: Int] = [:]

    /// Creates an empty list.
    public init() {}

    /// Returns the entry of a file; nil if it has none.
    public func entry(at path: [String]) -> Entry? { numbers[path].map { list[$0] } }

    /// Adds the entry of a file. If the file has one, the new one takes its place.
    ///
    /// - Returns: The position of the entry in ``list``.
    @discardableResult public mutating func set(_ entry: Entry) -> Int {
        if let number = numbers[entry.path] {
            list[number] = entry
            return number
        }
        numbers[entry.path] = list.count
        list.append(entry)
        return list.count - 1
    }
}

// What a sink remembers of each file for the next run, in a hidden file of the folder, as JSON Lines.
extension FolderWriter {
    /// Returns the entries of the index for files of earlier runs that still exist.
    ///
    /// - Returns: None in the mode `replace`.
    /// - Throws: ``PipelineFailure``: `badData` if the hidden file with the entries holds anything else, `cannotWrite` if it cannot be read.
    public func earlierEntries<Entry: IndexEntry>(_ type: Entry.Type) throws -> IndexEntries<Entry> {
        guard let entriesPath else { return IndexEntries() }
        return try entries(type, in: entriesPath)
    }

    /// Returns the entries that ``keep(_:about:)`` has kept, for files of earlier runs that still exist.
    ///
    /// - Parameter name: What the entries are about, such as `links`.
    /// - Throws: As ``earlierEntries(_:)``.
    public func earlierEntries<Entry: IndexEntry>(_ type: Entry.Type, about name: String) throws -> IndexEntries<Entry> {
        try entries(type, in: [Self.hiddenFile(about: name)])
    }

    private func entries<Entry: IndexEntry>(_ type: Entry.Type, in path: [String]) throws -> IndexEntries<Entry> {
        var entries = IndexEntries<Entry>()
        guard let content = try content(of: path) else { return entries }
        for (number, line) in Lines(content).enumerated() {
            guard let entry = try? JSONValue(parsing: Array(line)).decode(Entry.self),
                (try? ConfinedFolder.split(entry.path.joined(separator: "/"))) == entry.path
            else {
                throw PipelineFailure(
                    .badData,
                    "\(shownPath(path)):\(number + 1): not an entry that tabpipe has kept for a file; remove the file, and run the pipeline "
                        + "once with all records")
            }
            if try hasFile(at: entry.path) { entries.set(entry) }
        }
        return entries
    }

    /// Keeps the entries of the index for the next run. Call this before the closure of ``FolderOutput/fill(from:_:)`` returns.
    ///
    /// Does nothing in the mode `replace`.
    ///
    /// - Throws: ``PipelineFailure`` if the hidden file cannot be written.
    public mutating func keep<Entry: IndexEntry>(_ entries: IndexEntries<Entry>) throws {
        if let entriesPath { try keep(entries, in: entriesPath) }
    }

    /// Keeps entries for the next run, whatever the mode. Call this before the closure of ``FolderOutput/fill(from:_:)`` returns.
    ///
    /// - Parameter name: What the entries are about, as in ``earlierEntries(_:about:)``.
    /// - Throws: ``PipelineFailure`` if the hidden file cannot be written.
    public mutating func keep<Entry: IndexEntry>(_ entries: IndexEntries<Entry>, about name: String) throws {
        try keep(entries, in: [Self.hiddenFile(about: name)])
    }

    private mutating func keep<Entry: IndexEntry>(_ entries: IndexEntries<Entry>, in path: [String]) throws {
        var writer = JSONWriter()
        for entry in entries.list {
            writer.write(try JSONValue(encoding: entry))
            writer.append(UInt8(ascii: "\n"))
        }
        try write(writer.bytes, to: path)
    }

    /// The name of the hidden file with what is kept about a subject.
    public static func hiddenFile(about name: String) -> String { "\(ConfinedFolder.temporaryPrefix)\(name).jsonl" }
}
