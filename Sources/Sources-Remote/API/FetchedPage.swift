internal import HTTP
internal import JSONParsing
internal import SourcesLocal

/// A warning about a page whose response reports a failure.
struct PageRemark: Sendable {
    let text: String
    /// Whether items may be missing, so that an incremental source must not go on behind them.
    let isOpen: Bool
}

/// A page with its items, as a task of the walk hands it over.
struct FetchedPage: Sendable {
    /// The number of the page in the walk, counted from 1.
    let number: Int
    let head: ResponseHead
    /// The URL after redirects.
    let address: WebAddress
    let meaning: CompleteResponse.Meaning
    let content: PageContent
    /// What the response says of a failure beside its items; nil if it says nothing.
    var remark: PageRemark?
    /// The length of the body, in bytes.
    let bytes: Int

    /// The page as paging looks at it.
    ///
    /// - Parameter repeatsPageBefore: Whether the page holds nothing that was not on the page before.
    func facts(repeatsPageBefore: Bool) -> PageFacts {
        PageFacts(
            number: number, head: head, address: address, meaning: meaning, content: content.value, itemCount: content.listedCount,
            lastItem: content.lastListed, repeatsPageBefore: repeatsPageBefore)
    }
}
