/// The description of an index file that lists the files of a folder.
///
/// Each index begins with a mark. A file without it belongs to the user and is never overwritten.
public struct FolderIndex: Sendable {
    /// The names of the folders and of the file, relative to the sink's folder.
    public let path: [String]
    /// The first bytes of every index.
    public let mark: [UInt8]
    /// The kind of file in messages, such as "page of tabpipe".
    public let kind: String
    /// The key of the sink's option that names the index.
    public let option: String
    /// Whether the index also lists the files of earlier runs.
    public let update: FolderUpdate

    /// The index as one of the folder's marked files.
    var file: MarkedFile { MarkedFile(path: path, mark: mark, kind: kind, remedy: "name another file in the sink's option \(option)") }

    /// The path of the hidden file that keeps the entries for the next run; nil if none are kept.
    var entriesPath: [String]? {
        guard update == .merge, let name = path.last else { return nil }
        return path.dropLast() + ["\(OutputFolder.temporaryPrefix)\(name).jsonl"]
    }

    /// Describes an index.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, relative to the sink's folder.
    ///   - mark: The first bytes of every index.
    ///   - kind: The kind of file in messages, such as "page of tabpipe".
    ///   - option: The key of the sink's option that names the index.
    ///   - update: Whether the index also lists the files of earlier runs: ``OptionReader/folderUpdate()``.
    public init(path: [String], mark: [UInt8], kind: String, option: String, update: FolderUpdate = .replace) {
        self.path = path
        self.mark = mark
        self.kind = kind
        self.option = option
        self.update = update
    }

    /// Splits the value of an option into the names of the folders and of the file.
    ///
    /// - Parameters:
    ///   - path: The value of the option.
    ///   - option: The key of the option.
    ///   - options: The reader, which reports a path that leads out of the sink's folder.
    /// - Returns: The names; empty after the reader has reported a problem.
    public static func path(_ path: String, option: String, _ options: inout OptionReader) -> [String] {
        if let names = try? OutputFolder.split(path) { return names }
        options.report("expected a path inside the sink's folder, found \"\(path.printable)\"", option: option)
        return []
    }
}
