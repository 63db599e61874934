internal import Synchronization

/// What the outputs of one step would change.
///
/// An output looks at ``current`` when it is opened. If there is a plan, the output compares its content with what is there, and notes the
/// result instead of writing.
///
/// Package access: the state of the HTTP source is a private file, and plug-ins write through outputs that look here themselves.
/// A class, because the output and the engine share it.
package final class OutputPlan: Sendable {
    /// The plan of the step whose output is opened, prepared or put in place; nil in a run that writes.
    @TaskLocal package static var current: OutputPlan?

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

    /// Says what would happen to the records of the output that was added last, such as `3 records appended`.
    func describe(_ summary: String) {
        state.withLock { outputs in if !outputs.isEmpty { outputs[outputs.count - 1].summary = summary } }
    }

    /// Compares a private file with what is there, and notes the result.
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
