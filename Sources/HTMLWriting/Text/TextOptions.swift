/// How `TextWriter` writes.
public struct TextOptions: Sendable, Hashable {
    /// What becomes of the addresses of links.
    public enum LinkStyle: String, Sendable, CaseIterable {
        /// Only the text of the link is written.
        case none
        /// The address stands in parentheses behind the text, unless the text says it already.
        case inline
    }

    /// What becomes of the addresses of links.
    public var links = LinkStyle.none
    /// How many characters a line of a paragraph may have, with its prefix, where there is a space to break it; nil for no limit.
    public var wrapWidth: Int?

    /// The defaults.
    public init() {}
}
