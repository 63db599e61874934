/// The allow-list of a sanitiser, chosen by the kind of content.
public enum HTMLSanitizerProfile: String, Sendable, CaseIterable {
    /// For comments and descriptions: paragraphs, lists, quotes, code, emphasis and links.
    case text
    /// For e-mail: also images, layout tables, fonts and colors, and a list of harmless CSS properties.
    case email
    /// For articles: also headings, sections, figures, images and data tables; no styling.
    case article
}
