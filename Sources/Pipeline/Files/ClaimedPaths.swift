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
        case record(output: Int, number: Int, isLine: Bool)
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

    /// A name in a folder: two are one if their bytes are, or, on a disk that folds names, if a reader takes them for one.
    private struct Place: Hashable {
        enum Name: Hashable {
            case exact(JSONKey)
            case folded(String)
        }

        let folder: Int
        let name: Name
    }

    private enum Content {
        case folder(number: Int, uses: Int)
        case file(Owner)
    }

    /// The number of the folder that all others are in.
    static let root = 0
    private let foldsCase: Bool
    private var contents: [Place: Content] = [:]
    private var lastFolder = root

    /// - Parameter foldsCase: Whether names that differ in case only mean one file.
    init(foldsCase: Bool) {
        self.foldsCase = foldsCase
    }

    /// Takes a path.
    ///
    /// - Parameters:
    ///   - names: The names of the folders and of the file, from the folder on.
    ///   - folder: The number of a folder that stays.
    /// - Throws: What is in the way; then nothing was taken.
    mutating func take(_ names: [String], in folder: Int = root, for owner: Owner) throws(Obstacle) {
        var inner: Int? = folder
        for (depth, name) in names.enumerated() {
            guard let number = inner else { break }
            let isLast = depth == names.count - 1
            switch contents[place(name, in: number)] {
            case .file(let other): throw isLast ? .file(other) : .fileAsFolder(depth: depth + 1, other)
            case .folder(let next, _):
                if isLast { throw .folder }
                inner = next
            case nil: inner = nil
            }
        }
        guard let name = names.last else { return }
        // A statement of its own: within one that reads `self`, too, the dictionary has a second owner, and is copied.
        let number = use(names.dropLast(), in: folder)
        contents[place(name, in: number)] = .file(owner)
    }

    /// Gives a path back that was taken.
    mutating func release(_ names: [String], in folder: Int = root) {
        var number = folder
        for (depth, name) in names.enumerated() {
            let place = place(name, in: number)
            guard depth < names.count - 1, case .folder(let inner, let uses) = contents[place] else {
                contents[place] = nil
                return
            }
            contents[place] = uses > 1 ? .folder(number: inner, uses: uses - 1) : nil
            number = inner
        }
    }

    /// Notes folders that a file needs.
    ///
    /// - Returns: The number of the last one.
    mutating func use(_ names: some Sequence<String>, in folder: Int = root) -> Int {
        var number = folder
        for name in names {
            let place = place(name, in: number)
            if let index = contents.index(forKey: place), case .folder(let inner, let uses) = contents.values[index] {
                contents.values[index] = .folder(number: inner, uses: uses + 1)
                number = inner
            } else {
                lastFolder += 1
                contents[place] = .folder(number: lastFolder, uses: 1)
                number = lastFolder
            }
        }
        return number
    }

    private func place(_ name: String, in folder: Int) -> Place {
        Place(folder: folder, name: foldsCase ? .folded(name.lowercased()) : .exact(JSONKey(name)))
    }
}
