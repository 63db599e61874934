/// How `MarkdownWriter` writes. The defaults give CommonMark with pipe tables that every reader understands.
public struct MarkdownOptions: Sendable, Hashable {
    /// How headings are written.
    public enum HeadingStyle: String, Sendable, CaseIterable {
        /// `# Title`
        case atx
        /// Underlined with `=` or `-`; from level 3 on as `atx`.
        case setext
    }

    /// The bullet of lists. Lists side by side, and lists that begin an item, use another one to stay apart.
    public enum Bullet: String, Sendable, CaseIterable {
        /// `-`
        case dash
        /// `*`
        case asterisk
        /// `+`
        case plus
    }

    /// The delimiter of emphasis. Where it would be misread, the other one is used.
    public enum EmphasisMark: String, Sendable, CaseIterable {
        /// `*`
        case asterisk
        /// `_`
        case underscore
    }

    /// Where the addresses of links stand.
    public enum LinkStyle: String, Sendable, CaseIterable {
        /// Behind the text: `[text](address)`.
        case inline
        /// At the end of the document: `[text][1]`.
        case reference
    }

    /// What becomes of tables.
    public enum TablePolicy: String, Sendable, CaseIterable {
        /// Tables of data become pipe tables, tables used for layout become flowing text.
        case auto
        /// All tables become flowing text.
        case never
    }

    /// Whether the output may have HTML tags.
    public enum RawHTMLPolicy: String, Sendable, CaseIterable {
        /// Never: only the text of elements that Markdown has no syntax for is written.
        case never
        /// Elements and attributes that Markdown cannot say are written as HTML, as far as the sanitiser's profile for mail allows them:
        /// what it would drop or change is not written, whatever the document holds.
        case whenNeeded = "when_needed"
    }

    /// What becomes of images. Tracking pixels are always left out.
    public enum ImagePolicy: String, Sendable, CaseIterable {
        /// Images with an address are written. Of those that hold their own data (`data:`), are parts of a mail (`cid:`) or run a
        /// program (`javascript:`) the alternative text is, as Markdown has no place for them; nothing if there is none.
        case keep
        /// The alternative text, or nothing if there is none.
        case altText = "alt_text"
        /// Nothing.
        case drop
    }

    /// How headings are written.
    public var headings = HeadingStyle.atx
    /// The bullet of lists.
    public var bullet = Bullet.dash
    /// The delimiter of emphasis.
    public var emphasis = EmphasisMark.asterisk
    /// Where the addresses of links stand.
    public var links = LinkStyle.inline
    /// How many characters a line of a paragraph may have, with its prefix, where there is a space to break it; nil for no limit.
    public var wrapWidth: Int?
    /// What becomes of tables.
    public var tables = TablePolicy.auto
    /// Whether the output may have HTML tags.
    public var rawHTML = RawHTMLPolicy.never
    /// What becomes of images.
    public var images = ImagePolicy.keep

    /// The defaults.
    public init() {}
}
