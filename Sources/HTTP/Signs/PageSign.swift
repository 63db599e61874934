/// A sign in a response that there are more pages.
package struct PageSign: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// A header field names the next page.
        case header
        /// A header such as `X-WP-TotalPages`, or a member such as `total_pages`, counts more pages.
        case pageCount
        /// A flag such as `has_more` is true.
        case flag
        /// A member such as `next_cursor` names the next page.
        case next
        /// A member such as `total` counts more items. It may count something other than this list.
        case total
    }

    package let kind: Kind
    /// The place: a jq path such as `.meta.next`, or the name of a header field.
    package let place: String
    /// The sign in words, such as `.meta.next names the next one`.
    package let phrase: String
    /// The way to go on that probably fits the sign; nil if there is none to name.
    package var remedy: PagingRemedy?
    /// The number of pages or items that the server counts; nil for a sign without a number.
    package var count: Int?
    /// Whether the sign can mean nothing else.
    package var isStrong = true

    package init(kind: Kind, place: String, phrase: String, remedy: PagingRemedy? = nil, count: Int? = nil, isStrong: Bool = true) {
        self.kind = kind
        self.place = place
        self.phrase = phrase
        self.remedy = remedy
        self.count = count
        self.isStrong = isStrong
    }

    /// The place in words.
    package var source: String { place.hasPrefix(".") ? place : "the header \(place)" }
}
