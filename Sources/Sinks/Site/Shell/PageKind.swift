/// A kind of page, with the style sheet and the script that it carries.
enum PageKind: CaseIterable, Sendable {
    case index, article, thread
    /// The list of all messages of a long thread.
    case messages

    /// The style sheet of the page.
    var style: String {
        switch self {
        case .index: SiteStyle.base + IndexStyle.text + SiteStyle.print
        case .article: SiteStyle.base + ArticleStyle.text + SiteStyle.print
        case .thread: SiteStyle.base + ThreadStyle.text + SiteStyle.print
        case .messages: SiteStyle.base + MessageListStyle.text + SiteStyle.print
        }
    }

    private static let scripts = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.madeScript) })

    /// The script of the page.
    var script: String { Self.scripts[self] ?? madeScript }

    private var madeScript: String {
        switch self {
        case .index: SiteScript.text(IndexScript.text)
        case .article: SiteScript.text(ArticleScript.text)
        case .thread: SiteScript.text(ThreadScript.text)
        case .messages: SiteScript.text(MessageListScript.text)
        }
    }

    /// A script that runs before the page has any content.
    var headScript: String? { self == .thread ? ThreadScript.head : nil }

    /// The words that the script shows.
    var scriptWords: [ScriptWord] {
        switch self {
        case .index: IndexScript.words
        case .article: ArticleScript.words
        case .thread: ThreadScript.words
        case .messages: MessageListScript.words
        }
    }

    /// The directives of the policy for styles.
    ///
    /// Frames inherit the policy of the page. A thread's page must therefore allow the style sheets and the style attributes of mail, which
    /// the sanitiser has made safe.
    ///
    /// - Parameter theme: The style sheet of the theme; empty if there is none.
    func stylePolicy(theme: String) -> String {
        switch self {
        case .index, .article, .messages:
            "style-src " + [style, theme].filter { !$0.isEmpty }.map(ContentHash.source).joined(separator: " ")
        case .thread: "style-src 'unsafe-inline'"
        }
    }
}
