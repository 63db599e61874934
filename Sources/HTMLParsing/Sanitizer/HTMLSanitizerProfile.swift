/// What a sanitiser keeps.
public enum HTMLSanitizerProfile: String, Sendable, CaseIterable {
    /// Paragraphs, lists, quotes, code, emphasis and links: for comments and descriptions.
    case text
    /// What an e-mail is made of: also images, layout tables, fonts and colours, and a list of harmless CSS properties.
    case email
    /// What an article is made of: also headings, sections, figures, images and tables of data; no styling.
    case article
}
