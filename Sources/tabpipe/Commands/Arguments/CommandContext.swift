internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The environment of a command: the registry and the console.
struct CommandContext: Sendable {
    let registry: Registry
    let console: Console

    /// Reads a pipeline file.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - text: The text of the file if it was read before; otherwise nil.
    ///   - parameters: The values of `--set`.
    ///   - change: Changes the settings of the reader for the command.
    /// - Throws: ``UsageError`` if the file lacks a parameter; ``PipelineFileError`` or ``PipelineFailure`` for a fault of the file.
    func plan(
        _ file: String, text: [UInt8]? = nil, parameters: [String: String], change: (inout PipelineSettings) -> Void = { _ in }
    ) throws -> PipelinePlan {
        do {
            let plan = try read(file, text: text, parameters: parameters, change: change)
            if let fault = wrongName(in: parameters, among: plan.declaration.parameters.keys, isOneFile: true) { throw fault }
            return plan
        } catch let diagnostics as PipelineFileError {
            // A parameter with a wrong name is often the cause.
            if let known = diagnostics.parameters, let fault = wrongName(in: parameters, among: known, isOneFile: true) {
                console.error(fault.message)
            }
            throw diagnostics
        }
    }

    /// Allows plans to start programs, or ensures that they start none, before anything is opened.
    ///
    /// - Parameters:
    ///   - isAllowed: Whether the command line has `--allow-exec`.
    ///   - writes: Whether the sinks write.
    /// - Throws: ``ReportedError`` after it has shown the programs that the plans would start.
    func permitPrograms(
        _ plans: [(file: String, plan: PipelinePlan)], isAllowed: Bool, writes: Bool = true
    ) throws -> [(file: String, plan: PipelinePlan)] {
        var plans = plans
        for index in plans.indices { plans[index].plan.allowsPrograms = isAllowed }
        let faults = plans.compactMap { file, plan in plan.programFault(writes: writes).map { (file, $0) } }
        guard let first = faults.first else { return plans }
        for (file, fault) in faults { console.error("\(file.printable): \(fault.message)") }
        throw ReportedError(exitCode: first.1.kind.rawValue)
    }

    private func read(
        _ file: String, text: [UInt8]? = nil, parameters: [String: String], change: (inout PipelineSettings) -> Void
    ) throws -> PipelinePlan {
        var settings = PipelineSettings(parameters: parameters, environment: ProcessInfo.processInfo.environment)
        change(&settings)
        let plan =
            try text.map { try PipelineReader.read(text: $0, file: file, registry: registry, settings: settings) }
            ?? PipelineReader.read(file, registry: registry, settings: settings)
        console.hide(plan.secrets)
        console.hide(plan.learnedSecrets)
        for warning in plan.declaration.warnings { console.warning(warning) }
        return plan
    }

    /// Reads all pipeline files of a command line, and prints the errors of all of them.
    ///
    /// - Parameters:
    ///   - files: The paths of the files.
    ///   - parameters: The values of `--set`.
    ///   - change: Changes the settings of the reader for the command.
    ///   - read: Receives each file that has no errors.
    /// - Throws: ``ReportedError`` after any error; ``UsageError`` if no file has a parameter of `--set`.
    func plans(
        _ files: [String], parameters: [String: String], change: (inout PipelineSettings) -> Void = { _ in },
        read: (String) -> Void = { _ in }
    ) throws -> [(file: String, plan: PipelinePlan)] {
        for file in files where FilePath.kind(of: file) == nil && file.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*=.*/) != nil {
            throw UsageError("no file is called \"\(file.printable)\"; --set \(file.printable) sets a parameter")
        }
        var plans: [(file: String, plan: PipelinePlan)] = []
        var code = ExitCode.done
        var inputs: [String] = []
        // Nil if the parameters of a file cannot be read.
        var known: [String]? = []
        for file in files {
            do {
                let plan = try self.read(file, parameters: parameters, change: change)
                plans.append((file, plan))
                known?.append(contentsOf: plan.declaration.parameters.keys)
                read(file)
            } catch let diagnostics as PipelineFileError {
                console.report(diagnostics)
                inputs += diagnostics.inputs
                known = diagnostics.parameters.flatMap { names in known.map { $0 + names } }
                code = max(code, ExitCode.pipelineFileWrong)
            } catch let failure as PipelineFailure {
                console.error(failure.message)
                known = nil
                code = max(code, failure.kind.rawValue)
            }
        }
        let fault = known.flatMap { wrongName(in: parameters, among: $0, isOneFile: files.count == 1) }
        if code == ExitCode.done, let fault { throw fault }
        if let fault { console.error(fault.message) }
        guard code == ExitCode.done else { throw ReportedError(exitCode: code, inputs: inputs) }
        return plans
    }

    /// The fault of a parameter of `--set` that no file has; nil if there is none.
    private func wrongName(in parameters: [String: String], among known: [String], isOneFile: Bool) -> UsageError? {
        guard let name = parameters.keys.sorted().first(where: { !known.contains($0) }) else { return nil }
        let owner = isOneFile ? "the file has no such" : "no file has such a"
        return UsageError("--set names \"\(name.printable)\", but \(owner) parameter\(DidYouMean.hint(for: name, in: known))")
    }
}
