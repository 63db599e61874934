import JSONParsing
@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesLocal
@testable import SourcesRemote
import Testing
import WebAddresses

extension Paging {
    /// Reads the option `paging` as a pipeline file has it.
    init(json: String) throws {
        var options = try OptionReader(json: #"{"paging": \#(json)}"#)
        self = .read(&options)
        try options.check()
    }
}

extension PagedServer {
    /// The option `paging` that fits the server.
    var options: String {
        let hasMore = ending == .hasMore ? #", "has_more": ".has_more""# : ""
        return switch kind {
        case .linkHeader: #"{"type": "link_header"}"#
        case .nextURL: #"{"type": "next_url", "at": "if .has_more then .next else .next end"}"#
        case .nextParameter: #"{"type": "next_param", "at": ".next"}"#
        case .cursor: #"{"type": "cursor", "at": ".next"\#(hasMore)}"#
        case .headerCursor: #"{"type": "header_cursor", "header": "x-next-cursor", "send_as": "cursor"}"#
        case .page: #"{"type": "page", "total_pages": ".total_pages"}"#
        case .page0: #"{"type": "page", "start": 0, "total_pages": ".total_pages"}"#
        case .offset: #"{"type": "offset", "total": ".total"}"#
        case .keyset: #"{"type": "keyset", "field": ".id", "has_more": ".has_more"}"#
        }
    }
}

/// The result of a walk that reads one page after the other.
struct WalkResult {
    var ids: [Int] = []
    var requests: [HTTPRequest] = []
    var end: WalkEnd?
    var fault: PagingFault?
    var dropped = 0

    /// Walks through the list of a server, with no transport between.
    ///
    /// - Parameter id: The program for ids; nil compares whole pages.
    init(
        _ paging: Paging, _ server: PagedServer, id: String? = ".id", maxPages: Int = 1000, template: RequestTemplate? = nil,
        isAllowed: @escaping @Sendable (WebOrigin) -> Bool = { _ in false }
    ) throws {
        let home = try #require(WebAddress(PagedServer.home + "?limit=50"))
        var walk = PageWalk(paging, from: template ?? RequestTemplate(HTTPRequest(home)), maxPages: maxPages, isAllowed: isAllowed)
        let reader = PageReader(
            items: try RecordQuery(".items[]"), id: try id.map { try RecordQuery($0) }, limits: .standard, secrets: LearnedSecrets())
        var seen = SeenItems()
        while let next = walk.request() {
            requests.append(next.request)
            let (head, body) = try server.respond(next.request)
            let content = try reader.read(Array(body.utf8), of: "page \(next.number)")
            let page = FetchedPage(
                number: next.number, head: head, address: next.request.address, meaning: .content, content: content, bytes: 0)
            let choice =
                switch content.identity {
                case .ids(let ids): seen.add(ids)
                case .content(let hash): seen.add(hash, count: content.items.count)
                }
            for (item, isNew) in zip(content.items, choice.isNew) where isNew {
                ids.append(try #require(item.member("id")?.number?.int64.map { Int($0) }))
            }
            switch try walk.read(page.facts(repeatsPageBefore: choice.repeatsPageBefore)) {
            case .more, .moreElsewhere: break
            case .end(let end): self.end = end
            case .failed(let fault): self.fault = fault
            }
        }
        dropped = seen.droppedCount
    }
}
