internal import Pipeline

/// `tabpipe validate FILE…`
enum ValidateCommand: Command {
    static let name = "validate"
    static let summary = "Checks pipeline files and touches nothing else."
    static let examples = ["tabpipe validate pipelines/*.json", "tabpipe validate --stages-only stages.json"]
    static let operands = Operands.files
    static let options = [CommandOption.setInFiles, .stagesOnly, .logFormat]

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        context.console.configure(
            format: arguments.value(CommandOption.logFormat.name).flatMap(Console.Format.init) ?? .text, isQuiet: false)
        let isWhole = !arguments.has(CommandOption.stagesOnly.name)
        _ = try context.plans(arguments) {
            $0.needsSourceAndSinks = isWhole
            $0.checksOutputs = true
        } read: {
            context.console.info("\($0): ok")
        }
        return ExitCode.done
    }
}
