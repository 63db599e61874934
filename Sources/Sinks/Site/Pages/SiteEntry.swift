/// What the index says about a page.
struct SiteEntry: Sendable {
    /// A row for a thread.
    struct Thread: Sendable {
        let people: [String]
        let blurb: String
        let count: Int
        let isUnread: Bool
    }

    enum Kind: Sendable {
        case article(teaser: String, heroImage: String)
        case thread(Thread)
    }

    let path: [String]
    let title: String
    let kind: Kind

    var isArticle: Bool { if case .article = kind { true } else { false } }

    /// The place of the entry in the index, which links lead back to.
    var anchor: String { "p-" + FolderAddress.encoded(path).replacing("%", with: "~") }
}
