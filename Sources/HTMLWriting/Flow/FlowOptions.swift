/// What the walk through a document has to know of the format it writes.
struct FlowOptions {
    /// The options of Markdown; plain text takes from them what it has, too.
    var markdown = MarkdownOptions()
    /// Plain text: no markup, no escapes.
    var isPlain = false
    /// Whether the addresses of links stand behind their text in plain text.
    var showsAddresses = false
}
