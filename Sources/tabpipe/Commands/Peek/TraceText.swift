internal import JSONParsing
internal import Pipeline

/// Writes the trace of a record through a pipeline: its fields at the source, the changes of each stage, and the end.
struct TraceText {
    private enum Color: String {
        case added = "32"
        case removed = "31"
        case changed = "33"
        case step = "1"
    }

    /// The source of the pipeline, such as `source json`.
    let source: String
    /// The stages that the record passes, such as `stages[0] filter`.
    let stages: [String]
    /// The form of HTML; nil shows HTML documents as Markdown, and strings as they are.
    let form: DocumentForm?
    /// The last line for a record that passes all stages.
    let kept: String
    let style: OutputStyle

    /// The lines of a record.
    func text(of trace: RecordTrace) -> String {
        var lines = [(trace.states.first?.origin.description ?? "").printable, "  " + styled(source, .step)]
        if let first = trace.states.first { lines += fields(of: value(of: first)) }
        lines += steps(of: trace, indent: "  ")
        return lines.map { $0 + "\n" }.joined()
    }

    private func value(of record: Record) -> JSONValue {
        form?.value(of: record) ?? DocumentForm.markdown.value(of: record, convertsStrings: false)
    }

    private func fields(of value: JSONValue) -> [String] {
        guard let object = value.object else { return ["      \(ShortValueFormat.field.text(of: value))"] }
        return object.map { "      \(JSONPathStep.text(of: [.key($0.key)]).printable): \(ShortValueFormat.field.text(of: $0.value))" }
    }

    private func steps(of trace: RecordTrace, indent: String) -> [String] {
        var lines: [String] = []
        var number = trace.first
        for (before, after) in zip(trace.states, trace.states.dropFirst()) {
            let changes = changes(from: before, to: after, indent: indent + "  ")
            lines.append(indent + styled(stages[number], .step) + (changes.isEmpty ? ": unchanged" : ""))
            lines += changes
            number += 1
        }
        let step = stages.indices.contains(number) ? stages[number] : ""
        switch trace.end {
        case .kept: lines.append(indent + styled(kept, .added))
        case .filtered: lines.append(indent + styled("filtered by \(step)", .changed))
        case .unfinished: lines.append(indent + styled("not finished by \(step): the run failed", .removed))
        case .rejected(let reason): lines.append(indent + styled("rejected by \(step): \(reason.printable)", .removed))
        case .skipped(let reason): lines.append(indent + styled("skipped by \(step): \(reason.printable)", .removed))
        case .made(let traces):
            lines.append(indent + styled(step, .step) + ": made \(traces.count.counted("record"))")
            for (index, inner) in traces.enumerated() {
                lines.append("\(indent)  \(index + 1) of \(traces.count)")
                if let before = trace.states.last, let after = inner.states.first {
                    lines += changes(from: before, to: after, indent: indent + "    ")
                }
                lines += steps(of: inner, indent: indent + "    ")
            }
        }
        return lines
    }

    private func changes(from before: Record, to after: Record, indent: String) -> [String] {
        FieldChange.list(from: value(of: before), to: value(of: after)).map { change in
            let path = change.path.printable
            switch change.kind {
            case .added(let value): return indent + styled("+ \(path): \(ShortValueFormat.field.text(of: value))", .added)
            case .removed(let value): return indent + styled("- \(path): \(ShortValueFormat.field.text(of: value))", .removed)
            case .changed(let old, let new):
                let texts = ShortValueFormat.field.texts(of: old, and: new)
                return indent + styled("~ \(path): \(texts.0) → \(texts.1)", .changed)
            }
        }
    }

    private func styled(_ text: String, _ color: Color) -> String {
        style.styled(text, color.rawValue)
    }
}
