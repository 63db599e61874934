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

    /// A plan for a run. Its temporary files have no names.
    func makePlan() -> RunPlan { RunPlan(keepsContent: showsDiffs, folder: FileManager.default.temporaryDirectory.path) }

    /// The outputs in the order of the display: those of the sinks, the rejects, those of stages, the state.
    ///
    /// - Parameter rejects: The name of the file with the rejects in messages; empty for its path.
    static func outputs(of plan: RunPlan, _ pipeline: PipelinePlan, rejects: String) -> [PlannedOutput] {
        let rejected = plan.outputs(of: RunPlan.rejects).map { rejects.isEmpty ? $0 : $0.renamed(rejects) }
        return pipeline.sinks.flatMap { plan.outputs(of: $0.common.path) } + rejected
            + pipeline.stages.flatMap { plan.outputs(of: $0.common.path) }
            + (pipeline.source.map { plan.outputs(of: $0.common.path) } ?? [])
    }

    /// Prints what a run would change.
    ///
    /// - Parameters:
    ///   - rejects: The name of the file with the rejects in messages; empty for its path.
    ///   - exitCode: The exit code of the run.
    /// - Returns: The exit code of the command. If records are rejected, it says only that.
    func show(_ plan: RunPlan, of pipeline: PipelinePlan, rejects: String, exitCode: Int32, on console: Console) -> Int32 {
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
                guard bytes.count >= OutputFile.blockBytes else { return }
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
