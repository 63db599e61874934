internal import HTTP
internal import JSONParsing
internal import SourcesLocal

/// A page with its items, as a task of the walk hands it over.
struct FetchedPage: Sendable {
    /// The number of the page in the walk, counted from 1.
    let number: Int
    let head: ResponseHead
    /// The URL after redirects.
    let address: WebAddress
    let meaning: CompleteResponse.Meaning
    let content: PageContent
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
