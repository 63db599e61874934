/// The path of a record's file, and what the record is known by over runs.
public struct OutputPlace: Sendable {
    /// The names of the folders and of the file, relative to the output's folder. ``FolderOutput/admit(_:from:)`` may number the path.
    public internal(set) var path: [String]
    /// The path that the template gave.
    let wanted: [String]
    /// The key of the record; nil if it has none.
    let key: String?
    /// The number at the end of the path; 1 for none.
    var number = 1

    init(_ path: [String], key: String?) {
        self.path = path
        wanted = path
        self.key = key
    }
}
