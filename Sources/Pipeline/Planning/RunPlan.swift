internal import Synchronization

/// The changes that a run would make, collected in a dry run. Its outputs write nothing, and add here what they would change.
///
/// A class, because all outputs of the run share it.
package final class RunPlan: Sendable {
    /// The name of the rejects among the steps.
    package static let rejects = "rejects"

    private let keepsContent: Bool
    private let folder: String
    private let steps = Mutex<[String: OutputPlan]>([:])

    /// - Parameters:
    ///   - keepsContent: Whether the new content of changed files is kept, for diffs.
    ///   - folder: The folder of temporary files. They have no names, so that nothing is left behind, however the process ends.
    package init(keepsContent: Bool, folder: String) {
        self.keepsContent = keepsContent
        self.folder = folder
    }

    /// Returns the plan of a step. The first call creates it.
    ///
    /// - Parameter step: The path of the step in the pipeline file, or ``rejects``.
    func plan(of step: String) -> OutputPlan {
        steps.withLock { steps in
            if let plan = steps[step] { return plan }
            let plan = OutputPlan(keepsContent: keepsContent, folder: folder)
            steps[step] = plan
            return plan
        }
    }

    /// The outputs of a step, in the order in which it has opened them.
    ///
    /// - Parameter step: The path of the step in the pipeline file, or ``rejects``.
    package func outputs(of step: String) -> [PlannedOutput] { steps.withLock { $0[step] }?.outputs ?? [] }
}

/// The changes that the outputs of one step would make.
///
/// An output finds its plan in the context of the run when it is opened: `RunContext.plan`. If there is a plan, the output compares its
/// content with the existing files, and adds the result instead of writing.
///
/// Package access: the state of the HTTP source is a private file, and plug-ins write through outputs that look here themselves.
/// A class, because the output and the engine share it.
package final class OutputPlan: Sendable {
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
    func noteUnchangedFile(_ shown: String) { addOutput(of: PlannedFile(shown: shown, change: .unchanged)) }

    /// Sets the change of the records of the output that was added last, such as `3 records appended`.
    func describe(_ summary: String) {
        state.withLock { outputs in if !outputs.isEmpty { outputs[outputs.count - 1].summary = summary } }
    }

    /// Compares a private file with the existing one, and adds the result.
    ///
    /// - Parameters:
    ///   - content: The new content; nil if the file stays as it is.
    ///   - path: The path of the file. A symbolic link is followed.
    ///   - shown: The path in messages.
    package func notePrivateFile(_ content: [UInt8]?, at path: String, shown: String) throws(SystemError) {
        guard let content else {
            if FilePath.kind(of: path) == .regular { noteUnchangedFile(shown) }
            return
        }
        var file = try PlannedWrite(to: path, shown: shown, isPrivate: true, in: self)
        try file.write(content.span)
        _ = try file.commit()
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
    package func count(_ change: PlannedFile.Change) -> Int { files.count { $0.change == change } }

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
