internal import HTMLWriting
internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The stage `extract_links`: lists the links of an HTML field.
struct ExtractLinksStage: AddressStage {
    static let name = "extract_links"
    static let summary = "Lists the links of an HTML field, address and text, in order, without links to the same page and without scripts."
    static let example = #"{ "type": "extract_links", "field": "body", "into": "links" }"#

    private static let maximumTextCharacters = 1000
    private var listing: HTMLListing

    init(options: inout OptionReader) {
        listing = HTMLListing(options: &options, result: "links", help: "The field that the list of {url, text} is put into.")
    }

    var scope: FieldScope { listing.scope }
    var addresses: RelativeAddresses { listing.addresses }

    func processElement(_ record: inout Record) throws -> Verdict {
        try listing.apply(to: &record) { document in
            document.descendants(of: document.root).compactMap { node in
                guard document.isHTML(node, .a) || document.isHTML(node, .area) else { return nil }
                // Skip links to a fragment of the same page.
                guard let address = document.attribute("href", of: node)?.trimmingSpaces, !address.isEmpty, !address.hasPrefix("#"),
                    HTMLAddress(address).isAllowedInLinks
                else {
                    return nil
                }
                return (address, [("text", .string(Self.text(of: node, in: document)))])
            }
        }
    }

    func copyForWorker() -> ExtractLinksStage {
        var copy = self
        copy.listing = listing.recompiled()
        return copy
    }

    /// The visible text of a link; without one, the alternative text of its first image.
    private static func text(of node: HTMLNode, in document: HTMLDocument) -> String {
        let text = TextWriter().blurb(node, of: document, maxCharacters: maximumTextCharacters)
        if !text.isEmpty { return text }
        let images = [node] + document.elements(tag: .img, below: node)
        return images.lazy.compactMap { document.attribute("alt", of: $0) }.first { !$0.isEmpty } ?? ""
    }
}
