internal import LineDiffs
internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Prints what a run would change: a line for each output, the files of folders, and diffs.
struct PlanDisplay {
    /// The number of files of a folder that are listed, unless all are wanted.
    static let maxFiles = 20

    /// Whether every file of a folder is listed, also those that stay as they are.
    var listsAll = false
    /// Whether diffs are printed.
    var showsDiffs = false
    /// Whether a change gives the exit code 3.
    var reportsChange = false

    /// Makes an empty plan, which a run fills. Its temporary files have no names in the folder.
    func makePlan() -> PlannedChanges { PlannedChanges(keepsContent: showsDiffs, folder: FileManager.default.temporaryDirectory.path) }

    /// The outputs in the order of the display: those of the sinks, the rejects, those of stages, the state.
    ///
    /// - Parameter rejects: The name of the file with the rejects in messages; empty for its path.
    static func outputs(of plan: PlannedChanges, _ pipeline: PipelinePlan, rejects: String) -> [PlannedOutput] {
        let rejected = plan.outputs(of: PlannedChanges.rejects).map { rejects.isEmpty ? $0 : $0.renamed(rejects) }
        return pipeline.sinks.flatMap { plan.outputs(of: $0.common.path) } + rejected
            + pipeline.stages.flatMap { plan.outputs(of: $0.common.path) }
            + (pipeline.source.map { plan.outputs(of: $0.common.path) } ?? [])
    }

    /// Prints what a run would change.
    ///
    /// - Parameters:
    ///   - rejects: The name of the file with the rejects in messages; empty for its path.
    ///   - exitCode: The exit code of the run.
    /// - Returns: The exit code of the command. A failure or rejected records take precedence over a change.
    func show(_ plan: PlannedChanges, of pipeline: PipelinePlan, rejects: String, exitCode: Int32, on console: Console) -> Int32 {
        let outputs = Self.outputs(of: plan, pipeline, rejects: rejects)
        var secrets = pipeline.secrets
        secrets.formUnion(pipeline.learnedSecrets.snapshot)
        do {
            try show(outputs, masking: secrets, on: console)
        } catch {
            console.error(error.message)
            return ((error as? PipelineFailure)?.kind ?? .internalError).rawValue
        }
        let isChanged = outputs.contains { $0.isChanged || $0.kind == .unknown }
        return exitCode == ExitCode.done && reportsChange && isChanged ? ExitCode.wouldChange : exitCode
    }

