/// The file that lists all files of a folder: its place, and the mark that tells it from a file of the user.
public struct FolderIndex: Sendable {
    /// The names of the folders and of the file, from the sink's folder on.
    public let path: [String]
    /// The first bytes of every index. A file without them belongs to the user, and is not replaced.
    public let mark: [UInt8]
    /// What an index is, for messages.
    public let kind: String
    /// The sink's option that names it.
    public let option: String

    /// Describes an index.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, from the sink's folder on.
    ///   - mark: The first bytes of every index.
    ///   - kind: What an index is, for messages: "page of tabpipe".
    ///   - option: The sink's option that names it.
    public init(path: [String], mark: [UInt8], kind: String, option: String) {
        self.path = path
        self.mark = mark
        self.kind = kind
        self.option = option
    }

    /// Splits the value of an option into path components.
    ///
    /// - Returns: The names; empty, with a problem noted, if the path leads out of the sink's folder.
    public static func path(_ path: String, option: String, _ options: inout OptionReader) -> [String] {
        if let names = try? OutputFolder.split(path) { return names }
        options.report("expected a path inside the sink's folder", option: option)
        return []
    }

    /// Ensures that the index does not replace another file.
    ///
    /// - Throws: ``PipelineFailure`` with the file and the option.
    func check(with writer: borrowing FolderWriter, folder: String) throws {
        guard let found = try writer.beginning(of: path, limit: mark.count), found != mark else { return }
        let shown = ([folder] + path).joined(separator: "/").printable
        throw PipelineFailure(
            .cannotCreate,
            "\(shown) is not a \(kind) that tabpipe made, and is not replaced; move it, or name another file in the sink's option \(option)"
        )
    }
}
