public import Pipeline
// Plug-ins import Sinks for `SiteSink`, too.
@_exported public import Site

extension Registry {
    /// Adds the sinks of this library: `markdown`, `site`, `jsonl`, `json` and `csv`.
    public mutating func addSinks() {
        add(MarkdownSink.self)
        add(SiteSink.self)
        add(JSONLinesSink.self)
        add(JSONSink.self)
        add(CSVSink.self)
    }
}
