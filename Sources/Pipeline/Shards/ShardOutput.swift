/// An output of a shard, whose facts its end record has.
package struct ShardOutput: Sendable {
    package let path: String
    /// Whether it is a folder of files. The folder is missing if no record went there.
    let isFolder: Bool

    /// - Parameters:
    ///   - path: The path of the file or folder.
    ///   - isFolder: Whether it is a folder of files.
    package init(path: String, isFolder: Bool) {
        self.path = path
        self.isFolder = isFolder
    }
}
