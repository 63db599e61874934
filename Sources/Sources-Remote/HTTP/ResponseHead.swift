internal import Foundation
internal import Pipeline

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The header fields of a response that describe its body.
struct ResponseHead: Sendable, Equatable {
    /// The value of `Content-Type`, such as `text/html; charset=utf-8`; nil if it is missing.
    let contentType: String?
    /// Whether the response names a following page. Following pages are not read.
    let namesNextPage: Bool

    init(_ response: HTTPURLResponse) {
        self.init { response.value(forHTTPHeaderField: $0) }
    }

    /// - Parameter field: Returns the value of a header field; the name is case-insensitive.
    init(field: (String) -> String?) {
        contentType = field("Content-Type")
        let pages = field("X-WP-TotalPages").flatMap { Int($0.trimmingSpaces) } ?? 1
        namesNextPage = pages > 1 || field("Link").map(Self.hasNext) ?? false
    }

    /// Whether a `Link` header has a link with the relation `next`.
    ///
    /// - SeeAlso: RFC 8288, section 3
    private static func hasNext(_ links: String) -> Bool {
        // Addresses in angle brackets may contain commas and semicolons, so they are removed first.
        let parameters = links.replacing(/<[^>]*>/, with: "<>").lowercased()
        return parameters.matches(of: /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/).contains { match in
            (match.1 ?? match.2 ?? "").split(separator: " ").contains("next")
        }
    }
}
