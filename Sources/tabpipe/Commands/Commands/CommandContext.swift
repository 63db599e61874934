internal import Foundation
internal import Pipeline

/// The environment of a command: the registry and the console.
struct CommandContext: Sendable {
    let registry: Registry
    let console: Console

    /// Reads a pipeline file.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - parameters: The values of `--set`.
    ///   - change: Changes the settings of the reader for the command.
    /// - Throws: ``UsageError`` if the file lacks a parameter; ``PipelineFileError`` or ``PipelineFailure`` for a fault of the file.
    func plan(
        _ file: String, parameters: [String: String], change: (inout PipelineSettings) -> Void = { _ in }
    ) throws -> PipelinePlan {
        let plan = try read(file, parameters: parameters, change: change)
        try check(parameters, areIn: [plan])
        return plan
    }

    private func read(
        _ file: String, parameters: [String: String], change: (inout PipelineSettings) -> Void
    ) throws -> PipelinePlan {
        var settings = PipelineSettings(parameters: parameters, environment: ProcessInfo.processInfo.environment)
        change(&settings)
        let plan = try PipelineReader.read(file, registry: registry, settings: settings)
        console.hide(plan.secrets)
        console.hide(plan.learnedSecrets)
        for warning in plan.warnings { console.warning(warning) }
        return plan
    }

    /// Reads all pipeline files of a command line, and prints the errors of all of them.
    ///
    /// - Parameters:
    ///   - files: The paths of the files.
    ///   - parameters: The values of `--set`.
    ///   - change: Changes the settings of the reader for the command.
    ///   - read: Receives each file that has no errors.
    /// - Throws: ``ReportedError`` after any error; ``UsageError`` if no file has a parameter.
    func plans(
        _ files: [String], parameters: [String: String], change: (inout PipelineSettings) -> Void = { _ in },
        read: (String) -> Void = { _ in }
    ) throws -> [(file: String, plan: PipelinePlan)] {
        for file in files where FilePath.kind(of: file) == nil && file.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*=.*/) != nil {
            throw UsageError("no file is called \"\(file.printable)\"; --set \(file.printable) sets a parameter")
        }
        var plans: [(file: String, plan: PipelinePlan)] = []
        var code = ExitCode.done
        for file in files {
            do {
                let plan = try self.read(file, parameters: parameters, change: change)
                plans.append((file, plan))
                read(file)
            } catch let diagnostics as PipelineFileError {
                console.report(diagnostics)
                code = max(code, ExitCode.pipelineFileWrong)
            } catch let failure as PipelineFailure {
                console.error(failure.message)
                code = max(code, failure.kind.rawValue)
            }
        }
        guard code == ExitCode.done else { throw ReportedError(exitCode: code) }
        try check(parameters, areIn: plans.map(\.plan))
        return plans
    }

    /// Ensures that each parameter of `--set` is one of a file.
    private func check(_ parameters: [String: String], areIn plans: [PipelinePlan]) throws(UsageError) {
        let known = plans.flatMap(\.parameters.keys)
        let owner = plans.count == 1 ? "the file has" : "no file has"
        for name in parameters.keys.sorted() where !known.contains(name) {
            let near = DidYouMean.hint(for: name, in: known)
            throw UsageError("--set names \"\(name.printable)\", but \(owner) \(plans.count == 1 ? "no such" : "such a") parameter\(near)")
        }
    }
}
