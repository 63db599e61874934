internal import Pipeline

/// One rendered Markdown file.
struct MarkdownFile: Sendable {
    /// Its path, relative to the sink's folder.
    var place: OutputPlace
    /// The origin of its record.
    let origin: Origin
    let bytes: [UInt8]
    /// Its entry in the index.
    var entry: MarkdownIndex.Entry?
}
