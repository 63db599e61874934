internal import JSONParsing

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
