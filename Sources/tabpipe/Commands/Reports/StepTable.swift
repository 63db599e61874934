internal import JSONParsing
internal import Pipeline

/// The table of `--verbose`: a line for each step, with its counts and its time.
struct StepTable {
    private let steps: [StepCounts]
    private let columns: [(name: String, value: (StepCounts) -> String)]

    init(_ steps: [StepCounts]) {
        self.steps = steps
        func counts(_ name: String, _ path: KeyPath<StepCounts, Int>) -> (String, (StepCounts) -> String) {
            (name, { "\($0[keyPath: path])" })
        }
        var columns = [
            counts("in", \.input), counts("out", \.output), counts("filtered", \.filtered), counts("rejected", \.rejected),
            counts("made", \.made),
        ]
        // Rare results have no column in other runs.
        if steps.contains(where: { $0.skipped > 0 }) { columns.append(counts("skipped", \.skipped)) }
        if steps.contains(where: { $0.unfinished > 0 }) { columns.append(counts("unfinished", \.unfinished)) }
        columns.append(("time", { "\(Decimals.text($0.time / .seconds(1), places: 2)) s" }))
        columns.append(("share", { "\(Int(($0.share * 100).rounded())) %" }))
        self.columns = columns
    }

    /// The heading and a line for each step, aligned.
    var lines: [String] {
        let rows = [["step"] + columns.map(\.name)] + steps.map { step in [Self.name(of: step)] + columns.map { $0.value(step) } }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + space : space + text
            }
            .joined(separator: "  ")
        }
    }

    /// Prints the table; as JSON, a message with fields for each step.
    func print(to console: Console) {
        let lines = lines
        if !console.isJSON { console.info(lines[0]) }
        for (line, step) in zip(lines.dropFirst(), steps) {
            console.info(console.isJSON ? Self.name(of: step) : line, fields: StepRecord(step).json)
        }
    }

    private static func name(of step: StepCounts) -> String { step.path == "source" ? "source \(step.type)" : "\(step.path) \(step.type)" }
}
