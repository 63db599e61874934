internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// Sees to it that no two records are written to one path, and that no file stands where another one needs a folder. Used at
/// the turnstile by changing workers, and so a class.
final class PathClaims: Sendable {
    /// Where a path leads: two paths are one if their bytes are, or, on a disk that folds names, if a reader takes them for one.
    private enum Place: Hashable {
        case exact(JSONKey)
        case folded(String)
    }

    private struct State {
        /// Whether names that differ in case only are one; found out when the first path comes, because it looks at the disk.
        var foldsCase: Bool?
        var files: Set<Place> = []
        /// The folders that files need, and how many do.
        var folders: [Place: Int] = [:]
    }

    private let reserved: [String]?
    private let foldsCase: @Sendable () -> Bool
    private let state = Mutex(State())

    /// Makes claims of one folder.
    ///
    /// - Parameters:
    ///   - reserved: The path of the index, which no record may have.
    ///   - foldsCase: Whether names that differ in case only mean one file there.
    init(reserved: [String]? = nil, foldsCase: @escaping @Sendable () -> Bool = { false }) {
        self.reserved = reserved
        self.foldsCase = foldsCase
    }

    /// Takes a path.
    ///
    /// - Throws: ``RecordError`` if an earlier record has it, or one stands in the way of the other.
    func claim(_ path: [String]) throws {
        try state.withLock { state in
            let folds = prepared(&state)
            let file = Self.key(path[...], folds)
            func fault(_ reason: String) -> RecordError { RecordError("the path \"\(path.joined(separator: "/").printable)\" \(reason)") }
            if let reserved, file == Self.key(reserved[...], folds) { throw fault("is that of the index") }
            if state.files.contains(file) { throw fault("is taken by an earlier record") }
            if state.folders[file] != nil { throw fault("is a folder that an earlier record needs") }
            let folders = Self.folders(of: path, folds)
            if let place = folders.firstIndex(where: { state.files.contains($0) }) {
                let folder = path.prefix(place + 1).joined(separator: "/").printable
                throw fault("needs the folder \"\(folder)\", which is the file of an earlier record")
            }
            state.files.insert(file)
            for folder in folders { state.folders[folder, default: 0] += 1 }
        }
    }

    /// Gives a path back that was taken.
    func withdraw(_ path: [String]) {
        state.withLock { state in
            let folds = prepared(&state)
            state.files.remove(Self.key(path[...], folds))
            for folder in Self.folders(of: path, folds) {
                let count = (state.folders[folder] ?? 0) - 1
                state.folders[folder] = count > 0 ? count : nil
            }
        }
    }

    private func prepared(_ state: inout State) -> Bool {
        if let folds = state.foldsCase { return folds }
        let folds = foldsCase()
        state.foldsCase = folds
        if let reserved {
            state.files.insert(Self.key(reserved[...], folds))
            for folder in Self.folders(of: reserved, folds) { state.folders[folder, default: 0] += 1 }
        }
        return folds
    }

    private static func key(_ path: ArraySlice<String>, _ folds: Bool) -> Place {
        let joined = path.joined(separator: "/")
        return folds ? .folded(joined.lowercased()) : .exact(JSONKey(joined))
    }

    /// The folders on the way to a file, the outermost first.
    private static func folders(of path: [String], _ folds: Bool) -> [Place] {
        path.indices.dropFirst().map { key(path[..<$0], folds) }
    }
}
