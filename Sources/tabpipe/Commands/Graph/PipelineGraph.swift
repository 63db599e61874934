internal import JSONParsing
internal import Pipeline

/// The steps of a pipeline, drawn as text, Mermaid or DOT. Nodes are numbered in the order of the steps.
struct PipelineGraph {
    /// The source and the stages.
    let line: [GraphStep]
    let sinks: [GraphStep]
    /// The second sources of stages.
    private let seconds: [GraphStep]
    let title: String

    init(_ plan: PipelinePlan) {
        line = [plan.source.map { GraphStep($0.common) } ?? GraphStep(type: "stdin")] + StageNode.list(of: plan).map(GraphStep.init)
        sinks = plan.sinks.isEmpty ? [GraphStep(type: "stdout")] : plan.sinks.map { GraphStep($0.common) }
        seconds = line.flatMap(\.steps).flatMap(\.seconds)
        title = plan.secrets.masked([plan.name, plan.declaration.description].compactMap(\.self).joined(separator: ": ")).printable
    }

    /// The pairs of neighbouring steps, by number.
    var edges: [(Int, Int)] {
        let count = line.flatMap(\.steps).count
        let owners = line.flatMap(\.steps).enumerated().flatMap { number, step in step.seconds.map { _ in number } }
        return (0..<count - 1).map { ($0, $0 + 1) } + sinks.indices.map { (count - 1, count + $0) }
            + owners.enumerated().map { (count + sinks.count + $0, $1) }
    }

    /// The nodes of the drawing, with those of a used file in a group.
    ///
    /// - Parameters:
    ///   - node: Returns the line of the node with a number.
    ///   - group: Returns the lines before the nodes of a used file and the line after them. Groups have numbers of their own.
    func nodes(
        _ node: (Int, GraphStep) -> String, group: (Int, GraphStep) -> (start: [String], end: String)
    ) -> String {
        var (nodeCount, groupCount) = (0, 0)
        func lines(_ steps: [GraphStep], indent: String) -> [String] {
            steps.flatMap { step -> [String] in
                guard let inner = step.inner else {
                    nodeCount += 1
                    return [indent + node(nodeCount - 1, step)]
                }
                if step.steps.isEmpty { return [] }
                groupCount += 1
                let (start, end) = group(groupCount - 1, step)
                return start.enumerated().map { indent + ($0 == 0 ? "" : "  ") + $1 } + lines(inner, indent: indent + "  ") + [indent + end]
            }
        }
        return lines(line + sinks + seconds, indent: "  ").map { $0 + "\n" }.joined()
    }
}

/// A step as a drawing shows it, or a used file with its steps.
struct GraphStep {
    /// The type of the step, or the used file.
    let title: String
    /// The step's path in the file, such as `stages[2]`; empty if the file lacks the step.
    var path = ""
    /// The option `description` of the step.
    var remark: String?
    /// The input or output, as messages show it.
    var file: String?
    /// The steps of a used file; nil for a step.
    var inner: [GraphStep]?
    /// The sources that a stage reads beside its input.
    var seconds: [GraphStep] = []

    init(type: String) { title = type }

    init(_ common: StepProperties) {
        title = common.type
        path = common.path
        remark = common.shared["description"]?.string?.printable
        file = ["from", "match", "to"].lazy.compactMap { common.options[$0].flatMap(SecondSource.name) }.first
        if !path.hasPrefix("source"), !path.hasPrefix("sinks") { file = nil }
    }

    init(_ node: StageNode) {
        switch node {
        case .stage(let stage):
            self.init(stage.common)
            seconds = stage.component.component.hooks.sources.map(GraphStep.init)
        case .use(let use, let nodes):
            self.init(type: (use.options["use"]?.string ?? use.file).printable)
            path = use.path
            remark = use.options["description"]?.string?.printable
            inner = nodes.map(GraphStep.init)
        }
    }

