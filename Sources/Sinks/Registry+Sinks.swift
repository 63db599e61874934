public import Pipeline

extension Registry {
    /// Adds the sinks of this library: `markdown`, `jsonl`, `json` and `csv`.
    public mutating func addSinks() {
        add(MarkdownSink.self)
        add(JSONLinesSink.self)
        add(JSONSink.self)
        add(CSVSink.self)
    }
}
