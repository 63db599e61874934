internal import Pipeline

/// `tabpipe list [sources|stages|sinks]`
enum ListCommand: Command {
    static let name = "list"
    static let summary = "Lists the sources, stages and sinks that pipeline files can name."
    static let operands = Operands(synopsis: "[sources|stages|sinks]", count: 0...1)
    static let options: [CommandOption] = []

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let groups = context.registry.groups
        let wanted = arguments.operands.first
        guard wanted == nil || groups.contains(where: { $0.name == wanted }) else {
            throw UsageError("expected sources, stages or sinks, found \"\(wanted?.printable ?? "")\"")
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

extension Registry {
    /// All components, sorted by name, in the groups of a pipeline file.
    var groups: [(name: String, components: [any Component.Type])] {
        [
            ("sources", sources.values.map { $0 }.sorted { $0.name < $1.name }),
            ("stages", stages.values.map(\.component).sorted { $0.name < $1.name }),
            ("sinks", sinks.values.map { $0 }.sorted { $0.name < $1.name }),
        ]
    }
}
