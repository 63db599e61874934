internal import JSONParsing
internal import Pipeline

/// `tabpipe graph FILE`
struct GraphCommand: Command {
    static let name = "graph"
    static let group = CommandGroup.look
    static let summary = "Draws a pipeline: as text, for Mermaid or for Graphviz."
    static let examples = ["tabpipe graph p.json", "tabpipe graph p.json --format mermaid"]
    private let file: String
    private let parameters: [String: String]
    private let format: Format

    /// The language of a drawing.
    private enum Format: String, CaseIterable { case text, mermaid, dot }

    init(arguments: inout ArgumentReader) {
        file = arguments.file()
        parameters = arguments.parameters()
        format = arguments.choice("format", default: .text, help: "The language of the drawing.")
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let plan = try context.plan(file, parameters: parameters) {
            $0.needsSourceAndSinks = false
            $0.missingValues = .allow
        }
        let graph = PipelineGraph(plan)
        let text =
            switch format {
            case .mermaid: graph.mermaid
            case .dot: graph.dot
            case .text: graph.text
            }
        context.console.writeOutput(text)
        return ExitCode.done
    }
}
