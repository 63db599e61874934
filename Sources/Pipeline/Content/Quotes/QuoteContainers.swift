internal import HTMLParsing

/// The elements in which mail programs put what they quote, by their classes and identifiers.
struct QuoteContainers {
    /// How much of a document a container's quote takes.
    enum Extent { case element, elementAndQuotation, toEnd }

    let document: HTMLDocument

    private static let quoteClasses = [
        "gmail_quote", "gmail_quote_container", "yahoo_quoted", "protonmail_quote", "tutanota_quote", "zmail_extra",
        "front-blockquote", "outlookmessageheader", "gmail_extra_quote", "x_gmail_quote",
    ]
    private static let endingIdentifiers = [
        "divrplyfwdmsg", "appendonsend", "stopspelling", "olk_src_body_section", "mail-editor-reference-message-container", "replysplit",
    ]
    private static let signatureClasses = [
        "gmail_signature", "gmail_signature_prefix", "moz-signature", "front-signature", "protonmail_signature_block",
    ]
    private static let signatureIdentifiers = ["signature", "x_signature", "ms-outlook-mobile-signature", "applemailsignature"]

    /// The first element that holds a quote.
    func firstQuote() -> (node: HTMLNode, extent: Extent)? {
        for node in document.descendants(of: document.root) where document.kind(of: node) == .element {
            let identifier = document.attribute("id", of: node)?.lowercased() ?? ""
            if Self.endingIdentifiers.contains(where: { identifier == $0 || identifier.hasSuffix("_" + $0) }) { return (node, .toEnd) }
            let tag = document.tag(of: node)
            if tag == .blockquote {
                if document.attribute("type", of: node)?.lowercased() == "cite" { return (node, .element) }
                continue
            }
            if has(["moz-cite-prefix"], node) { return (node, .elementAndQuotation) }
            // Yahoo puts letters and digits of its own before the name.
            if has(Self.quoteClasses, node) || identifier.contains("yahoo_quoted") { return (node, .element) }
        }
        return nil
    }

    func firstSignature() -> HTMLNode? {
        document.descendants(of: document.root).first { node in
            guard document.kind(of: node) == .element else { return false }
            let identifier = document.attribute("id", of: node)?.lowercased() ?? ""
            return has(Self.signatureClasses, node) || Self.signatureIdentifiers.contains(identifier)
        }
    }

    private func has(_ names: [String], _ node: HTMLNode) -> Bool {
        guard let value = document.attribute("class", of: node)?.lowercased() else { return false }
        return value.split(separator: " ").contains { name in names.contains { name == $0 || $0 == "yahoo_quoted" && name.hasSuffix($0) } }
    }
}
