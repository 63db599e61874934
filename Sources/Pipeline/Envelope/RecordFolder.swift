/// The folder of an end record. Files have names in the record that lead from this folder to them, such as `../tables/a.csv`, so that all of
/// them can be moved together, and so that shards that were started in different folders give a file one name.
struct RecordFolder {
    private let path: String
    /// The names on the way to the folder.
    private let start: [String]
    /// The names on the way to other folders, because many files are in one.
    private var known: [String: [String]] = [:]

    /// - Parameter record: The path of the record.
    init(of record: String) {
        path = FilePath.split(record).folder
        start = Self.names(onTheWayTo: path)
    }

    /// The name of a file in the record. Links to folders are followed, because `..` leads elsewhere behind one; a link to the file is not.
    mutating func name(of file: String) -> String {
        let (folder, name) = FilePath.split(file)
        let end = known[folder] ?? Self.names(onTheWayTo: folder)
        known[folder] = end
        let common = zip(start, end).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        return (start.dropFirst(common).map { _ in ".." } + end.dropFirst(common) + [name]).joined(separator: "/")
    }

    /// The name of an input in the record: that of its file, or what messages show of a URL, a secret path or standard input.
    mutating func name(of input: Input) -> String {
        guard case .file(let path) = input, !path.isSecret else { return input.shown }
        return name(of: path.value)
    }

    /// The path of the file with a name in the record.
    func place(of name: String) -> String { path == "." ? name : "\(path == "/" ? "" : path)/\(name)" }

    private static func names(onTheWayTo folder: String) -> [String] {
        FilePath.names(in: FileIdentity.resolved(folder)).filter { !$0.isEmpty }
    }
}
