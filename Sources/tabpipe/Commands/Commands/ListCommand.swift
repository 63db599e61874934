internal import Pipeline

/// `tabpipe list [sources|stages|sinks]`
enum ListCommand: Command {
    static let name = "list"
    static let summary = "Lists the sources, stages and sinks that pipeline files can name."
    static let examples = ["tabpipe list", "tabpipe list stages"]
    static let operands = Operands(synopsis: "[sources|stages|sinks]", count: 0...1)
    static let options: [CommandOption] = []

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let groups = context.registry.groups
        let wanted = arguments.operands.first
        guard wanted == nil || groups.contains(where: { $0.name == wanted }) else {
            let word = wanted ?? ""
            throw UsageError(
                "expected sources, stages or sinks, found \"\(word.printable)\"\(Spelling.hint(for: word, in: groups.map(\.name)))")
        }
        var text = ""
        for group in groups where wanted == nil || wanted == group.name {
            if wanted == nil { text += "\(group.name):\n" }
            let width = group.components.map { $0.name.count }.max() ?? 0
            for component in group.components {
                text += "  \(HelpText.padded(component.name, width))  \(component.summary)\n"
            }
        }
        context.console.writeOutput(text)
        return ExitCode.done
    }
}
