internal import JSONQuery

extension String {
    /// A name for files and URLs, as the jq function `slug` makes it: words in lower case with hyphens between them, never empty.
    ///
    /// - Parameter maxBytes: The greatest length in bytes, from 20 to 240. Other numbers count as the nearest of these.
    /// - Throws: An error if the text takes too many steps; `CancellationError` if the task was cancelled.
    public func slug(maxBytes: Int) throws -> String { try Slug.text(of: self, maxBytes: maxBytes) }
}
