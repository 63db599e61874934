internal import Foundation
internal import Pipeline

/// What a command works with.
struct CommandContext: Sendable {
    let registry: Registry
    let console: Console

    /// Reads a pipeline file with the values of `--set`.
    ///
    /// - Parameter change: Sets what the command needs of the file.
    func plan(
        _ file: String, _ arguments: Arguments, change: (inout PipelineSettings) -> Void = { _ in }
    ) throws -> PipelinePlan {
        let plan = try read(file, arguments, change: change)
        try checkParameters(arguments, of: [plan])
        return plan
    }

    private func read(_ file: String, _ arguments: Arguments, change: (inout PipelineSettings) -> Void) throws -> PipelinePlan {
        var settings = PipelineSettings(parameters: try parameters(arguments), environment: ProcessInfo.processInfo.environment)
        change(&settings)
        let plan = try PipelineReader.read(file, registry: registry, settings: settings)
        console.hide(plan.secrets)
        for warning in plan.warnings { console.warning(warning) }
        return plan
    }

    /// Reads all files of a command line, and says of all of them what is wrong.
    ///
    /// - Throws: ``ReportedError`` if anything was wrong.
    func plans(
        _ arguments: Arguments, change: (inout PipelineSettings) -> Void = { _ in }, read: (String) -> Void = { _ in }
    ) throws -> [(file: String, plan: PipelinePlan)] {
        var plans: [(file: String, plan: PipelinePlan)] = []
        var code = ExitCode.done
        for file in arguments.operands {
            do {
                let plan = try self.read(file, arguments, change: change)
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
        try checkParameters(arguments, of: plans.map(\.plan))
        return plans
    }

    /// Makes sure that `--set` names no parameter that no file has.
    ///
    /// - Throws: ``UsageError``.
    private func checkParameters(_ arguments: Arguments, of plans: [PipelinePlan]) throws {
        let known = plans.flatMap(\.parameters.keys)
        let owner = plans.count == 1 ? "the file has" : "no file has"
        for name in try parameters(arguments).keys.sorted() where !known.contains(name) {
            let near = Spelling.hint(for: name, in: known)
            throw UsageError("--set names \"\(name.printable)\", but \(owner) \(plans.count == 1 ? "no such" : "such a") parameter\(near)")
        }
    }

    private func parameters(_ arguments: Arguments) throws -> [String: String] {
        var parameters: [String: String] = [:]
        for setting in arguments.values("set") {
            guard let equals = setting.firstIndex(of: "="), equals > setting.startIndex else {
                throw UsageError("--set wants name=value, found \"\(setting.printable)\"")
            }
            parameters[String(setting[..<equals])] = String(setting[setting.index(after: equals)...])
        }
        return parameters
    }
}
