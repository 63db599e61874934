internal import Pipeline

/// The entry of a page in the index.
struct SiteEntry: IndexEntry {
    /// The content of a thread's row.
    struct Thread: Codable, Sendable {
        let people: [String]
        let blurb: String
        let count: Int
        let isUnread: Bool
    }

    enum Kind: Codable, Sendable {
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
