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
            guard let inner = step.inner else { return step.title }
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
