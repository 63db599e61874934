/// The entry of a page in the index.
struct SiteEntry: Sendable {
    /// The content of a thread's row.
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

    /// The `id` of the entry in the index, the target of links back to it.
    var anchor: String { "p-" + FolderAddress.encoded(path).replacing("%", with: "~") }
}
