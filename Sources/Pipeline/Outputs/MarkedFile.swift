/// A file about a folder as a whole, such as an index, a page of it, a feed or a sitemap.
///
/// It begins with a mark. A file without the mark belongs to the user and is never overwritten.
public struct MarkedFile: Sendable {
    /// The names of the folders and of the file, relative to the sink's folder.
    public let path: [String]
    /// The first bytes of every such file.
    public let mark: [UInt8]
    /// The kind of file in messages, such as "page" or "feed".
    public let kind: String
    /// What a user can do, other than to move their own file from this path: "name another file in the sink's option index".
    public let remedy: String

    /// Describes a file. Pass it to ``FolderOutput/init(_:index:files:)``, which reserves its path, or to
    /// ``FolderWriter/write(_:to:)-(_,MarkedFile)`` if the path is known only at the end of the run.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, relative to the sink's folder.
    ///   - mark: The first bytes of every such file.
    ///   - kind: The kind of file in messages, such as "page" or "feed".
    ///   - remedy: What a user can do, other than to move their own file from this path: "name another file in the sink's option index".
    public init(path: [String], mark: [UInt8], kind: String, remedy: String) {
        self.path = path
        self.mark = mark
        self.kind = kind
        self.remedy = remedy
    }

    /// Checks that the file does not overwrite a file of the user.
    ///
    /// - Throws: ``PipelineFailure`` with the file and the remedy.
    func check(with writer: borrowing FolderWriter) throws {
        guard let found = try writer.beginning(of: path, limit: mark.count), found != mark else { return }
        throw PipelineFailure(
            .cannotCreate,
            "\(writer.shownPath(path)) is not a \(kind) that tabpipe made, and is not replaced; move it, or \(remedy)")
    }
}
