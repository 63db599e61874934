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
        var settings = PipelineSettings(parameters: try parameters(arguments), environment: ProcessInfo.processInfo.environment)
        change(&settings)
        let plan = try PipelineReader.read(file, registry: registry, settings: settings)
        console.hide(plan.secrets.union(plan.files.filter { $0.isSecret }.flatMap { Self.parts(of: $0.path) }))
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
                let plan = try plan(file, arguments) {
                    $0.ignoresUnknownParameters = arguments.operands.count > 1
                    change(&$0)
                }
                plans.append((file, plan))
                read(file)
            } catch let diagnostics as Diagnostics {
                console.report(diagnostics)
                code = max(code, ExitCode.pipelineFileWrong)
            } catch let failure as PipelineFailure {
                console.error(failure.message)
                code = max(code, failure.kind.rawValue)
            }
        }
        guard code == ExitCode.done else { throw ReportedError(exitCode: code) }
        let known = plans.flatMap { $0.plan.parameters.keys }
        for name in try parameters(arguments).keys.sorted() where !known.contains(name) {
            throw UsageError("--set names \"\(name.printable)\", but no file has such a parameter\(Spelling.hint(for: name, in: known))")
        }
        return plans
    }

    /// A path, the folders on its way, and what its neighbours are named after: what messages may say of it.
    private static func parts(of path: String) -> [String] {
        // A folder such as "/tmp" or "out" tells nothing, and stands in other paths, too.
        let slashes = path.indices.filter { path[$0] == "/" && $0 > path.startIndex && path[..<$0].dropFirst().contains("/") }
        let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
        return [path, stem] + slashes.map { String(path[..<$0]) }
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
