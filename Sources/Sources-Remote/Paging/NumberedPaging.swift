/// The options of `page` and `offset`, whose requests count pages or items.
struct NumberedPaging: Sendable {
    let unit: NumberedPages.Unit
    /// The number that the first request sends.
    var start: Int
    /// Where a request carries the number.
    var sendAs: PageParameter
    /// Where a request carries the size; nil if it carries none.
    var sizeAs: PageParameter?
    /// The number of items to ask for; nil leaves it to the server.
    var size: Int?
    /// The number of all pages (for `page`) or items (for `offset`), as the server counts them; nil if it does not.
    var total: PageValue?
    /// Whether an empty page ends the walk. nil: it does where no total is known; before a known total it is an error.
    var stopsOnEmpty: Bool?
    /// Whether the status 404 stands for a page behind the last one.
    var stopsOn404 = false
}
