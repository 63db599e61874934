/// An output that a run locks: a file, or a folder as a whole.
struct LockedOutput: Sendable {
    /// The folder that the lock stands in.
    let folder: String
    /// The name of the file in it; nil for the folder as a whole.
    let name: String?
    /// What a message calls the output.
    let shown: String

    /// Two outputs with one key are one; nil for a device or a pipe.
    var key: String? { FileIdentity(name.map { "\(folder)/\($0)" } ?? folder).map { name == nil ? $0.path + "/" : $0.path } }

    private init(folder: String, name: String?, shown: String) {
        self.folder = folder
        self.name = name
        self.shown = shown
    }

    /// - Parameters:
    ///   - file: The path of a file; a link is followed.
    ///   - shown: What a message calls it.
    /// - Returns: nil for standard output and devices, which need no lock.
    init?(file: String, shown: String) {
        guard Output(file).appearsWhole else { return nil }
        let place = FilePath.split((try? FilePath.resolvingLinks(file)) ?? file)
        self.init(folder: place.folder, name: place.name, shown: shown)
    }

    /// - Parameters:
    ///   - use: What an option names.
    /// - Returns: nil for what needs no lock.
    init?(_ use: FileUse) {
        guard use.purpose == .output, Output(use.path).appearsWhole else { return nil }
        if use.isTemplate {
            let folder = use.fixedFolder
            self.init(folder: folder, name: nil, shown: use.isSecret ? use.place : folder.printable)
        } else {
            self.init(file: use.path, shown: use.isSecret ? use.place : use.path.printable)
        }
    }
}
