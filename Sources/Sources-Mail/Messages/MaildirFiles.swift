internal import Pipeline
internal import SourcesLocal

/// The files of a maildir, which mail programs rename while it is read: a message that is seen goes from new to cur, and gets flags.
struct MaildirFiles {
    private let folder: String
    private let places: [String]
    /// The files by ``identity(of:)``, as they are after a file was missing.
    private var moved: [String: FileMatch]?

    /// - Parameters:
    ///   - folder: The path of the maildir.
    ///   - hasSubfolders: Whether the folders inside of it belong to it: those whose names begin with a dot, and those that have cur or new
    ///     at any depth, as Dovecot writes with LAYOUT=fs.
    init(_ folder: String, hasSubfolders: Bool) {
        self.folder = folder
        places = hasSubfolders ? ["**/cur/*", "**/new/*", ".*/cur/*", ".*/new/*"] : ["cur/*", "new/*"]
    }

    /// The messages in the order of their paths.
    func list() throws -> [FileMatch] {
        try places.flatMap { try FilePattern(folder: folder, $0).matches() }.sorted {
            $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
        }
    }

    /// Finds a file that was listed, also under the name that it has meanwhile; nil if it was removed.
    mutating func current(_ file: FileMatch) throws -> FileMatch? {
        if Self.isThere(file) { return file }
        let identity = Self.identity(of: file.path)
        if let moved {
            // What this list lacks was removed before.
            guard let found = moved[identity] else { return nil }
            if Self.isThere(found) { return found }
        }
        moved = Dictionary(try list().map { (Self.identity(of: $0.path), $0) }) { $1 }
        return moved?[identity]
    }

    /// Whether the file has its name still. A link without a target does: that is no fault of a mail program.
    private static func isThere(_ file: FileMatch) -> Bool { FilePath.kind(of: file.path) != nil || FilePath.isLink(file.path) }

    /// What a file keeps when it is renamed: its folder without cur and new, and its name without flags.
    ///
    /// - SeeAlso: [maildir](https://cr.yp.to/proto/maildir.html)
    private static func identity(of path: String) -> String {
        let (folder, name) = FilePath.split(path)
        return FilePath.split(folder).folder + "/" + parts(ofName: name).unique
    }

    /// The unique part of the name of a message, and the letters of its flags.
    static func parts(ofName name: String) -> (unique: String, flags: String) {
        // Some systems cannot have a colon in names.
        guard let mark = name.unicodeScalars.lastIndex(where: { ":;!".unicodeScalars.contains($0) }) else { return (name, "") }
        let info = name.unicodeScalars[mark...].dropFirst()
        guard info.starts(with: "2,".unicodeScalars) else { return (name, "") }
        return (String(name.unicodeScalars[..<mark]), String(info.dropFirst(2)))
    }
}
