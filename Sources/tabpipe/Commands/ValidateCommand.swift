internal import Pipeline

/// `tabpipe validate FILE…`
enum ValidateCommand: Command {
    static let name = "validate"
    static let summary = "Checks pipeline files and touches nothing else."
    static let operands = Operands.files
    static let options = [CommandOption.setInFiles, .stagesOnly]

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let isWhole = !arguments.has(CommandOption.stagesOnly.name)
        _ = try context.plans(arguments) {
            $0.needsSourceAndSinks = isWhole
        } read: {
            context.console.info("\($0): ok")
        }
        return ExitCode.done
    }
}
