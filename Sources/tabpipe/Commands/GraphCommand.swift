internal import Pipeline

/// `tabpipe graph FILE`
enum GraphCommand: Command {
    static let name = "graph"
    static let summary = "Draws a pipeline: as text, for Mermaid or for Graphviz."
    static let operands = Operands.file
    static let options = [
        CommandOption.set,
        CommandOption(name: "format", value: "format", choices: ["text", "mermaid", "dot"], help: "The default is text."),
    ]

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let plan = try context.plan(arguments.operands[0], arguments) {
            $0.needsSourceAndSinks = false
            $0.allowsMissingValues = true
        }
        let source = plan.source.map { $0.common.type } ?? "stdin"
        let line = [source] + plan.stages.map { $0.common.type }
        let sinks = plan.sinks.isEmpty ? ["stdout"] : plan.sinks.map { $0.common.type }
        let text =
            switch arguments.value("format") {
            case "mermaid": mermaid(line, sinks)
            case "dot": dot(line, sinks)
            default: plain(line, sinks)
            }
        context.console.writeOutput(text)
        return ExitCode.done
    }

    private static func plain(_ line: [String], _ sinks: [String]) -> String {
        let way = line.joined(separator: " → ")
        let indent = String(repeating: " ", count: way.count)
        return sinks.enumerated().map { "\($0 == 0 ? way : indent) → \($1)\n" }.joined()
    }

    private static func mermaid(_ line: [String], _ sinks: [String]) -> String {
        "flowchart LR\n"
            + edges(line, sinks).map { "  n\($0.from.id)[\"\($0.from.name)\"] --> n\($0.to.id)[\"\($0.to.name)\"]\n" }.joined()
    }

    private static func dot(_ line: [String], _ sinks: [String]) -> String {
        let nodes = (line + sinks).enumerated().map { "  n\($0) [label=\"\($1)\"];\n" }.joined()
        return "digraph pipeline {\n  rankdir=LR;\n\(nodes)"
            + edges(line, sinks).map { "  n\($0.from.id) -> n\($0.to.id);\n" }.joined() + "}\n"
    }

    private typealias Node = (id: Int, name: String)

    private static func edges(_ line: [String], _ sinks: [String]) -> [(from: Node, to: Node)] {
        let nodes = line.enumerated().map { Node(id: $0, name: $1) }
        let ends = sinks.enumerated().map { Node(id: line.count + $0, name: $1) }
        let last = nodes[nodes.count - 1]
        return zip(nodes, nodes.dropFirst()).map { (from: $0, to: $1) } + ends.map { (from: last, to: $0) }
    }
}
