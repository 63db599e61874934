internal import HTMLParsing

/// A part of a sanitised mail as a page without scripts shows it: with readable text, and with images of other hosts or links to them.
///
/// Without scripts there is nothing to ask, so that the option `mail_images` decides whether these images are shown.
enum StandaloneMail {
    /// The attribute of tables with heading cells, which are no layout. The sanitiser keeps no such attribute.
    static let headingMark = "data-headings"

    /// Returns the document for such a page; nil if the sanitised one can be shown as it is.
    ///
    /// - Parameters:
    ///   - mail: The sanitised part of the mail.
    ///   - isOnWhite: Whether the mail is shown on white.
    ///   - hasImages: Whether any part of the mail has images of other hosts.
    ///   - images: The option `mail_images`.
    static func document(of mail: HTMLDocument, isOnWhite: Bool, hasImages: Bool, images: MailImages) -> HTMLDocument? {
        let readable = ReadableMail.changed(mail, isOnWhite: isOnWhite)
        let headings = mail.elements(tag: .th)
        guard hasImages || !headings.isEmpty else { return readable }
        var document = readable ?? mail
        for cell in headings { mark(tableOf: cell, in: &document) }
        for image in document.elements(tag: .img) {
            guard let address = document.attribute("data-src", of: image) else { continue }
            document.setAttribute("data-src", to: nil, of: image)
            switch images {
            case .show: document.setAttribute("src", to: address, of: image)
            case .ask: replace(image, withLinkTo: address, in: &document)
            }
        }
        return document
    }

    private static func mark(tableOf cell: HTMLNode, in document: inout HTMLDocument) {
        guard let row = document.parent(of: cell), let section = document.parent(of: row), let table = document.parent(of: section),
            document.isHTML(table, .table), document.attributeRange(headingMark, of: table) == nil
        else { return }
        document.setAttribute(headingMark, to: "", of: table)
    }

    /// Replaces an image by a link with its alternative text. An image without such text, or in a link, stays as an empty place.
    private static func replace(_ image: HTMLNode, withLinkTo address: String, in document: inout HTMLDocument) {
        let text = document.attribute("alt", of: image) ?? ""
        if text.allSatisfy(\.isWhitespace) || isInLink(image, document) { return }
        let link = document.makeElement(
            .a, attributes: [HTMLAttribute(name: "href", value: address), HTMLAttribute(name: "rel", value: "noopener noreferrer")])
        document.append(document.makeText(text), to: link)
        document.replace(image, with: link)
    }

    private static func isInLink(_ node: HTMLNode, _ document: HTMLDocument) -> Bool {
        var parent = document.parent(of: node)
        while let node = parent {
            if document.isHTML(node, .a) { return true }
            parent = document.parent(of: node)
        }
        return false
    }
}
