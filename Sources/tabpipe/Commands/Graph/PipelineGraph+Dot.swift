extension PipelineGraph {
    /// The drawing for Graphviz. It draws a box around a subgraph whose name begins with `cluster`.
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
