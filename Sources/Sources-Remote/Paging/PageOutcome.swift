/// What follows from a page that was read.
enum PageOutcome: Sendable, Equatable {
    /// There is another page.
    case more
    /// There is another page, but none of those that were requested ahead.
    case moreElsewhere
    case end(PageEnd)
    case failed(PagingFault)
}
