internal import JSONParsing

/// Which file of a run has which path: the folders on the way as a tree, so that a file in the way of a folder is found, too, and a
/// path costs what its last names cost.
struct PathTree {
    /// Whose file it is.
    enum Owner: Equatable {
        /// That of a record.
        ///
        /// - Parameters:
        ///   - output: The number of the output that made it.
        ///   - number: The number of the item or line that the record came from.
        ///   - spelling: The hash of the path as it was written, to tell equal paths from those that only some system takes for equal.
        case record(output: Int, number: Int, isLine: Bool, spelling: UInt64)
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
        /// A file, where the path's first names would have to be a folder.
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
        case folder(Folder, entries: Int)
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
        var folder = folder
        var parent: Dictionary<Place, Content>.Index?
        for depth in names.indices {
            let isLast = depth == names.count - 1
            let place = Self.place(names[depth], in: folder)
            guard let index = contents.index(forKey: place) else {
                if let parent { addEntry(at: parent) }
                add(names[depth...], at: place, in: folder, for: owner)
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

    /// Counts one entry more in a folder.
    private mutating func addEntry(at index: Dictionary<Place, Content>.Index) {
        guard case .folder(let folder, let entries) = contents.values[index] else { return }
        contents.values[index] = .folder(folder, entries: entries + 1)
    }

    /// Makes folders and the file in the last of them, or one more folder if there is no file.
    ///
    /// - Parameter place: That of the first name.
    /// - Returns: The last folder.
    @discardableResult
    private mutating func add(_ names: ArraySlice<String>, at place: Place, in folder: Folder, for owner: Owner?) -> Folder {
        var folder = folder
        var place = place
        for index in names.indices {
            let isLast = index == names.endIndex - 1
            if isLast, let owner {
                contents[place] = .file(owner)
                return folder
            }
            lastFolder += 1
            folder = Folder(number: lastFolder, foldsNames: folder.foldsNames)
            contents[place] = .folder(folder, entries: 1)
            if !isLast { place = Self.place(names[index + 1], in: folder) }
        }
        return folder
    }

    /// Gives a path back that was taken, and the folders that nothing is in without it.
    mutating func release(_ names: [String], in folder: Folder) {
        var folder = folder
        var places: [Place] = []
        for name in names {
            let place = Self.place(name, in: folder)
            places.append(place)
            if case .folder(let next, _) = contents[place] { folder = next }
        }
        guard let file = places.popLast() else { return }
        contents[file] = nil
        while let place = places.popLast(), case .folder(let folder, let entries) = contents[place] {
            guard entries == 1 else {
                contents[place] = .folder(folder, entries: entries - 1)
                return
            }
            contents[place] = nil
        }
    }

    /// Notes the folder of an output, which stays: below it names are one if some system takes them for one. Nothing may be in it yet.
    mutating func addOutput(_ names: [String]) -> Folder {
        var folder = root
        var last: Place?
        for name in names {
            let place = Self.place(name, in: folder)
            if let index = contents.index(forKey: place), case .folder(let next, _) = contents.values[index] {
                // Counted once more for each output, so that it stays when files in it are given back.
                addEntry(at: index)
                folder = next
            } else {
                folder = add([name], at: place, in: folder, for: nil)
            }
            last = place
        }
        let output = Folder(number: folder.number, foldsNames: true)
        if let last { contents[last] = .folder(output, entries: 1) }
        return output
    }

    private static func place(_ name: String, in folder: Folder) -> Place {
        Place(folder: folder.number, name: folder.foldsNames ? .folded(PortableName.folded(name)) : .exact(JSONKey(name)))
    }
}
