/// The place of a lock that a run takes for an output: a file, or a folder as a whole.
struct OutputLockPath: Sendable {
    /// The folder of the lock file.
    let folder: String
    /// The name of the output in the folder; nil for the folder as a whole.
    let name: String?
    /// The output's name in messages.
    let shown: String

    /// Identifies the output: equal for two names of one file. nil for a device or a pipe.
    var key: String? { CanonicalPath(name.map { "\(folder)/\($0)" } ?? folder).map { name == nil ? $0.path + "/" : $0.path } }

    private init(folder: String, name: String?, shown: String) {
        self.folder = folder
        self.name = name
        self.shown = shown
    }

    /// - Parameters:
    ///   - file: The path of a file; a symbolic link is followed.
    ///   - shown: The file's name in messages.
    /// - Returns: nil for standard output and devices, which need no lock.
    init?(file: String, shown: String) {
        guard Output(file).appearsWhole else { return nil }
        let place = FilePath.split((try? FilePath.resolvingLinks(file)) ?? file)
        self.init(folder: place.folder, name: place.name, shown: shown)
    }

    /// - Parameter use: A file or folder that an option names.
    /// - Returns: nil for an input, and for an output that needs no lock.
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
