/// What a sink of a folder does with the files of earlier runs: the option `mode` of sinks with an index.
///
/// It has the name of the option of sinks with one file, because it means the same. The key of a file is its path.
public enum FolderUpdate: String, CaseIterable, Sendable {
    /// The index lists the files of this run.
    case replace
    /// The index also lists the files of earlier runs.
    case merge
}

extension OptionReader {
    /// Reads the option `mode` of a sink that writes a folder with an index: whether the index lists the files of this run alone, or those
    /// of earlier runs, too. Pass the result to ``FolderIndex/init(path:mark:kind:option:update:)``.
    public mutating func folderUpdate() -> FolderUpdate {
        choice(
            "mode", default: FolderUpdate.replace,
            help:
                "What the index lists: the files of this run, or with merge also those of earlier runs. merge is for runs that get only what "
                + "is new; a record that comes again takes the place of the file with its path.")
    }
}
