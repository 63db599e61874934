internal import JSONParsing

// The entries of an index whose earlier files stay. They are kept in one hidden file beside the index, as JSON Lines.
extension FolderWriter {
    /// Returns the entries of the files of earlier runs that still exist.
    ///
    /// - Returns: None in the mode `replace`.
    /// - Throws: ``PipelineFailure``: `badData` if the hidden file with the entries holds anything else, `cannotWrite` if it cannot be read.
    public func earlierEntries<Entry: IndexEntry>(_ type: Entry.Type) throws -> IndexEntries<Entry> {
        var entries = IndexEntries<Entry>()
        guard let path = entriesPath, let content = try content(of: path) else { return entries }
        for (number, line) in Lines(content).enumerated() {
            guard let entry = try? JSONValue(parsing: Array(line)).decode(Entry.self),
                (try? OutputFolder.split(entry.path.joined(separator: "/"))) == entry.path
            else {
                throw PipelineFailure(
                    .badData,
                    "\(shownPath(path)):\(number + 1): not an entry that tabpipe has kept for the index; remove the file, and run the pipeline "
                        + "once with all records")
            }
            if try hasFile(at: entry.path) { entries.set(entry) }
        }
        return entries
    }

    /// Keeps the entries for the next run. Call this in front of the end of `write`, with the entries of the index.
    ///
    /// Does nothing in the mode `replace`.
    ///
    /// - Throws: ``PipelineFailure`` if the hidden file cannot be written.
    public mutating func keep<Entry: IndexEntry>(_ entries: IndexEntries<Entry>) throws {
        guard let path = entriesPath else { return }
        var writer = JSONWriter()
        for entry in entries.list {
            writer.write(try JSONValue(encoding: entry))
            writer.append(UInt8(ascii: "\n"))
        }
        try write(writer.bytes, to: path)
    }
}
