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
