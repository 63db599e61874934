import HTMLParsing

/// The metadata in the head of a page, as a social network reads it: without the style sheet and the policy.
struct HeadTags {
    /// Names or properties with their contents, in order.
    private(set) var meta: [String: String] = [:]
    /// Relations and types with their URLs, in order.
    private(set) var links: [String] = []

    init(_ html: String) {
        let document = HTMLDocument(parsing: html)
        for node in document.elements(tag: .meta) {
            guard let name = document.attribute("property", of: node) ?? document.attribute("name", of: node) else { continue }
            meta[name] = document.attribute("content", of: node) ?? ""
        }
        for node in document.elements(tag: .link) where document.attribute("rel", of: node) != "icon" {
            let parts = ["rel", "type", "title", "href"].compactMap { document.attribute($0, of: node) }
            links.append(parts.joined(separator: " "))
        }
    }

    /// The values of the tags of social networks.
    var social: [String: String] { meta.filter { $0.key.contains(":") } }
}
