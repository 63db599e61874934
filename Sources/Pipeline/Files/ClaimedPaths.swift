internal import JSONParsing

/// Which file of a run has which path: the folders on the way as a tree, so that a file in the way of a folder is found, too, and a
/// path costs what its last names cost.
struct ClaimedPaths {
    /// Whose file it is.
    enum Owner: Equatable {
        /// That of a record.
        ///
        /// - Parameters:
        ///   - output: The number of the output that made it.
        ///   - number: The number of the item or line that the record came from.
        ///   - spelling: The hash of the path as it was written, to tell equal paths from those that only some system takes for equal.
        case record(output: Int, number: Int, isLine: Bool, spelling: Int)
        /// The index of an output.
        case index(output: Int)
        /// Another file of the run, by its number.
        case other(Int)
    }

    /// What is in the way of a file.
    enum Obstacle: Error, Equatable {
        case file(Owner)
        /// A folder that other files need.
        case folder
        /// A file, where so many of the path's names would have to be a folder.
        case fileAsFolder(depth: Int, Owner)
    }

    /// A folder on the way of a path.
    struct Folder: Equatable {
        fileprivate let number: Int
        /// Whether names in it are one if some system takes them for one, and not only if their bytes are.
        fileprivate let foldsNames: Bool
    }

    /// A name in a folder.
    private struct Place: Hashable {
        enum Name: Hashable {
            case exact(JSONKey)
            case folded(String)
        }

        let folder: Int
        let name: Name
    }

    private enum Content {
        case folder(Folder, uses: Int)
        case file(Owner)
    }

    /// The folder that all others are in.
    let root: Folder
    private var contents: [Place: Content] = [:]
    private var lastFolder: Int

    /// - Parameter foldsCase: Whether names that differ in case only mean one file on the disk. Below the folders of outputs they always do.
    init(foldsCase: Bool) {
        root = Folder(number: 0, foldsNames: foldsCase)
        lastFolder = root.number
    }

    /// Takes a path.
    ///
    /// - Parameters:
    ///   - names: The names of the folders and of the file, from the folder on.
    ///   - folder: A folder that stays.
    /// - Throws: What is in the way; then nothing was taken.
    mutating func take(_ names: [String], in folder: Folder, for owner: Owner) throws(Obstacle) {
        var inner: Folder? = folder
        for (depth, name) in names.enumerated() {
            guard let folder = inner else { break }
            let isLast = depth == names.count - 1
            switch contents[Self.place(name, in: folder)] {
            case .file(let other): throw isLast ? .file(other) : .fileAsFolder(depth: depth + 1, other)
            case .folder(let next, _):
                if isLast { throw .folder }
                inner = next
            case nil: inner = nil
            }
        }
        guard let name = names.last else { return }
        // A statement of its own: within one that reads `self`, too, the dictionary has a second owner, and is copied.
        let last = use(names.dropLast(), in: folder)
        contents[Self.place(name, in: last)] = .file(owner)
    }

    /// Gives a path back that was taken.
    mutating func release(_ names: [String], in folder: Folder) {
        var folder = folder
        for (depth, name) in names.enumerated() {
            let place = Self.place(name, in: folder)
            guard depth < names.count - 1, case .folder(let inner, let uses) = contents[place] else {
                contents[place] = nil
                return
            }
            contents[place] = uses > 1 ? .folder(inner, uses: uses - 1) : nil
            folder = inner
        }
    }

    /// Notes folders that a file needs.
    ///
    /// - Returns: The last one.
    mutating func use(_ names: some Sequence<String>, in folder: Folder) -> Folder {
        var folder = folder
        for name in names {
            let place = Self.place(name, in: folder)
            if let index = contents.index(forKey: place), case .folder(let inner, let uses) = contents.values[index] {
                contents.values[index] = .folder(inner, uses: uses + 1)
                folder = inner
            } else {
                lastFolder += 1
                folder = Folder(number: lastFolder, foldsNames: folder.foldsNames)
                contents[place] = .folder(folder, uses: 1)
            }
        }
        return folder
    }

    /// Notes the folder of an output: below it names are one if some system takes them for one. Nothing may be in it yet.
    mutating func useOutput(_ names: [String]) -> Folder {
        guard let name = names.last else { return Folder(number: root.number, foldsNames: true) }
        let parent = use(names.dropLast(), in: root)
        let place = Self.place(name, in: parent)
        let folder = use([name], in: parent)
        let output = Folder(number: folder.number, foldsNames: true)
        contents[place] = .folder(output, uses: 1)
        return output
    }

    private static func place(_ name: String, in folder: Folder) -> Place {
        Place(folder: folder.number, name: folder.foldsNames ? .folded(PortableName.folded(name)) : .exact(JSONKey(name)))
    }
}
