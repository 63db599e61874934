/// The options of ``TextWriter``.
public struct TextOptions: Sendable, Hashable {
    /// The treatment of link addresses.
    public enum LinkStyle: String, Sendable, CaseIterable {
        /// Writes only the text of a link.
        case none
        /// Writes the address in parentheses behind the text, unless the text is the address.
        case inline
    }

    /// The treatment of superscripts and subscripts. Ordinals (`1st`), signs such as TM, and footnotes are always plain text.
    public enum SupSub: String, Sendable, CaseIterable {
        /// Writes digits and signs with the characters that Unicode has for them: 10⁶, m², H₂O. Other exponents get a caret, `2^n`, and sums an
        /// underscore below the line, `a_(n+1)`.
        case unicode
        /// Writes exponents behind a caret, `10^6`, and subscripts as plain text.
        case caret
        /// Writes only their text.
        case plain
    }

    /// The treatment of link addresses.
    public var links = LinkStyle.none
    /// The limit of a paragraph's lines with their prefix, in characters; nil for no limit. Lines are broken at spaces only.
    public var wrapWidth: Int?
    /// The treatment of superscripts and subscripts.
    public var supSub = SupSub.unicode

    /// Creates the default options.
    public init() {}
}
