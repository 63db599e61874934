internal import JSONParsing
internal import Pipeline

/// `tabpipe graph FILE`
struct GraphCommand: Command {
    static let name = "graph"
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
        let source = plan.source.map { Step($0.common) } ?? Step(type: "stdin")
        let line = [source] + plan.stages.map { Step($0.common) }
        let sinks = plan.sinks.isEmpty ? [Step(type: "stdout")] : plan.sinks.map { Step($0.common) }
        let title = plan.secrets.masked([plan.name, plan.description].compactMap(\.self).joined(separator: ": ")).printable
        let text =
            switch format {
            case .mermaid: Self.mermaid(line, sinks, title: title)
            case .dot: Self.dot(line, sinks, title: title)
            case .text: Self.plain(line, sinks) + Self.details(line + sinks, title: title)
            }
        context.console.writeOutput(text)
        return ExitCode.done
    }

    /// A step as a drawing shows it.
    private struct Step {
        let type: String
        /// The step's path in the file, such as `stages[2]`; empty if the file lacks the step.
        var path = ""
        /// The author's description.
        var remark: String?
        /// The input or output, as messages show it.
        var file: String?

        init(type: String) { self.type = type }

        init(_ common: PipelinePlan.Common) {
            type = common.type
            path = common.path
            remark = common.shared["description"]?.string?.printable
            file = ["from", "match", "to"].lazy.compactMap { common.options[$0].flatMap(Self.text) }.first
            if !path.hasPrefix("source"), !path.hasPrefix("sinks") { file = nil }
        }

        /// A path, or the first path of a list with the number of the others.
        private static func text(of value: JSONValue) -> String? {
            guard let list = value.array else { return value.string?.printable }
            let first = list.first?.string?.printable
            return list.count > 1 ? first.map { "\($0) and \(list.count - 1) more" } : first
        }

        /// The lines below the type.
        var details: [String] { [file, remark].compactMap(\.self) }
    }

    private static func plain(_ line: [Step], _ sinks: [Step]) -> String {
        let way = line.map(\.type).joined(separator: " → ")
        let indent = String(repeating: " ", count: way.count)
        return sinks.enumerated().map { "\($0 == 0 ? way : indent) → \($1.type)\n" }.joined()
    }

    /// The details of the steps, a line each; empty if no step has any.
    private static func details(_ steps: [Step], title: String) -> String {
        let told = steps.filter { !$0.details.isEmpty }
        guard !told.isEmpty else { return "" }
        let widths = (told.map(\.path.count).max() ?? 0, told.map(\.type.count).max() ?? 0)
        let lines = told.map { step in
            "  \(HelpText.padded(step.path, widths.0))  \(HelpText.padded(step.type, widths.1))  \(step.details.joined(separator: " — "))\n"
        }
        return "\n\(title)\n" + lines.joined()
    }

    private static func mermaid(_ line: [Step], _ sinks: [Step], title: String) -> String {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "#amp;").replacing("\"", with: "#quot;").replacing("<", with: "#lt;").replacing(">", with: "#gt;")
        }
        let labels = (line + sinks).enumerated().map { number, step in
            "  n\(number)[\"\(([step.type] + step.details).map(escaped).joined(separator: "<br/>"))\"]\n"
        }
        return "---\ntitle: \(JSONValue.string(title).compactText)\n---\nflowchart LR\n" + labels.joined()
            + edges(line.count, sinks.count).map { "  n\($0) --> n\($1)\n" }.joined()
    }

    private static func dot(_ line: [Step], _ sinks: [Step], title: String) -> String {
        func quoted(_ lines: [String]) -> String {
            "\"" + lines.map { $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }.joined(separator: "\\n") + "\""
        }
        let nodes = (line + sinks).enumerated().map { "  n\($0) [label=\(quoted([$1.type] + $1.details))];\n" }
        return "digraph pipeline {\n  rankdir=LR;\n  label=\(quoted([title]));\n\(nodes.joined())"
            + edges(line.count, sinks.count).map { "  n\($0) -> n\($1);\n" }.joined() + "}\n"
    }

    /// The pairs of neighbouring steps, by number.
    private static func edges(_ line: Int, _ sinks: Int) -> [(Int, Int)] {
        (0..<line - 1).map { ($0, $0 + 1) } + (0..<sinks).map { (line - 1, line + $0) }
    }
}
