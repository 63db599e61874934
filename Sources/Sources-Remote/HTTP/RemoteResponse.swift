internal import Foundation
internal import Pipeline

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A good answer of a server.
struct RemoteResponse: ~Copyable {
    /// What came, to be read from its beginning.
    let file: InputFile
    let head: ResponseHead
}

/// What the head of an answer says of its body.
struct ResponseHead: Sendable, Equatable {
    /// What the server says that the body is, such as `text/html; charset=utf-8`; nil if it says nothing.
    let contentType: String?
    /// Whether the answer names a page that follows, which is not read.
    let namesNextPage: Bool

    init(_ response: HTTPURLResponse) {
        self.init { response.value(forHTTPHeaderField: $0) }
    }

    /// - Parameter field: The value of a header, whatever case its name is written in.
    init(field: (String) -> String?) {
        contentType = field("Content-Type")
        let pages = field("X-WP-TotalPages").flatMap { Int($0.trimmingSpaces) } ?? 1
        namesNextPage = pages > 1 || field("Link").map(Self.hasNext) ?? false
    }

    /// Whether a `Link` header has a link to what follows.
    ///
    /// - SeeAlso: RFC 8288, section 3
    private static func hasNext(_ links: String) -> Bool {
        // What stands in angle brackets is an address, and may have commas and semicolons of its own.
        let parameters = links.replacing(/<[^>]*>/, with: "<>").lowercased()
        return parameters.matches(of: /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/).contains { match in
            (match.1 ?? match.2 ?? "").split(separator: " ").contains("next")
        }
    }
}
