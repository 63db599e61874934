internal import Synchronization

/// Ensures that no path made from a record is that of another file of the run: what it reads, its pipeline file, the rejects, the
/// output or index of any sink, and the files of other records. Asked at the turnstile by changing workers, and so a class.
package final class OutputPaths: Sendable {
    /// A folder that records are written to.
    private struct Output {
        let folder: String
        let place: String
        let index: [String]?
        /// Its path as the system knows it.
        var identity = ""
        /// Where it is among the claimed paths; nil until these are made.
        var claimed: PathTree.Folder?
    }

    private struct State {
        var outputs: [Output] = []
        /// What the other files are, as messages say it.
        var others: [String] = []
        /// Their paths, as long as the claimed paths are not there.
        var waiting: [(path: String, other: Int)] = []
        /// Made when it is first needed, because it looks at the disk.
        var paths: PathTree?
        var foldsCase = false
        /// What paths of folders mean, to look at each folder once.
        var folders: [String: String] = [:]
    }

    private let foldsCase: @Sendable (String) -> Bool
    private let state = Mutex(State())

    /// - Parameter foldsCase: Whether names that differ in case only mean one file on the disk that a path is on.
    package init(foldsCase: @escaping @Sendable (String) -> Bool = { OutputFolder.foldsCase(at: $0) }) {
        self.foldsCase = foldsCase
    }

    /// Notes a folder that records are written to, before anything is claimed.
    ///
    /// - Parameters:
    ///   - folder: Its path from where the program runs.
    ///   - place: Where the pipeline file names it, such as `sinks[0].to`.
    ///   - index: The names of the folders and of the file that lists all others, if there is one.
    /// - Returns: The number that paths are claimed with.
    package func addOutput(_ folder: String, place: String, index: [String]?) -> Int {
        state.withLock { state in
            state.outputs.append(Output(folder: folder, place: place, index: index))
            return state.outputs.count - 1
        }
    }

    /// Notes files that no record may replace.
    ///
    /// - Parameters:
    ///   - files: Their paths from where the program runs. What is no path of a file, such as an address, is passed over.
    ///   - description: What they are, as a message ends: `the pipeline file`.
    package func protect(_ files: [String], as description: String) {
        state.withLock { state in
            // Most pipelines write no folder; then no record can take a path.
            guard !state.outputs.isEmpty else { return }
            state.others.append(description)
            let other = state.others.count - 1
            for file in files where !file.isEmpty {
                guard case .file = Input(file) else { continue }
                if state.paths == nil { state.waiting.append((file, other)) } else { Self.enter(file, other, &state) }
            }
        }
    }

    /// Notes the files that a pipeline names. Inputs that are not there yet need no protection, and folders are no files.
    package func protect(_ uses: [FileUse]) {
        for use in uses where !use.isTemplate {
            switch use.purpose {
            case .input: if FilePath.kind(of: use.path) == .regular { protect([use.path], as: "what \(use.place) reads") }
            case .output: protect([use.path], as: use.place == "rejects" ? "the rejects file" : "the output of \(use.place)")
            }
        }
    }

    /// Takes a path for a record.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, from the output's folder on.
    ///   - output: What ``addOutput(_:place:index:)`` returned.
    ///   - origin: Where the record came from.
    /// - Throws: ``RecordError`` that says what is in the way.
    package func claim(_ path: [String], of output: Int, for origin: Origin) throws {
        try state.withLock { state in
            prepare(&state)
            guard let folder = state.outputs[output].claimed else { return }
            let owner = PathTree.Owner.record(
                output: output, number: origin.line ?? origin.item, isLine: origin.line != nil, spelling: Self.spelling(of: path))
            do throws(PathTree.Obstacle) {
                try state.paths?.take(path, in: folder, for: owner)
            } catch {
                throw RecordError("the path \"\(path.joined(separator: "/").printable)\" \(Self.reason(error, path, output, state))")
            }
        }
    }

    /// Gives a path back that was taken.
    package func withdraw(_ path: [String], of output: Int) {
        state.withLock { state in
            guard let folder = state.outputs[output].claimed else { return }
            state.paths?.release(path, in: folder)
        }
    }

    private func prepare(_ state: inout State) {
        guard state.paths == nil else { return }
        // Where one disk folds names, all are taken to: better to set a record aside than to lose one.
        state.foldsCase = state.outputs.contains { foldsCase($0.folder) }
        var paths = PathTree(foldsCase: state.foldsCase)
        for number in state.outputs.indices { state.outputs[number].identity = Self.identity(ofFolder: state.outputs[number].folder) }
        let names = state.outputs.map { Self.names(in: $0.identity) }
        // Outer folders first, so that nothing is in a folder yet from which on names are folded.
        for number in state.outputs.indices.sorted(by: { names[$0].count < names[$1].count }) {
            state.outputs[number].claimed = paths.addOutput(names[number])
        }
        for (number, output) in state.outputs.enumerated() {
            guard let index = output.index, let folder = output.claimed else { continue }
            try? paths.take(index, in: folder, for: .index(output: number))
        }
        state.paths = paths
        for (file, other) in state.waiting { Self.enter(file, other, &state) }
        state.waiting.removeAll()
    }

    /// The path of a folder as the system knows it. One that is called "-" is not standard output.
    private static func identity(ofFolder path: String) -> String { FileIdentity(path.hasPrefix("/") ? path : "./" + path)?.path ?? path }

    /// A hash of the bytes of a path, which only decides on the words of a message.
    private static func spelling(of path: [String]) -> UInt64 {
        var hash = FNVHash()
        for name in path {
            hash.add(name)
            hash.add(UInt8(ascii: "/"))
        }
        return hash.value
    }

    private static func names(in path: String) -> [String] { FilePath.names(in: path).filter { !$0.isEmpty } }

    /// Enters a file under its own name and, where that is a symbolic link, under that of the file that it leads to. Who has the path
    /// already keeps it: what the pipeline file fixes has been checked before.
    private static func enter(_ file: String, _ other: Int, _ state: inout State) {
        let place = FilePath.split(file)
        let folder = state.folders[place.folder] ?? identity(ofFolder: place.folder)
        state.folders[place.folder] = folder
        var identities = [folder == "/" ? "/\(place.name)" : "\(folder)/\(place.name)"]
        if FilePath.isLink(file), let target = FileIdentity(file)?.path { identities.append(target) }
        for identity in identities where state.foldsCase || state.outputs.contains(where: { identity.hasPrefix($0.identity) }) {
            guard let root = state.paths?.root else { return }
            try? state.paths?.take(names(in: identity), in: root, for: .other(other))
        }
    }
}

