internal import JSONParsing

/// The paths of all files of a run, as a tree of folders. The tree also finds a file whose path another file needs as a folder.
struct PathTree {
    /// The owner of a file.
    enum Owner: Equatable {
        /// The file of a record.
        ///
        /// - Parameters:
        ///   - output: The number of the output.
        ///   - number: The number of the record's item or line.
        ///   - isLine: Whether `number` is that of a line.
        ///   - page: The number of the page that `number` counts in; 0 for a source without pages. It has only 32 bits, because the tree
        ///     stores one for each file.
        ///   - spelling: The hash of the path's bytes, to distinguish equal paths from those that only some file systems treat as equal.
        case record(output: Int, number: Int, isLine: Bool, page: UInt32, spelling: UInt64)
        /// A file about the folder of an output as a whole, such as its index, by its number there.
        case reserved(output: Int, file: Int)
        /// Another file of the run, by its number in ``ClaimedPaths``.
        case other(Int)
    }

    /// The conflict with another file.
    enum Obstacle: Error, Equatable {
        case file(Owner)
        /// The path is that of a folder of other files.
        case folder
        /// The first `depth` names of the path are the path of a file.
        case fileAsFolder(depth: Int, Owner)
    }

    /// A folder in the tree.
    struct FolderNode: Equatable {
        fileprivate let number: Int
        /// Whether names in it are equal if any file system treats them as equal. Otherwise, names are equal if their bytes are.
        fileprivate let foldsNames: Bool
    }

    /// A name in a folder.
    private struct EntryKey: Hashable {
        enum Name: Hashable {
            case exact(JSONKey)
            case folded(String)
        }

        let folder: Int
        let name: Name
    }

    private enum Content {
        case folder(FolderNode, entries: Int)
        case file(Owner)
    }

    /// The root of the file system.
    let root: FolderNode
    private var contents: [EntryKey: Content] = [:]
    private var lastFolder: Int

    /// Creates an empty tree.
    ///
    /// - Parameter foldsCase: Whether the file system is case-insensitive. Below folders of outputs, names are always folded.
    init(foldsCase: Bool) {
        root = FolderNode(number: 0, foldsNames: foldsCase)
        lastFolder = root.number
    }

    /// Adds a path.
    ///
    /// - Parameters:
    ///   - names: The names of the folders and of the file, relative to the folder.
    ///   - folder: The root or a folder of ``addOutput(_:)``.
    ///   - owner: The owner of the file.
    /// - Throws: The conflict. The tree is then unchanged.
    mutating func take(_ names: [String], in folder: FolderNode, for owner: Owner) throws(Obstacle) {
        var folder = folder
        var parent: Dictionary<EntryKey, Content>.Index?
        for depth in names.indices {
            let isLast = depth == names.count - 1
            let key = Self.key(names[depth], in: folder)
            guard let index = contents.index(forKey: key) else {
                if let parent { addEntry(at: parent) }
                add(names[depth...], at: key, in: folder, for: owner)
                return
            }
            switch contents.values[index] {
            case .file(let other): throw isLast ? .file(other) : .fileAsFolder(depth: depth + 1, other)
            case .folder(let next, _):
                if isLast { throw .folder }
                folder = next
                parent = index
            }
        }
    }

    /// Increments the number of entries of a folder.
    private mutating func addEntry(at index: Dictionary<EntryKey, Content>.Index) {
        guard case .folder(let folder, let entries) = contents.values[index] else { return }
        contents.values[index] = .folder(folder, entries: entries + 1)
    }

    /// Adds folders and a file in the last one, or only folders if there is no owner.
    ///
    /// - Parameter key: The key of the first name.
    /// - Returns: The last folder.
    @discardableResult
    private mutating func add(_ names: ArraySlice<String>, at key: EntryKey, in folder: FolderNode, for owner: Owner?) -> FolderNode {
        var folder = folder
        var key = key
        for index in names.indices {
            let isLast = index == names.endIndex - 1
            if isLast, let owner {
                contents[key] = .file(owner)
                return folder
            }
            lastFolder += 1
            folder = FolderNode(number: lastFolder, foldsNames: folder.foldsNames)
            contents[key] = .folder(folder, entries: 1)
            if !isLast { key = Self.key(names[index + 1], in: folder) }
        }
        return folder
    }

    /// Removes a path, and the folders that are empty without it.
    mutating func release(_ names: [String], in folder: FolderNode) {
        var folder = folder
        var keys: [EntryKey] = []
        for name in names {
            let key = Self.key(name, in: folder)
            keys.append(key)
            if case .folder(let next, _) = contents[key] { folder = next }
        }
        guard let file = keys.popLast() else { return }
        contents[file] = nil
        while let key = keys.popLast(), case .folder(let folder, let entries) = contents[key] {
            guard entries == 1 else {
                contents[key] = .folder(folder, entries: entries - 1)
                return
            }
            contents[key] = nil
        }
    }

    /// Adds the folder of an output. Names below it are case-folded. It must be empty, and it is never removed.
    mutating func addOutput(_ names: [String]) -> FolderNode {
        var folder = root
        var last: EntryKey?
        for name in names {
            let key = Self.key(name, in: folder)
            if let index = contents.index(forKey: key), case .folder(let next, _) = contents.values[index] {
                // Each output counts as an entry, so that the folder stays when its files are removed.
                addEntry(at: index)
                folder = next
            } else {
                folder = add([name], at: key, in: folder, for: nil)
            }
            last = key
        }
        let output = FolderNode(number: folder.number, foldsNames: true)
        if let last { contents[last] = .folder(output, entries: 1) }
        return output
    }

    private static func key(_ name: String, in folder: FolderNode) -> EntryKey {
        EntryKey(folder: folder.number, name: folder.foldsNames ? .folded(PortableName.folded(name)) : .exact(JSONKey(name)))
    }
}
