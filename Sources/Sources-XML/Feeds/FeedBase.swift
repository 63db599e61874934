internal import HTMLParsing
internal import Pipeline
internal import XMLParsing

/// The base URL of relative references in a part of a feed.
///
/// - SeeAlso: [XML Base](https://www.w3.org/TR/xmlbase/)
struct FeedBase: Sendable {
    private let address: BaseAddress

    /// - Parameter address: The URL of the document. A secret URL counts as unknown, because records would show it.
    init(_ address: BaseAddress) { self.address = address.isSecret ? BaseAddress() : address }

    /// Whether relative addresses become absolute.
    var isKnown: Bool { address != BaseAddress() }

    /// The base inside of an element, which its attribute `xml:base` may change.
    func inside(_ element: XMLElement) -> FeedBase { moved(to: element.value("xml:base")) }

    /// The base that a reference names, such as the value of `xml:base`. The reference may be relative to this base.
    func moved(to reference: String?) -> FeedBase {
        guard let reference else { return self }
        let moved: BaseAddress? =
            switch address.target(of: reference) {
            case .url(let url): try? BaseAddress(url)
            case .itself: try? BaseAddress(reference)
            case .unknown: nil
            }
        return moved.map { FeedBase($0) } ?? self
    }

    /// A reference as an absolute URL, if the base is known; otherwise as it is written.
    func resolved(_ reference: String?) -> String? {
        guard let reference = reference?.meaningful else { return nil }
        return if case .url(let url) = address.target(of: reference) { url } else { reference }
    }

    /// HTML with absolute addresses, if the base is known. HTML without relative ones stays as it is written.
    func resolved(html: String) -> String {
        guard isKnown, html.utf8.contains(UInt8(ascii: "<")) else { return html }
        var document = HTMLDocument(parsingFragment: html)
        let isChanged = document.replaceRelativeAddresses { reference in
            if case .url(let url) = address.target(of: reference) { url } else { nil }
        }
        return isChanged ? document.serialized() : html
    }
}