extension OutputPaths {
    /// What a message says of an obstacle.
    private static func reason(_ obstacle: PathTree.Obstacle, _ path: [String], _ output: Int, _ state: State) -> String {
        switch obstacle {
        case .folder: return "is a folder that another file of this run needs"
        case .file(.record(let other, let number, let isLine, let spelling)):
            let origin = number == 0 ? "" : ", \(Origin(item: number, line: isLine ? number : nil))"
            if other != output { return "is that of a file of \(state.outputs[other].place), too\(origin)" }
            return spelling == self.spelling(of: path)
                ? "is taken by an earlier record\(origin)"
                : "differs only in case or in the form of its letters from that of an earlier record\(origin)"
        case .file(.index(let other)):
            return "is that of the index" + (other == output ? "" : " of \(state.outputs[other].place)")
        case .file(.other(let other)): return "would replace \(state.others[other])"
        case .fileAsFolder(let depth, let owner):
            let folder = path.prefix(depth).joined(separator: "/").printable
            let file =
                switch owner {
                case .record(let other, _, _, _) where other == output: "the file of an earlier record"
                case .record(let other, _, _, _): "a file of \(state.outputs[other].place)"
                case .index(let other): other == output ? "the index" : "the index of \(state.outputs[other].place)"
                case .other(let other): state.others[other]
                }
            return "needs the folder \"\(folder)\", which is \(file)"
        }
    }
}