    /// Prints outputs.
    ///
    /// - Parameter secrets: Texts that are masked.
    private func show(_ outputs: [PlannedOutput], masking secrets: SecretValues, on console: Console) throws {
        let style = console.outputStyle
        for output in outputs {
            console.writeOutput(secrets.masked(output.line) + "\n")
            if output.kind == .folder { list(output, masking: secrets, on: console) }
        }
        guard showsDiffs else { return }
        let secrets = secrets.withLines
        for file in outputs.flatMap(\.files) where file.change != .unchanged {
            var bytes: [UInt8] = []
            try FileDiff(file).forEachLine { line in
                bytes += style.line(line, masking: secrets)
                guard bytes.count >= OpenOutput.blockBytes else { return }
                console.writeOutput(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            console.writeOutput(bytes)
        }
    }

    private func list(_ output: PlannedOutput, masking secrets: SecretValues, on console: Console) {
        let files = listsAll ? output.files : output.files.filter { $0.change != .unchanged }
        let listed = listsAll ? files[...] : files.prefix(Self.maxFiles)
        var text = ""
        for file in listed {
            text += console.outputStyle.styled("\(file.change.mark) \(secrets.masked(file.shown.printable))", file.change.color) + "\n"
        }
        if files.count > listed.count { text += "… and \((files.count - listed.count).counted("more file")); --all lists them\n" }
        console.writeOutput(text)
    }
}

extension PlannedOutput {
    /// The change of the output, as the line of a summary.
    var line: String { "\(shown.printable): \(words)" }

    private var words: String {
        switch kind {
        case .file: ([files.first?.change.words] + [summary]).compactMap(\.self).joined(separator: ", ")
        case .folder: ([folderWords] + [summary]).compactMap(\.self).joined(separator: ", ")
        case .stream: "\(summary ?? "records") would be written"
        case .unknown:
            "unknown, because its plug-in does not support plans; an OutputSink does, and other sinks say so in their traits"
        }
    }

    private var folderWords: String {
        let changes = [(count(.created), "created"), (count(.changed), "changed")].filter { $0.0 > 0 }
        var parts = changes.enumerated().map { "\($1.0) \($0 == 0 ? "would be " : "")\($1.1)" }
        if count(.unchanged) > 0 { parts.append("\(count(.unchanged)) unchanged") }
        return parts.isEmpty ? "no files" : parts.joined(separator: ", ")
    }
}

extension FileChange {
    /// The change as part of a sentence about a file.
    var words: String {
        switch self {
        case .created: "would be created"
        case .changed: "would be changed"
        case .removed: "would be removed"
        case .unchanged: "unchanged"
        }
    }

    /// The character in front of the path in a list of files.
    var mark: String {
        switch self {
        case .created: "+"
        case .changed: "~"
        case .removed: "-"
        case .unchanged: "="
        }
    }

    /// The color of the line on a terminal, as a parameter of the control sequence SGR; nil for none.
    var color: String? {
        switch self {
        case .created: "32"
        case .changed: "33"
        case .removed: "31"
        case .unchanged: nil
        }
    }
}

/// The diff of a planned file, with its head.
struct FileDiff {
    private let file: PlannedFile

    init(_ file: PlannedFile) { self.file = file }

    /// Calls `body` with each line.
    ///
    /// - Throws: ``PipelineFailure`` if a file cannot be read.
    func forEachLine(_ body: (DiffLine) -> Void) throws {
        func head(_ text: String) { body(DiffLine(kind: .head, bytes: Array(text.utf8)[...])) }
        let (oldName, newName) = (name("a", isMissing: file.change == .created), name("b", isMissing: file.change == .removed))
        let texts: PlannedFile.Texts?
        do throws(SystemError) {
            texts = try file.texts(context: UnifiedDiff.context)
        } catch {
            throw PipelineFailure(.inputMissing, "\(file.shown.printable) cannot be read: \(error.reason)")
        }
        guard let texts else {
            if file.isTooLong || file.oldPath != nil { head("Files \(oldName) and \(newName) differ, and are too long for a diff") }
            return
        }
        let (old, new) = (DiffText(texts.old ?? []), DiffText(texts.new))
        if old.isBinary || new.isBinary { return head("Binary files \(oldName) and \(newName) differ") }
        guard let diff = UnifiedDiff(old, new, skippedLines: texts.skippedLines) else {
            return head("Files \(oldName) and \(newName) differ, and have too many lines for a diff")
        }
        if old.count + new.count == 0 { return }
        head("--- \(oldName)")
        head("+++ \(newName)")
        diff.forEachLine(body)
    }

    /// A file name in the head of a diff. As in Git, names with control characters or quotes are quoted, and names with spaces end in a
    /// tab.
    private func name(_ side: String, isMissing: Bool) -> String {
        if isMissing { return "/dev/null" }
        let path = "\(side)/\(file.shown.drop { $0 == "/" })"
        let isPlain = path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        if isPlain { return path.contains(" ") ? path + "\t" : path }
        var quoted = "\""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += "\\" + String(UnicodeScalar(byte))
            case 0x20...0x7E: quoted += String(UnicodeScalar(byte))
            default: quoted += "\\" + String(repeating: "0", count: byte < 0o10 ? 2 : byte < 0o100 ? 1 : 0) + String(byte, radix: 8)
            }
        }
        return quoted + "\""
    }
}
