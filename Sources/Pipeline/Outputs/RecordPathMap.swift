internal import JSONParsing
internal import Synchronization

/// The paths of the records of a folder by their keys: those of earlier runs, and those of this one.
///
/// A hidden file of the folder keeps them, so that a record has the same path in each run. A class, because all workers call it, one at a time,
/// at the turnstile, and the sink's task writes the file.
final class RecordPathMap: Sendable {
    /// The path of one record.
    struct RecordPath: Codable, Sendable {
        let path: [String]
        /// The path that the template gave.
        let wanted: [String]
        let key: String
    }

    /// The key of a record, with the path that the template gave.
    private struct Identity: Hashable {
        let wanted: [String]
        let key: String
    }

    private struct State {
        /// The paths of earlier runs, in the order of their file.
        var earlier: [RecordPath] = []
        /// The keys of their records, by the case-folded path.
        var owners: [String: String] = [:]
        /// The paths that records had, last one first.
        var known: [Identity: [[String]]] = [:]
        /// The next number to append to each wanted path.
        var next: [[String]: Int] = [:]
        /// The paths of this run.
        var names: [RecordPath] = []
        var isLoaded = false
    }

    /// The longest file of names, in bytes.
    static let maxBytes = 1 << 30

    private let onClash: ClashOptions.OnClash
    private let state = Mutex(State())

    init(_ options: ClashOptions) { onClash = options.onClash }

    /// Finds a path for a record.
    ///
    /// - Parameters:
    ///   - place: The record's place, whose path becomes the one that was found.
    ///   - file: The path of the file with the names of earlier runs.
    ///   - numbered: Returns the wanted path with a number.
    ///   - take: Takes a path if it is free, and returns whether it was.
    ///   - refuse: Takes a path, or throws the reason why it is not free.
    /// - Throws: ``RecordError`` if no path can be found.
    func find(
        _ place: inout RecordFilePath, file: String, numbered: (Int) -> [String], take: ([String]) throws -> Bool,
        refuse: ([String]) throws -> Void
    ) throws {
        try state.withLock { state in
            Self.load(&state, from: file)
            if let key = place.key, let path = state.known[Identity(wanted: place.wanted, key: key)]?.last, try take(path) {
                state.known[Identity(wanted: place.wanted, key: key)]?.removeLast()
                place.path = path
                return
            }
            if onClash == .reject {
                if Self.isForeign(place.wanted, to: place.key, state) {
                    throw RecordError(
                        "the path \"\(place.wanted.joined(separator: "/").printable)\" is that of another record of an earlier run")
                }
                return try refuse(place.wanted)
            }
            var number = state.next[place.wanted] ?? 1
            while true {
                let path = numbered(number)
                if !Self.isForeign(path, to: place.key, state), try take(path) {
                    (place.path, place.number) = (path, number)
                    break
                }
                number += 1
            }
            state.next[place.wanted] = number + 1
        }
    }

    /// Notes that the path of a record is free again.
    func withdraw(_ place: RecordFilePath) {
        state.withLock { state in
            if let next = state.next[place.wanted], place.number < next { state.next[place.wanted] = place.number }
        }
    }

    /// Notes the path of a record that is written.
    func add(_ place: RecordFilePath) {
        guard let key = place.key else { return }
        state.withLock { $0.names.append(RecordPath(path: place.path, wanted: place.wanted, key: key)) }
    }

    /// Returns all names for the next run: those of earlier runs whose files still exist and whose paths no record of this run has, and
    /// those of this run.
    ///
    /// - Parameter hasFile: Whether a file of an earlier run exists.
    /// - Returns: The names, and the number of files of earlier runs whose records are not known and that records of this run replace.
    func all(hasFile: ([String]) throws -> Bool) throws -> (names: [RecordPath], unknown: Int) {
        let (earlier, owners, names) = state.withLock { ($0.earlier, $0.owners, $0.names) }
        let taken = Set(names.map { Self.folded($0.path) })
        let kept = try earlier.filter { try !taken.contains(Self.folded($0.path)) && hasFile($0.path) }
        let unknown = try names.count { try owners[Self.folded($0.path)] == nil && hasFile($0.path) }
        return (kept + names, unknown)
    }

    /// Reads the names of a file.
    ///
    /// - Returns: The names, or the number of the first faulty line.
    static func names(in content: [UInt8]) -> (names: [RecordPath], faultyLine: Int?) {
        var names: [RecordPath] = []
        for (number, line) in Lines(content).enumerated() {
            guard let name = try? JSONValue(parsing: Array(line)).decode(RecordPath.self),
                (try? ConfinedFolder.split(name.path.joined(separator: "/"))) == name.path
            else { return (names, number + 1) }
            names.append(name)
        }
        return (names, nil)
    }

    /// Reads the names of earlier runs, once. The sink reports a faulty file, and then writes nothing.
    private static func load(_ state: inout State, from file: String) {
        guard !state.isLoaded else { return }
        state.isLoaded = true
        guard FilePath.kind(of: file) == .regular,
            let content = try? InputFile.readAll(.file(MaskedText(file)), limit: maxBytes)
        else { return }
        state.earlier = names(in: content).names
        for name in state.earlier.reversed() {
            state.owners[folded(name.path)] = name.key
            state.known[Identity(wanted: name.wanted, key: name.key), default: []].append(name.path)
        }
    }

    /// Whether a path is that of another record of an earlier run.
    private static func isForeign(_ path: [String], to key: String?, _ state: State) -> Bool {
        guard let owner = state.owners[folded(path)] else { return false }
        return owner != key
    }

    private static func folded(_ path: [String]) -> String { path.map(PortableName.folded).joined(separator: "/") }
}

/// The path of a record's file, and the key by which later runs recognize the record.
public struct RecordFilePath: Sendable {
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
