/// The options of ``MarkdownWriter``. The defaults give CommonMark with pipe tables.
public struct MarkdownOptions: Sendable, Hashable {
    /// The styles of headings.
    public enum HeadingStyle: String, Sendable, CaseIterable {
        /// `# Title`
        case atx
        /// A line of `=` or `-` under the heading, for levels 1 and 2; other levels as `atx`.
        case setext
    }

    /// The bullets of lists. Adjacent lists, and lists at the start of an item, use another bullet where necessary to stay separate.
    public enum Bullet: String, Sendable, CaseIterable {
        /// `-`
        case dash
        /// `*`
        case asterisk
        /// `+`
        case plus
    }

    /// The delimiters of emphasis. The other one is used where a parser would misread the chosen one.
    public enum EmphasisMark: String, Sendable, CaseIterable {
        /// `*`
        case asterisk
        /// `_`
        case underscore
    }

    /// The positions of link addresses.
    public enum LinkStyle: String, Sendable, CaseIterable {
        /// After the text: `[text](address)`.
        case inline
        /// At the end of the document: `[text][1]`.
        case reference
    }

    /// The treatment of tables of data. The content of layout tables is written as ordinary blocks.
    public enum TablePolicy: String, Sendable, CaseIterable {
        /// Writes pipe tables.
        case pipe
        /// Writes HTML with all spans and blocks, limited to what the sanitiser's profile for mail allows.
        case html
        /// Writes fenced blocks of CSV, with the addresses of links after their texts. Writes a pipe table instead if the table has images,
        /// footnotes, or links to or from places of the document.
        case csvFence = "csv_fence"
        /// Writes the content as ordinary blocks.
        case text
    }

    /// The treatment of elements that Markdown has no syntax for.
    public enum RawHTMLPolicy: String, Sendable, CaseIterable {
        /// Writes only the text of such elements.
        case never
        /// Writes such elements and attributes as HTML if the sanitiser's profile for mail allows them. HTML that the sanitiser would
        /// drop or change is never written.
        case whenNeeded = "when_needed"
    }

    /// The treatment of the IDs of headings, to which links inside the document lead. All IDs get the prefix of ``ContentID``. A link to an
    /// element whose ID is not written becomes text.
    public enum HeadingIDs: String, Sendable, CaseIterable {
        /// Writes no IDs.
        case none
        /// After the heading, as Pandoc, kramdown and Hugo read it: `# Title {#m-title}`.
        case attribute
        /// As HTML, also of other elements that links of the document lead to: `# <span id="m-title"></span>Title`.
        case html
    }

    /// The treatment of images. Tracking pixels are always left out.
    public enum ImagePolicy: String, Sendable, CaseIterable {
        /// Writes images. An image with a `data:`, `cid:` or `javascript:` address is of no use outside its document, so only its
        /// alternative text is written.
        case keep
        /// Writes the alternative text; nothing if there is none.
        case altText = "alt_text"
        /// Leaves the image out.
        case drop
    }

    /// The treatment of superscripts and subscripts (`sup`, `sub`). Ordinals (`1st`), signs such as TM, and footnotes are always plain text.
    public enum SupSubPolicy: String, Sendable, CaseIterable {
        /// Writes digits and signs with the characters that Unicode has for them: 10⁶, m², H₂O. Other exponents get a caret, `2^n`, and sums an
        /// underscore below the line, `a_(n+1)`.
        case unicode
        /// Writes exponents after a caret, `10^6`, and subscripts as plain text.
        case caret
        /// Writes the elements as HTML: `10<sup>6</sup>`.
        case html
        /// Writes only their text.
        case plain
    }

    /// The treatment of formulas.
    public enum Math: String, Sendable, CaseIterable {
        /// Writes formulas in MathML in one line, with the signs of plain text: `x²`. Leaves out the scripts of MathJax.
        case text
        /// Writes the TeX that KaTeX, MathJax and LaTeXML leave beside a formula: `$x^2$`, or `$$x^2$$` for a formula in a line of its own.
        /// Other formulas as `text`. Other dollar signs get a backslash.
        case tex
    }

    /// The style of headings.
    public var headings = HeadingStyle.atx
    /// The treatment of the IDs of headings.
    public var headingIDs = HeadingIDs.none
    /// The bullet of lists.
    public var bullet = Bullet.dash
    /// The delimiter of emphasis.
    public var emphasis = EmphasisMark.asterisk
    /// The position of link addresses.
    public var links = LinkStyle.inline
    /// The limit of a paragraph's lines with their prefix, in characters; nil for no limit. Lines are broken at spaces only.
    public var wrapWidth: Int?
    /// The treatment of tables.
    public var tables = TablePolicy.pipe
    /// The treatment of elements that Markdown has no syntax for.
    public var rawHTML = RawHTMLPolicy.never
    /// The treatment of images.
    public var images = ImagePolicy.keep
    /// The treatment of superscripts and subscripts.
    public var supSub = SupSubPolicy.unicode
    /// The treatment of formulas.
    public var math = Math.text
    /// Whether to write the mark `<!--more-->` that ends an introduction.
    public var keepsMore = false
    /// Whether the output is MDX: braces, angle brackets, and `import` and `export` at the start of a line are escaped, and addresses are never
    /// autolinks. Options that write HTML or the IDs of headings, which MDX refuses, keep their effect: leave them at their defaults.
    ///
    /// - SeeAlso: [MDX, Syntax](https://mdxjs.com/docs/what-is-mdx/#mdx-syntax)
    public var isMDX = false

    /// Creates the default options.
    public init() {}
}

/// The output format of a `FlowBuilder` and its options.
struct FlowOptions {
    /// The Markdown options. Plain text uses those that apply to it, such as `wrapWidth`.
    var markdown = MarkdownOptions()
    /// Whether to write plain text, without markup and escapes.
    var isPlain = false
    /// Whether plain text shows the address of a link after its text.
    var showsAddresses = false
    /// Whether the rows of tables in plain text are CSV.
    var rowsAreCSV = false
}
