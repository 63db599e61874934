internal import Pipeline

/// `tabpipe validate FILE…`
enum ValidateCommand: Command {
    static let name = "validate"
    static let summary = "Checks pipeline files and touches nothing else."
    static let operands = Operands.files
    static let options = [
        CommandOption.set,
        CommandOption(name: "stages-only", value: nil, help: "For files that only `pipe` runs: neither source nor sinks are needed."),
    ]

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        var code = ExitCode.done
        for file in arguments.operands {
            do {
                _ = try context.plan(file, arguments, needsSourceAndSinks: !arguments.has("stages-only"))
                context.console.info("\(file.printable): ok")
            } catch let diagnostics as Diagnostics {
                context.console.report(diagnostics)
                code = ExitCode.pipelineFileWrong
            }
        }
        return code
    }
}
