import Foundation
import JSONParsing
import Synchronization

@testable import HTTP
@testable import HTTPReading
@testable import WebAddresses

/// A server with one list, for tests of paging. It refuses requests that a correct client does not send.
struct PagedServer: Sendable {
    /// How the responses lead to the next page.
    enum Kind: String, Sendable, CaseIterable {
        case linkHeader, nextURL, nextParameter, cursor, headerCursor, page, page0, offset, keyset
    }

    /// How the last page says that it is the last.
    enum Ending: String, Sendable, CaseIterable {
        case null, empty, missing, hasMore
    }

    /// What is wrong with the list.
    enum Fault: Sendable, Equatable {
        case none
        /// Each page repeats the last items of the page before.
        case overlap(Int)
        /// The page after the third has this number.
        case loop(to: Int)
        case endless
        /// A page without items, which has a next page.
        case emptyPage(Int)
        /// Beyond the end, the last page comes again.
        case lastPageAgain
        /// The number of items of each page, in order, whatever the client asks for.
        case sizes([Int])
    }

    /// The reason why a request was refused.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    static let home = "http://api.example.org/v1/list"

    var kind: Kind
    var ending = Ending.null
    var fault = Fault.none
    var total = 437
    var size = 50
    /// Whether the server says a total.
    var hasTotal = true

    /// The pages as ranges of items from 0, with the number of the first one being 1.
    private var pages: [Range<Int>] {
        if case .sizes(let sizes) = fault {
            var start = 0
            return sizes.map { size in
                defer { start += size }
                return start..<start + size
            }
        }
        let step = if case .overlap(let items) = fault { size - items } else { size }
        var pages: [Range<Int>] = []
        for start in stride(from: 0, to: max(1, total), by: step) {
            pages.append(start..<min(start + size, total))
            if start + size >= total { break }
        }
        if case .emptyPage(let number) = fault { pages.insert(pages[number - 1].lowerBound..<pages[number - 1].lowerBound, at: number - 1) }
        return pages
    }

    /// The items of a response, and the number of its page.
    private func content(_ request: HTTPRequest, _ number: Int) throws -> Range<Int> {
        if fault == .endless, kind == .offset {
            let start = Int(parameter("offset", of: request) ?? "") ?? 0
            return start..<start + size
        }
        if fault == .endless { return (number - 1) * size..<number * size }
        switch kind {
        case .offset, .keyset:
            let start = Int(parameter(kind == .offset ? "offset" : "after", of: request) ?? "") ?? 0
            let asked = min(size, Int(parameter("limit", of: request) ?? "") ?? size)
            guard case .sizes = fault else { return min(start, total)..<min(start + asked, total) }
            return pages.first { $0.lowerBound == start && !$0.isEmpty } ?? start..<start
        default:
            let pages = pages
            if number > pages.count, fault == .lastPageAgain { return pages[pages.count - 1] }
            return number <= pages.count ? pages[number - 1] : total..<total
        }
    }

    private static func token(_ number: Int) -> String { "p\(number)+/=&%41" }

    /// A parameter of the query, the header, the form or any depth of the JSON body.
    private func parameter(_ name: String, of request: HTTPRequest) -> String? {
        func find(_ value: JSONValue) -> String? {
            guard let object = value.object else { return nil }
            if let found = object[name] { return found.string ?? found.number?.text }
            for member in object { if let found = find(member.value) { return found } }
            return nil
        }
        let body = request.body ?? []
        if request.headers["Content-Type"] == "application/x-www-form-urlencoded" {
            return WebAddress("http://x/?" + String(decoding: body, as: UTF8.self))?.queryValue(name)
        }
        return request.address.queryValue(name) ?? request.headers["X-" + name] ?? (try? JSONValue(parsing: body)).flatMap(find)
    }

    /// Responds to a request.
    func respond(_ request: HTTPRequest) throws -> (head: ResponseHead, body: String) {
        let names = (request.address.query ?? "").split(separator: "&").map { $0.prefix { $0 != "=" } }
        guard Set(names).count == names.count else { throw Refusal(description: "a query item came twice: \(request.address.text)") }
        guard
            request.address.queryValue("limit") != nil || !request.address.text.contains("keep") || kind == .nextURL || kind == .linkHeader
        else { throw Refusal(description: "the query of the first request is missing: \(request.address.text)") }
        var number = 1
        switch kind {
        case .page: number = Int(parameter("page", of: request) ?? "") ?? 0
        case .page0: number = (Int(parameter("page", of: request) ?? "") ?? -1) + 1
        case .offset, .keyset: break
        default:
            if let token = parameter("cursor", of: request) ?? parameter("page_token", of: request) {
                guard let found = (1...2000).first(where: { Self.token($0) == token }) else {
                    throw Refusal(description: "unknown token \(token)")
                }
                number = found
            }
        }
        guard number >= 1 else { throw Refusal(description: "there is no page \(number)") }
        if kind == .offset, parameter("offset", of: request) == nil { throw Refusal(description: "the offset is missing") }
        let range = try content(request, number)
        let items = range.map { JSONValue.object(["id": .number(JSONNumber($0 + 1)), "title": .string("Item \($0 + 1)")]) }
        var body: JSONObject = ["items": .array(items)]
        var head = ResponseHead(status: 200, headers: ["Content-Type": "application/json"])
        var following = number + 1
        if case .loop(let target) = fault, number == 3 { following = target }
        var hasMore = fault == .endless || number < pages.count
        if kind == .keyset { hasMore = range.upperBound < total }
        point(to: following, hasMore, &body, &head)
        return (head, JSONValue.object(body).compactText)
    }

    /// Puts what leads to the next page into the body or the head.
    private func point(to number: Int, _ hasMore: Bool, _ body: inout JSONObject, _ head: inout ResponseHead) {
        let token = Self.token(number)
        let query = "?limit=50&" + URLQuery.text(of: [("page_token", token)])
        switch kind {
        case .page, .page0: if hasTotal { body["total_pages"] = .number(JSONNumber(pages.count)) }
        case .offset: if hasTotal { body["total"] = .string(String(total)) }
        case .keyset: body["has_more"] = .bool(hasMore)
        case .headerCursor: if hasMore { head.headers.append("X-Next-Cursor", token) }
        case .linkHeader:
            head.headers.append("Link", "<\(Self.home)>; rel=\"first\"")
            guard hasMore else { return }
            head.headers.append(
                "Link",
                number % 2 == 0
                    ? "<\(Self.home)\(query)>; rel=\"next\""
                    : "</v1/list\(query)&note=a,b;c>; title=\"or; rel=\\\"last\\\", x\"; rel=\"up next\"")
        case .nextURL, .nextParameter, .cursor:
            let forms = [Self.home + query, "/v1/list" + query, query, "list" + query]
            let next: String =
                switch kind {
                case .nextURL: forms[number % 4]
                case .nextParameter: "http://internal.invalid/v7/items" + query
                default: token
                }
            body["has_more"] = .bool(hasMore)
            if hasMore || ending == .hasMore {
                body["next"] = .string(next)
            } else if ending != .missing {
                body["next"] = ending == .null ? .null : ""
            }
        }
    }
}