    private init(_ second: SecondSource) {
        title = second.type
        path = second.step.path
        remark = second.step.options["description"]?.string?.printable
        file = second.shown == second.type ? nil : second.shown
    }

    /// The lines below the title.
    var details: [String] { [file, remark].compactMap(\.self) }

    /// The step itself, or the steps of the used file.
    var steps: [GraphStep] { inner.map { $0.flatMap(\.steps) } ?? [self] }

    /// The step, and the second sources or the steps of the used file behind it.
    var all: [GraphStep] { [self] + seconds + (inner ?? []).flatMap(\.all) }
}

extension PipelineGraph {
    /// The drawing as text: the steps in a line, and their details.
    var text: String {
        let way = Self.way(line)
        let indent = String(repeating: " ", count: way.count)
        return sinks.enumerated().map { "\($0 == 0 ? way : indent) → \($1.title)\n" }.joined() + details
    }

    /// The steps in a line; those of a used file stand in brackets behind its name.
    private static func way(_ steps: [GraphStep]) -> String {
        let titles = steps.map { step in
            guard let inner = step.inner else {
                return step.seconds.isEmpty ? step.title : "\(step.title) (← \(step.seconds.map(\.title).joined(separator: ", ")))"
            }
            return inner.isEmpty ? "\(step.title) []" : "\(step.title) [ \(way(inner)) ]"
        }
        return titles.joined(separator: " → ")
    }

    /// The details of the steps, a line each; empty if no step has any.
    private var details: String {
        let told = (line + sinks).flatMap(\.all).filter { !$0.details.isEmpty }
        guard !told.isEmpty else { return "" }
        let widths = (told.map(\.path.count).max() ?? 0, told.map(\.title.count).max() ?? 0)
        let lines = told.map { step in
            "  \(HelpText.padded(step.path, widths.0))  \(HelpText.padded(step.title, widths.1))  \(step.details.joined(separator: " — "))\n"
        }
        return "\n\(title)\n" + lines.joined()
    }
}

extension PipelineGraph {
    /// The drawing for Mermaid.
    ///
    /// - SeeAlso: [Flowcharts, Subgraphs](https://mermaid.js.org/syntax/flowchart.html#subgraphs)
    var mermaid: String {
        let nodes = nodes { number, step in
            "n\(number)[\(Self.mermaidLabel(step))]"
        } group: { number, step in
            (["subgraph g\(number)[\(Self.mermaidLabel(step))]"], "end")
        }
        return "---\ntitle: \(JSONValue.string(title).compactText)\n---\nflowchart LR\n" + nodes
            + edges.map { "  n\($0) --> n\($1)\n" }.joined()
    }

    private static func mermaidLabel(_ step: GraphStep) -> String {
        let lines = ([step.title] + step.details).map { line in
            line.replacing("&", with: "#amp;").replacing("\"", with: "#quot;").replacing("<", with: "#lt;").replacing(">", with: "#gt;")
        }
        return "\"\(lines.joined(separator: "<br/>"))\""
    }
}

extension PipelineGraph {
    /// The drawing for Graphviz, which draws a box around a subgraph whose name begins with `cluster`.
    ///
    /// - SeeAlso: [The DOT language, Subgraphs and Clusters](https://graphviz.org/doc/info/lang.html#subgraphs-and-clusters)
    var dot: String {
        let nodes = nodes { number, step in
            "n\(number) [label=\(Self.quoted([step.title] + step.details))];"
        } group: { number, step in
            (["subgraph cluster_\(number) {", "label=\(Self.quoted([step.title] + step.details));"], "}")
        }
        return "digraph pipeline {\n  rankdir=LR;\n  label=\(Self.quoted([title]));\n\(nodes)"
            + edges.map { "  n\($0) -> n\($1);\n" }.joined() + "}\n"
    }

    private static func quoted(_ lines: [String]) -> String {
        "\"" + lines.map { $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }.joined(separator: "\\n") + "\""
    }
}
