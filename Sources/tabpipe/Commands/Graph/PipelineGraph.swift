internal import JSONParsing
internal import Pipeline

/// The steps of a pipeline, which languages of drawings write. Nodes are numbered in the order of the steps.
struct PipelineGraph {
    /// The source and the stages.
    let line: [GraphStep]
    let sinks: [GraphStep]
    let title: String

    init(_ plan: PipelinePlan) {
        line = [plan.source.map { GraphStep($0.common) } ?? GraphStep(type: "stdin")] + StageNode.list(of: plan).map(GraphStep.init)
        sinks = plan.sinks.isEmpty ? [GraphStep(type: "stdout")] : plan.sinks.map { GraphStep($0.common) }
        title = plan.secrets.masked([plan.name, plan.description].compactMap(\.self).joined(separator: ": ")).printable
    }

    /// The pairs of neighbouring steps, by number.
    var edges: [(Int, Int)] {
        let count = line.flatMap(\.steps).count
        return (0..<count - 1).map { ($0, $0 + 1) } + sinks.indices.map { (count - 1, count + $0) }
    }

    /// The nodes of the drawing, with those of a used file in a group.
    ///
    /// - Parameters:
    ///   - node: The line of a node with a number.
    ///   - group: The lines in front of the nodes of a used file, which has a number of its own, and the line behind them.
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
        return lines(line + sinks, indent: "  ").map { $0 + "\n" }.joined()
    }
}
