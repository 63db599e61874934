internal import JSONParsing
internal import Pipeline

/// What a feed says about itself, in any format.
struct FeedDocument: Equatable, Sendable {
    /// A link to another document of the same feed.
    ///
    /// - SeeAlso: [RFC 5005, Feed Paging and Archiving](https://www.rfc-editor.org/rfc/rfc5005)
    enum Continuation: Equatable, Sendable {
        /// The next page of a paged feed.
        case next(String)
        /// The archive document with the items before those of this document.
        case archive(String)

        var address: String {
            switch self {
            case .next(let address), .archive(let address): address
            }
        }

        /// The words for a warning.
        var phrase: String {
            switch self {
            case .next: "a next page"
            case .archive: "an archive with earlier items"
            }
        }
    }

    var title: String?
    var url: String?
    var description: String?
    var language: String?
    /// The authors of items that name none.
    var authors: [FeedPerson] = []
    /// The base of the items.
    var base = FeedBase(BaseAddress())
    var continuation: Continuation?
    /// The number of elements in the list of items that are no items.
    var leftOut = 0
    /// Warnings about members of the feed itself that are left out.
    private(set) var remarks: [String] = []

    /// Adds a warning, once.
    mutating func note(_ remark: String) {
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    /// Whether the items look the same in both.
    func isDescribed(as other: FeedDocument) -> Bool {
        (title, url, description, language) == (other.title, other.url, other.description, other.language)
            && authors == other.authors && base == other.base
    }

    /// The field `feed` of each record.
    var json: JSONValue {
        ["title": .optional(title), "url": .optional(url), "description": .optional(description), "language": .optional(language)]
    }
}

/// Why a document is no feed.
struct FeedError: Error, Equatable {
    /// The expected and the found content, in one sentence.
    let message: String
}
