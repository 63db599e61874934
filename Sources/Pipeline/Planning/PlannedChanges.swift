internal import Synchronization

/// What a run would change. The outputs of such a run write nothing, and note here what they would do.
///
/// A class, because all outputs of the run share it.
package final class PlannedChanges: Sendable {
    /// The name of the rejects among the steps.
    package static let rejects = "rejects"

    private let keepsContent: Bool
    private let folder: String
    private let steps = Mutex<[String: PlannedStepChanges]>([:])

    /// - Parameters:
    ///   - keepsContent: Whether the new content of changed files is kept, for diffs.
    ///   - folder: The folder of temporary files. They have no names, so that nothing is left behind, however the process ends.
    package init(keepsContent: Bool, folder: String) {
        self.keepsContent = keepsContent
        self.folder = folder
    }

    /// The plan of a step, which makes it if it is new.
    ///
    /// - Parameter step: The path of the step in the pipeline file, or ``rejects``.
    func plan(of step: String) -> PlannedStepChanges {
        steps.withLock { steps in
            if let plan = steps[step] { return plan }
            let plan = PlannedStepChanges(keepsContent: keepsContent, folder: folder)
            steps[step] = plan
            return plan
        }
    }

    /// The outputs of a step, in the order in which it has opened them.
    ///
    /// - Parameter step: The path of the step in the pipeline file, or ``rejects``.
    package func outputs(of step: String) -> [PlannedOutput] { steps.withLock { $0[step] }?.outputs ?? [] }
}

/// What the outputs of one step would change.
///
/// An output finds it in the context of the run when it is opened: `RunContext.plan`. If there is a plan, the output compares its content
/// with what is there, as in every run, and its commit notes the result.
///
/// Package access: the state of the HTTP source is a private file, and plug-ins write through outputs that look here themselves.
/// A class, because the output and the engine share it.
package final class PlannedStepChanges: Sendable {
    /// Whether the new content of changed files is kept, for diffs.
    let keepsContent: Bool
    /// The folder of temporary files, which have no names.
    let folder: String
    private let state = Mutex<[PlannedOutput]>([])

    init(keepsContent: Bool, folder: String) {
        self.keepsContent = keepsContent
        self.folder = folder
    }

    /// The outputs in the order in which they were opened.
    var outputs: [PlannedOutput] { state.withLock { $0 } }

    /// A path in the folder of temporary files, for functions that make an unnamed file beside another one.
    var temporaryPath: String { "\(folder)/output" }

    /// Adds an output.
    ///
    /// - Returns: The number of the output, for ``add(_:to:)``.
    @discardableResult func begin(_ kind: PlannedOutput.Kind, shown: String) -> Int {
        state.withLock { outputs in
            outputs.append(PlannedOutput(kind: kind, shown: shown))
            return outputs.count - 1
        }
    }

    /// Adds a file to an output. A file that is written twice counts with its last content.
    func add(_ file: PlannedFile, to output: Int) { state.withLock { $0[output].add(file) } }

    /// Adds an output that is one file.
    func addOutput(of file: PlannedFile) { add(file, to: begin(.file, shown: file.shown)) }

    /// Adds an output that is one file, which a run would not touch.
    package func noteUnchangedFile(_ shown: String) { addOutput(of: PlannedFile(shown: shown, change: .unchanged)) }

    /// Says what would happen to the records of the output that was added last, such as `3 records appended`.
    func describe(_ summary: String) {
        state.withLock { outputs in if !outputs.isEmpty { outputs[outputs.count - 1].summary = summary } }
    }

    /// Opens a file that appears whole, or one that a plan compares.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A symbolic link that the user named is followed, so that the link is not replaced.
    ///   - shown: The path in messages.
    ///   - isPrivate: Whether other users must not read the file. Its content is not kept for a diff.
    ///   - plan: Gets what a run would change; nil to write.
    /// - Throws: ``SystemError``; ``PipelineFailure`` if the folder cannot be made.
    package static func open(
        _ path: String, shown: String, isPrivate: Bool = false, in plan: PlannedStepChanges?
    ) throws -> any WholeFile & ~Copyable {
        let target = try FilePath.resolvingLinks(path)
        if let plan { return try ComparedFile(target, shown: shown, isPrivate: isPrivate, in: plan) }
        let place = FilePath.split(target)
        let folder = try ConfinedFolder(creating: place.folder)
        folder.removeLeftovers()
        return try AtomicFile(place.name, in: folder, isPrivate: isPrivate)
    }

    /// Removes a file, or notes in a plan that a run would remove it. A symbolic link stays, and its target is removed.
    static func remove(_ path: String, in plan: PlannedStepChanges?) throws(SystemError) {
        guard let plan else { return try FilePath.remove(FilePath.resolvingLinks(path)) }
        var file = PlannedFile(shown: path, change: .removed)
        file.oldPath = path
        plan.addOutput(of: file)
    }
}

/// An output of a planned run, with its files.
package struct PlannedOutput: Sendable {
    package enum Kind: Sendable {
        /// One file that appears whole.
        case file
        /// A folder of files.
        case folder
        /// Standard output, a device or a pipe, which a plan leaves alone.
        case stream
        /// An output without support for plans. It is not opened.
        case unknown
    }

    package let kind: Kind
    /// The name in messages.
    package let shown: String
    /// The files in the order in which they are written.
    package private(set) var files: [PlannedFile] = []
    /// The change of the records, such as `3 records appended`; nil if only the files are known.
    package var summary: String?
    /// The positions of the files of a folder by their paths.
    private var positions: [String: Int] = [:]

    init(kind: Kind, shown: String) {
        self.kind = kind
        self.shown = shown
    }

    /// Whether a run would change a file here.
    package var isChanged: Bool { files.contains { $0.change != .unchanged } }

    /// The number of files with a change.
    package func count(_ change: FileChange) -> Int { files.count { $0.change == change } }

    mutating func add(_ file: PlannedFile) {
        if let position = positions[file.shown] {
            files[position] = file
        } else {
            positions[file.shown] = files.count
            files.append(file)
        }
    }

    /// The same output, which is one file, with another name in messages.
    package func renamed(_ name: String) -> PlannedOutput {
        var output = PlannedOutput(kind: kind, shown: name)
        output.summary = summary
        for file in files { output.add(file.renamed(name)) }
        return output
    }
}
