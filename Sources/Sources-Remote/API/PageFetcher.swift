internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal
internal import WebAddresses

/// Fetches a complete response. The second parameter is the request in messages, such as `page 3`.
typealias ResponseFetcher = @Sendable (HTTPRequest, String) async throws -> CompleteResponse

/// Fetches pages and selects their items. Several tasks use it at once.
struct PageFetcher: Sendable {
    let fetch: ResponseFetcher
    let reader: PageReader
    /// The source in messages and origins: its URL without secrets, and the part.
    let shown: String
    /// The part in messages; nil for a source without parts.
    var part: String?
    /// Whether the URL is secret.
    var isSecret = false

    /// Fetches and parses a page.
    ///
    /// - Throws: As ``HTTPClient/fetch(_:label:)``, and ``PipelineFailure`` of the kind `badData` for a page that cannot be used.
    func page(_ page: PageRequest) async throws -> FetchedPage {
        let response = try await fetch(page.request, (part.map { "part \($0), " } ?? "") + "page \(page.number)")
        let head = response.head
        let address = response.address
        let meaning = response.meaning
        let judgement = response.judgement
        var content = PageContent()
        var remark: PageRemark?
        let count = response.body.count
        switch meaning {
        case .content:
            let name = RequestName(page.request, secrets: reader.secrets)
            content = try reader.read(
                try bytes(of: response, page.number), of: "\(shown): page \(page.number)", contentType: head.contentType, name: name)
            remark = try self.remark(on: content, judgement, page.number, name)
        // Its items are not wanted, but it may name the next page.
        case .skip: content.value = reader.value(of: try bytes(of: response, page.number), contentType: head.contentType)
        case .end, .empty: break
        }
        return FetchedPage(
            number: page.number, head: head, address: address, meaning: meaning, content: content, remark: remark, bytes: count)
    }

    /// The warning about a failure that a response with a good status reports; nil without one.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `remoteUnavailable` for a failure without items.
    private func remark(on content: PageContent, _ judgement: ContentVerdict, _ number: Int, _ name: RequestName) throws -> PageRemark? {
        switch judgement {
        case .accepted: return nil
        case .warned(let message):
            let quote = message.map { name.quote($0, characters: 200) } ?? ""
            return PageRemark(text: "page \(number): \(quote.isEmpty ? "a warning by \"responses\"" : quote)", isOpen: false)
        case .none: break
        }
        let isEmpty = content.items.allSatisfy(\.isNull)
        guard let sign = FailureSign.find(in: content.value, around: reader.place, isEmpty: isEmpty) else {
            guard isEmpty, number == 1, let list = OverlookedList(in: content.value, around: reader.place) else { return nil }
            return PageRemark(text: "page \(number): \(reader.option): \(list.phrase); items may be missing", isOpen: true)
        }
        let sentence = "page \(number): \(sign.sentence(of: name))"
        if isEmpty {
            throw PipelineFailure(
                .remoteUnavailable, "\(shown): \(sentence), and has no items (\"accept\" in \"responses\" says that it is good)")
        }
        return PageRemark(text: "\(sentence); items may be missing (\"accept\" in \"responses\" says that it is good)", isOpen: true)
    }

    /// Reads the stored body and releases its file.
    private func bytes(of response: consuming CompleteResponse, _ number: Int) throws -> [UInt8] {
        do throws(SystemError) {
            return try response.body.contents()
        } catch {
            throw PipelineFailure(.inputMissing, "\(shown): page \(number): \(error)")
        }
    }

    /// Fetches a page for a caller that looks at failures later, in the order of the pages.
    func result(_ page: PageRequest) async -> Result<FetchedPage, any Error> {
        do {
            return .success(try await self.page(page))
        } catch {
            return .failure(error)
        }
    }
}

/// A warning about a page whose response reports a failure.
struct PageRemark: Sendable {
    let text: String
    /// Whether items may be missing, so that an incremental source must not advance its state.
    let isOpen: Bool
}

/// A fetched page with its items, as a task returns it.
struct FetchedPage: Sendable {
    /// The number of the page in the walk, counted from 1.
    let number: Int
    let head: ResponseHead
    /// The URL after redirects.
    let address: WebAddress
    let meaning: CompleteResponse.Meaning
    let content: PageContent
    /// A warning about a failure that the response reports beside its items; nil without one.
    var remark: PageRemark?
    /// The length of the body, in bytes.
    let bytes: Int

    /// The facts about the page that paging depends on.
    ///
    /// - Parameter repeatsPageBefore: Whether the page holds nothing that was not on the page before.
    func facts(repeatsPageBefore: Bool) -> PageFacts {
        PageFacts(
            number: number, head: head, address: address, meaning: meaning, content: content.value, itemCount: content.listedCount,
            lastItem: content.lastListed, repeatsPageBefore: repeatsPageBefore)
    }
}
