internal import Pipeline

/// `tabpipe list [sources|stages|sinks]`
struct ListCommand: Command {
    static let name = "list"
    static let group = CommandGroup.learn
    static let summary = "Lists the sources, stages and sinks that pipeline files can name."
    static let examples = ["tabpipe list", "tabpipe list stages"]
    private let wanted: ComponentKind?

    init(arguments: inout ArgumentReader) {
        wanted = arguments.choice(of: ComponentKind.self, isRequired: false)
    }

    func run(in context: CommandContext) async throws -> Int32 {
        var text = ""
        for group in context.registry.groups where wanted == nil || wanted == group.kind {
            if wanted == nil { text += "\(group.kind.rawValue):\n" }
            let width = group.components.map { $0.name.count }.max() ?? 0
            for component in group.components {
                text += "  \(HelpText.padded(component.name, width))  \(component.summary)\n"
            }
        }
        if wanted == nil {
            text += "more for tabpipe describe: \(DescribedTopic.allCases.map(\.rawValue).joined(separator: ", "))\n"
        }
        context.console.writeOutput(text)
        return ExitCode.done
    }
}
