internal import Pipeline

/// One Markdown file, ready to be written.
struct MarkdownFile: Sendable {
    /// The names of the folders and of the file, from the sink's folder on.
    let path: [String]
    /// Where its record came from.
    let origin: Origin
    let bytes: [UInt8]
    /// What the index says about it.
    let entry: MarkdownIndex.Entry?
}
