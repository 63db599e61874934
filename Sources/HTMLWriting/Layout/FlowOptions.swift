/// The output format of a `FlowBuilder` and its options.
struct FlowOptions {
    /// The Markdown options. Plain text uses those that apply to it, such as `wrapWidth`.
    var markdown = MarkdownOptions()
    /// Whether to write plain text, without markup and escapes.
    var isPlain = false
    /// Whether plain text shows the address of a link behind its text.
    var showsAddresses = false
}
