internal import Pipeline

/// The file that lists the files of a folder: where it stands, and how it is told from a file of the user.
struct FolderIndex: Sendable {
    /// The names of the folders and of the file, from the sink's folder on.
    let path: [String]
    /// The first bytes of every index. A file without them belongs to the user, and is not replaced.
    let mark: [UInt8]
    /// What an index is, for messages.
    let kind: String
    /// The sink's option that names it.
    let option: String

    /// Reads the path from an option.
    ///
    /// - Returns: The names; empty, with a problem noted, if the path leads out of the sink's folder.
    static func path(_ path: String, option: String, _ options: inout OptionReader) -> [String] {
        if let names = try? OutputFolder.split(path) { return names }
        options.report("expected a path inside the sink's folder", option: option)
        return []
    }

    /// Ensures that no file is replaced that is not an index.
    ///
    /// - Throws: ``PipelineFailure`` that names the file and the option.
    func check(with writer: borrowing FolderWriter, folder: String) throws {
        guard let found = try writer.beginning(of: path, limit: mark.count), found != mark else { return }
        let shown = ([folder] + path).joined(separator: "/").printable
        throw PipelineFailure(
            .cannotCreate,
            "\(shown) is not a \(kind) that tabpipe made, and is not replaced; move it, or name another file in the sink's option \(option)"
        )
    }
}
