internal import Synchronization

/// Sees to it that no path made from a record is that of another file of the run: what it reads, its pipeline file, the rejects, the
/// output or index of any sink, and the files of other records. Asked at the turnstile by changing workers, and so a class.
package final class OutputClaims: Sendable {
    /// A folder that records are written to.
    private struct Output {
        let folder: String
        let place: String
        let index: [String]?
        /// Its number among the claimed paths, and its path as the system knows it.
        var number = ClaimedPaths.root
        var identity = ""
    }

    private struct State {
        var outputs: [Output] = []
        /// What the other files are, as messages say it.
        var others: [String] = []
        /// Their paths, as long as the claimed paths are not there.
        var waiting: [(path: String, other: Int)] = []
        /// Made when it is first needed, because it looks at the disk.
        var paths: ClaimedPaths?
        var foldsCase = false
        /// What paths of folders mean, to look at each folder once.
        var folders: [String: String] = [:]
    }

    private let foldsCase: @Sendable (String) -> Bool
    private let state = Mutex(State())

    /// - Parameter foldsCase: Whether names that differ in case only mean one file below a path.
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
            // Most pipelines write no folder; then there is nobody to protect them from.
            guard !state.outputs.isEmpty else { return }
            state.others.append(description)
            let other = state.others.count - 1
            for file in files where !file.isEmpty && file != "-" && !file.isWebAddress {
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
            let owner = ClaimedPaths.Owner.record(output: output, number: origin.line ?? origin.item, isLine: origin.line != nil)
            do throws(ClaimedPaths.Obstacle) {
                try state.paths?.take(path, in: state.outputs[output].number, for: owner)
            } catch {
                throw RecordError("the path \"\(path.joined(separator: "/").printable)\" \(Self.reason(error, path, output, state))")
            }
        }
    }

    /// Gives a path back that was taken.
    package func withdraw(_ path: [String], of output: Int) {
        state.withLock { $0.paths?.release(path, in: $0.outputs[output].number) }
    }

    private func prepare(_ state: inout State) {
        guard state.paths == nil else { return }
        // Where one disk folds names, all are taken to: better to set a record aside than to lose one.
        state.foldsCase = state.outputs.contains { foldsCase($0.folder) }
        var paths = ClaimedPaths(foldsCase: state.foldsCase)
        for number in state.outputs.indices {
            let folder = state.outputs[number].folder
            let identity = Self.identity(ofFolder: folder)
            state.outputs[number].identity = identity
            state.outputs[number].number = paths.use(Self.names(in: identity))
        }
        for (number, output) in state.outputs.enumerated() {
            if let index = output.index { try? paths.take(index, in: output.number, for: .index(output: number)) }
        }
        state.paths = paths
        for (file, other) in state.waiting { Self.enter(file, other, &state) }
        state.waiting.removeAll()
    }

    /// The path of a folder as the system knows it. One that is called "-" is not standard output.
    private static func identity(ofFolder path: String) -> String { FileIdentity(path.hasPrefix("/") ? path : "./" + path)?.path ?? path }

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
            try? state.paths?.take(names(in: identity), for: .other(other))
        }
    }
}

extension OutputClaims {
    /// What a message says of an obstacle.
    private static func reason(_ obstacle: ClaimedPaths.Obstacle, _ path: [String], _ output: Int, _ state: State) -> String {
        switch obstacle {
        case .folder: return "is a folder that another file of this run needs"
        case .file(.record(let other, let number, let isLine)):
            let origin = number == 0 ? "" : ", \(Origin(item: number, line: isLine ? number : nil))"
            return other == output
                ? "is taken by an earlier record\(origin)" : "is that of a file of \(state.outputs[other].place), too\(origin)"
        case .file(.index(let other)):
            return "is that of the index" + (other == output ? "" : " of \(state.outputs[other].place)")
        case .file(.other(let other)): return "would replace \(state.others[other])"
        case .fileAsFolder(let depth, let owner):
            let folder = path.prefix(depth).joined(separator: "/").printable
            let file =
                switch owner {
                case .record(let other, _, _) where other == output: "the file of an earlier record"
                case .record(let other, _, _): "a file of \(state.outputs[other].place)"
                case .index(let other): other == output ? "the index" : "the index of \(state.outputs[other].place)"
                case .other(let other): state.others[other]
                }
            return "needs the folder \"\(folder)\", which is \(file)"
        }
    }
}
