internal import JSONParsing
internal import Pipeline

/// `tabpipe describe NAME`
struct DescribeCommand: Command {
    static let name = "describe"
    static let group = CommandGroup.learn
    static let summary = "Describes a source, stage or sink with its options, or one of the topics jq, pipeline and tests."
    static let examples = ["tabpipe describe filter", "tabpipe describe pipeline", "tabpipe describe jq"]
    private let component: String

    init(arguments: inout ArgumentReader) {
        component = arguments.component()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let found = context.registry.groups.flatMap { group in
            group.components.filter { $0.name == component }.map { (kind: group.kind, component: $0) }
        }
        guard !found.isEmpty else {
            if let topic = DescribedTopic(rawValue: component) {
                context.console.writeOutput(topic.text(context.registry))
                return ExitCode.done
            }
            let names = context.registry.groups.flatMap { $0.components.map { $0.name } } + DescribedTopic.allCases.map(\.rawValue)
            throw UsageError("nothing is called \"\(component.printable)\"\(DidYouMean.hint(for: component, in: names))")
        }
        context.console.writeOutput(found.map { Self.describe($0.component, kind: $0.kind, in: context.registry) }.joined(separator: "\n"))
        return ExitCode.done
    }

    private static func describe(_ component: any Component.Type, kind: ComponentKind, in registry: Registry) -> String {
        let (declarations, details) = ComponentOptions.description(of: component, kind: kind, in: registry)
        var text = "\(component.name) (\(kind.singular))\n  \(component.summary)\n\n  options:\n"
        text += OptionText.lines(declarations, indent: "    ")
        for shape in details.reads {
            text += "\n  reads of \(shape.name):\n" + lines(shape.fields, indent: "    ")
        }
        text += "\n  example:\n    \(ComponentOptions.example(of: component, declarations))\n"
        if let guide = details.guide {
            text += "\n" + guide.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
        }
        return text
    }

    private static func lines(_ fields: [RecordField], indent: String) -> String {
        var text = ""
        for field in fields {
            text += "\(indent)\(field.name) (\(field.facts))\n\(indent)  \(field.help)\n"
            text += lines(field.innerFields, indent: indent + "    ")
        }
        return text
    }
}
