import HTMLParsing

/// The content of a page that tests compare, in document order.
struct Outline {
    struct Link: Equatable {
        let address: String
        let text: String
    }

    /// Headings, paragraphs and images.
    private(set) var flow: [String] = []
    private(set) var links: [Link] = []

    init(_ html: String) {
        let document = HTMLDocument(parsing: html)
        for node in document.descendants(of: document.root) where document.kind(of: node) == .element {
            switch document.tag(of: node) {
            case .h1, .h2, .p: flow.append(document.name(of: node) + " " + document.textContent(of: node))
            case .img: flow.append("img " + (document.attribute("src", of: node) ?? ""))
            case .a: links.append(Link(address: document.attribute("href", of: node) ?? "", text: document.textContent(of: node)))
            default: break
            }
        }
    }
}
