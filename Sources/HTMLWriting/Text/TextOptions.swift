/// The options of ``TextWriter``.
public struct TextOptions: Sendable, Hashable {
    /// The treatment of link addresses.
    public enum LinkStyle: String, Sendable, CaseIterable {
        /// Writes only the text of a link.
        case none
        /// Writes the address in parentheses behind the text, unless the text is the address.
        case inline
    }

    /// The treatment of link addresses.
    public var links = LinkStyle.none
    /// The limit of a paragraph's lines with their prefix, in characters; nil for no limit. Lines are broken at spaces only.
    public var wrapWidth: Int?

    /// Creates the default options.
    public init() {}
}
