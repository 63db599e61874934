internal import Synchronization

/// Ensures that the path of a record's file is not that of another file of the run.
///
/// Other files are inputs, the pipeline file, the rejects, outputs and indexes of all sinks, and files of other records. A class, because
/// all workers call it, one at a time, at the turnstile.
package final class ClaimedPaths: Sendable {
    /// A folder to which a sink writes a file for each record.
    private struct RecordFolder {
        let folder: String
        let place: String
        /// The paths of files about the folder as a whole, such as an index, and their names in messages.
        var reserved: [(path: [String], name: String)]
        /// The canonical path: equal for all paths of one folder, such as `out` and `./out`.
        var identity = ""
        /// The folder in the tree of paths; nil before the tree exists.
        var claimed: PathTree.FolderNode?
    }

    private struct State {
        var outputs: [RecordFolder] = []
        /// Descriptions of the other files for messages.
        var others: [String] = []
        /// The files that the run writes at fixed paths, with descriptions.
        var written: [(path: String, description: String)] = []
        /// The paths of the other files, before the tree exists.
        var waiting: [(path: String, other: Int)] = []
        /// The paths in use. It is created when it is first needed, because that takes system calls.
        var paths: PathTree?
        var foldsCase = false
        /// The canonical paths of folders, so that each folder is resolved once.
        var folders: [String: String] = [:]
    }

    private let foldsCase: @Sendable (String) -> Bool
    private let state = Mutex(State())

    /// Creates the paths of one run.
    ///
    /// - Parameter foldsCase: Whether the file system at a path is case-insensitive.
    package init(foldsCase: @escaping @Sendable (String) -> Bool = { ConfinedFolder.foldsCase(at: $0) }) {
        self.foldsCase = foldsCase
    }

    /// Adds a folder to which a sink writes a file for each record. Call this before any path is claimed.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, relative to the current directory or absolute.
    ///   - place: The path of the option in the pipeline file, such as `sinks[0].to`.
    ///   - reserved: The paths of files about the folder as a whole, relative to it, and their names in messages, such as `index`.
    /// - Returns: The number of the output, for ``claim(_:of:for:)``.
    package func addOutput(_ folder: String, place: String, reserved: [(path: [String], name: String)] = []) -> Int {
        state.withLock { state in
            state.outputs.append(RecordFolder(folder: folder, place: place, reserved: reserved))
            return state.outputs.count - 1
        }
    }

    /// Adds files that no record may overwrite.
    ///
    /// - Parameters:
    ///   - files: Paths, relative to the current directory or absolute. URLs and `-` are ignored.
    ///   - description: The files in messages, such as `the pipeline file`.
    ///   - isWritten: Whether this run writes the files.
    package func protect(_ files: [String], as description: String, isWritten: Bool = false) {
        state.withLock { state in
            if isWritten { state.written += files.map { ($0, description) } }
            // Without a folder output, no record has a path.
            guard !state.outputs.isEmpty else { return }
            state.others.append(description)
            let other = state.others.count - 1
            for file in files where !file.isEmpty {
                guard case .file = Input(file) else { continue }
                if state.paths == nil { state.waiting.append((file, other)) } else { Self.enter(file, other, &state) }
            }
        }
    }

    /// Adds the files that a pipeline names. It skips missing inputs and the folders of sinks.
    package func protect(_ uses: [FileUse]) {
        for use in uses where use.isTemplate && use.owner == .stage { protect([use.fixedFolder], as: "the folder of \(use.place)") }
        for use in uses where !use.isTemplate {
            switch use.purpose {
            case .input: if FilePath.kind(of: use.path) == .regular { protect([use.path], as: "what \(use.place) reads") }
            case .store, .storeFolder: protect([use.path], as: "the store of \(use.place)")
            case .output:
                protect(
                    [use.path], as: use.owner == .rejects ? "the rejects file" : "the output of \(use.place)", isWritten: true)
            }
        }
    }

    /// Finds an input that is also an output of this run, so that each run would read the result of the last one.
    ///
    /// - Parameter files: The paths of existing files.
    /// - Returns: The first such file, and the description of the output.
    func replacedInput(among files: [String]) -> (path: String, output: String)? {
        let outputs = state.withLock { $0.written }.compactMap { output in
            InodeID(output.path).map { (number: $0, identity: CanonicalPath(output.path), description: output.description) }
        }
        guard !outputs.isEmpty else { return nil }
        for file in files {
            // Resolving a path takes several system calls. Most files already differ in their inode numbers.
            guard let number = InodeID(file), let output = outputs.first(where: { $0.number == number }),
                let identity = CanonicalPath(file), identity == output.identity
            else { continue }
            return (file, output.description)
        }
        return nil
    }

    /// Claims a path for a record.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, relative to the output's folder.
    ///   - output: The result of ``addOutput(_:place:reserved:)``.
    ///   - origin: The origin of the record, for messages about later records.
    ///   - advice: The end of the message where an earlier record of the output has the path.
    /// - Throws: ``RecordError`` that names the file with this path.
    package func claim(_ path: [String], of output: Int, for origin: Origin, advice: String = "") throws {
        try state.withLock { state in
            prepare(&state)
            guard let folder = state.outputs[output].claimed else { return }
            try Self.take(path, in: folder, for: Self.owner(of: path, in: output, origin), of: output, &state, advice: advice)
        }
    }

    /// Claims a path for a record if no other file of the run has it.
    ///
    /// - Parameters:
    ///   - path: As in ``claim(_:of:for:advice:)``.
    ///   - beside: The paths of the record's further files. If one of them is not free, the path is not claimed. They are not claimed in any
    ///     case.
    ///   - part: The place of the name in the path that gets a number if the path is not free.
    /// - Returns: Whether the record has the path now.
    /// - Throws: ``RecordError`` if a folder of the path in front of that name is a file, so that no number helps.
    func claimIfFree(
        _ path: [String], of output: Int, for origin: Origin, beside: [[String]], numbered part: Int
    ) throws -> Bool {
        try state.withLock { state in
            prepare(&state)
            guard let folder = state.outputs[output].claimed else { return true }
            let owner = Self.owner(of: path, in: output, origin)
            do throws(PathTree.Obstacle) {
                try state.paths?.take(path, in: folder, for: owner)
                for file in beside {
                    guard (try? state.paths?.take(file, in: folder, for: owner)) != nil else {
                        state.paths?.release(path, in: folder)
                        return false
                    }
                    state.paths?.release(file, in: folder)
                }
                return true
            } catch .file, .folder {
                return false
            } catch .fileAsFolder(let depth, _) where part < depth {
                return false
            } catch {
                throw RecordError("the path \"\(path.joined(separator: "/").printable)\" \(Self.reason(error, path, output, state))")
            }
        }
    }

    private static func owner(of path: [String], in output: Int, _ origin: Origin) -> PathTree.Owner {
        .record(
            output: output, number: origin.line ?? origin.item, isLine: origin.line != nil,
            page: origin.page.map { UInt32(clamping: $0) } ?? 0, spelling: spelling(of: path))
    }

    /// Claims a path for a file about the folder as a whole, if it is not reserved already.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, relative to the output's folder.
    ///   - output: The result of ``addOutput(_:place:reserved:)``.
    ///   - name: The name of the file in messages.
    /// - Throws: ``RecordError`` that names the file with this path.
    func reserve(_ path: [String], of output: Int, as name: String) throws {
        try state.withLock { state in
            prepare(&state)
            guard let folder = state.outputs[output].claimed, !state.outputs[output].reserved.contains(where: { $0.path == path })
            else { return }
            let file = state.outputs[output].reserved.count
            try Self.take(path, in: folder, for: .reserved(output: output, file: file), of: output, &state)
            state.outputs[output].reserved.append((path, name))
        }
    }

    private static func take(
        _ path: [String], in folder: PathTree.FolderNode, for owner: PathTree.Owner, of output: Int, _ state: inout State,
        advice: String = ""
    ) throws {
        do throws(PathTree.Obstacle) {
            try state.paths?.take(path, in: folder, for: owner)
        } catch {
            let isOfRecord = if case .file(.record(output, _, _, _, _)) = error { true } else { false }
            let reason = reason(error, path, output, state) + (isOfRecord ? advice : "")
            throw RecordError("the path \"\(path.joined(separator: "/").printable)\" \(reason)")
        }
    }

    /// Releases a claimed path.
    package func withdraw(_ path: [String], of output: Int) {
        state.withLock { state in
            guard let folder = state.outputs[output].claimed else { return }
            state.paths?.release(path, in: folder)
        }
    }

    private func prepare(_ state: inout State) {
        guard state.paths == nil else { return }
        // If one file system is case-insensitive, all are treated so: a rejected record is better than a lost one.
        state.foldsCase = state.outputs.contains { foldsCase($0.folder) }
        var paths = PathTree(foldsCase: state.foldsCase)
        for number in state.outputs.indices { state.outputs[number].identity = Self.identity(ofFolder: state.outputs[number].folder) }
        let names = state.outputs.map { Self.names(in: $0.identity) }
        // Outer folders come first: names below an output's folder are case-folded, so the folder must be empty when it is added.
        for number in state.outputs.indices.sorted(by: { names[$0].count < names[$1].count }) {
            state.outputs[number].claimed = paths.addOutput(names[number])
        }
        for (number, output) in state.outputs.enumerated() {
            guard let folder = output.claimed else { continue }
            for (file, reserved) in output.reserved.enumerated() {
                try? paths.take(reserved.path, in: folder, for: .reserved(output: number, file: file))
            }
        }
        state.paths = paths
        for (file, other) in state.waiting { Self.enter(file, other, &state) }
        state.waiting.removeAll()
    }

    /// The canonical path of a folder. The prefix "./" prevents that a folder called "-" is taken for standard output.
    private static func identity(ofFolder path: String) -> String { CanonicalPath(path.hasPrefix("/") ? path : "./" + path)?.path ?? path }

    /// A hash of the bytes of a path. It only selects the wording of a message.
    private static func spelling(of path: [String]) -> UInt64 {
        var hash = FNVHash()
        for name in path {
            hash.add(name)
            hash.add(UInt8(ascii: "/"))
        }
        return hash.value
    }

    private static func names(in path: String) -> [String] { FilePath.names(in: path).filter { !$0.isEmpty } }

    /// Adds a file to the tree under its own path, and under the target's path if it is a symbolic link.
    ///
    /// A path that is already in the tree keeps its entry. The pipeline reader has checked conflicts between fixed paths.
    private static func enter(_ file: String, _ other: Int, _ state: inout State) {
        let place = FilePath.split(file)
        let folder = state.folders[place.folder] ?? identity(ofFolder: place.folder)
        state.folders[place.folder] = folder
        var identities = [folder == "/" ? "/\(place.name)" : "\(folder)/\(place.name)"]
        if FilePath.isLink(file), let target = CanonicalPath(file)?.path { identities.append(target) }
        for identity in identities where state.foldsCase || state.outputs.contains(where: { identity.hasPrefix($0.identity) }) {
            guard let root = state.paths?.root else { return }
            try? state.paths?.take(names(in: identity), in: root, for: .other(other))
        }
    }
}

