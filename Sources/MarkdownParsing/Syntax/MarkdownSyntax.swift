/// The kinds of Markdown syntax that a reader knows beside CommonMark's own.
public struct MarkdownSyntax: Hashable, Sendable {
    /// Tables with a row of dashes below their header.
    public var tables: Bool
    /// Deleted text in `~` or `~~`.
    public var strikethrough: Bool
    /// `[ ]` and `[x]` at the start of a list item.
    public var taskLists: Bool
    /// Links from bare addresses: `www.example.com`, `https://example.com`, `ana@example.com`.
    public var autolinks: Bool
    /// `[^1]` and its definition `[^1]: …`.
    public var footnotes: Bool
    /// Block quotes that begin with `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`.
    public var alerts: Bool
    /// Formulas in `$…$` and `$$…$$`.
    public var math: Bool
    /// Terms with definitions in lines that begin with a colon.
    public var definitionLists: Bool

    /// Creates a syntax. By default: GitHub's, without formulas and definition lists.
    public init(
        tables: Bool = true, strikethrough: Bool = true, taskLists: Bool = true, autolinks: Bool = true, footnotes: Bool = true,
        alerts: Bool = true, math: Bool = false, definitionLists: Bool = false
    ) {
        self.tables = tables
        self.strikethrough = strikethrough
        self.taskLists = taskLists
        self.autolinks = autolinks
        self.footnotes = footnotes
        self.alerts = alerts
        self.math = math
        self.definitionLists = definitionLists
    }

    /// CommonMark alone.
    ///
    /// - SeeAlso: [CommonMark 0.31.2](https://spec.commonmark.org/0.31.2/)
    public static let commonMark = MarkdownSyntax(
        tables: false, strikethrough: false, taskLists: false, autolinks: false, footnotes: false, alerts: false)
    /// CommonMark with GitHub's extensions.
    ///
    /// - SeeAlso: [GitHub Flavored Markdown](https://github.github.com/gfm/)
    public static let gitHub = MarkdownSyntax()
}
