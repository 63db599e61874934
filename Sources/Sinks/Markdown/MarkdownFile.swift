internal import Pipeline

/// One rendered Markdown file.
struct MarkdownFile: Sendable {
    /// The path components relative to the sink's folder.
    let path: [String]
    /// The origin of its record.
    let origin: Origin
    let bytes: [UInt8]
    /// Its entry in the index.
    let entry: MarkdownIndex.Entry?
}