extension ClaimedPaths {
    /// The conflict in words, as the end of a message.
    private static func reason(_ obstacle: PathTree.Obstacle, _ path: [String], _ output: Int, _ state: State) -> String {
        switch obstacle {
        case .folder: return "is a folder that another file of this run needs"
        case .file(.record(let other, let number, let isLine, let page, let spelling)):
            let place = Origin(page: page == 0 ? nil : Int(page), item: number, line: isLine ? number : nil)
            let origin = number == 0 ? "" : ", \(place)"
            if other != output { return "is that of a file of \(state.outputs[other].place), too\(origin)" }
            return spelling == self.spelling(of: path)
                ? "is taken by an earlier record\(origin)"
                : "differs only in case or in the form of its letters from that of an earlier record\(origin)"
        case .file(.reserved(let other, let file)): return "is that of \(reserved(other, file, output, state))"
        case .file(.other(let other)): return "would replace \(state.others[other])"
        case .fileAsFolder(let depth, let owner):
            let folder = path.prefix(depth).joined(separator: "/").printable
            let file =
                switch owner {
                case .record(let other, _, _, _, _) where other == output: "the file of an earlier record"
                case .record(let other, _, _, _, _): "a file of \(state.outputs[other].place)"
                case .reserved(let other, let file): reserved(other, file, output, state)
                case .other(let other): state.others[other]
                }
            return "needs the folder \"\(folder)\", which is \(file)"
        }
    }
    /// The words for a file about a folder as a whole.
    private static func reserved(_ other: Int, _ file: Int, _ output: Int, _ state: State) -> String {
        "the \(state.outputs[other].reserved[file].name)" + (other == output ? "" : " of \(state.outputs[other].place)")
    }
}
