/// A link of a response's header `Link`.
///
/// - SeeAlso: RFC 8288, section 3
package struct WebLink: Sendable, Equatable {
    /// The target as written: an absolute URL or a relative reference.
    let target: String
    /// The relation types, such as `next`, in lower case.
    let relations: [String]
    /// Whether the link starts from another resource than the response, because it has the parameter `anchor`.
    var hasAnchor = false

    /// Returns the target of the first link with a relation type; nil if there is none.
    ///
    /// - Parameters:
    ///   - relation: The relation type, compared without case.
    ///   - headers: The header fields of a response, which may have several fields `Link`.
    package static func target(of relation: String, in headers: HTTPHeaders) -> String? {
        let wanted = relation.lowercased()
        for value in headers.values(of: "Link") {
            var parser = WebLinkParser(value)
            while let link = parser.next() {
                if !link.hasAnchor, link.relations.contains(wanted) { return link.target }
            }
        }
        return nil
    }

    /// Returns the value of a header `Link` that holds no link, although it holds something; nil if there is none.
    package static func unreadable(in headers: HTTPHeaders) -> String? {
        headers.values(of: "Link").first { value in
            var parser = WebLinkParser(value)
            return !value.allSatisfy { ", \t".contains($0) } && parser.next() == nil
        }
    }
}
