internal import HTMLParsing

/// A part of a sanitised mail as a page without scripts shows it: with readable text, and with images of other hosts or links to them.
///
/// Without scripts there is nothing to ask, so that the option `mail_images` decides whether these images are shown.
enum StandaloneMail {
    /// Returns the document for such a page; nil if the sanitised one can be shown as it is.
    ///
    /// - Parameters:
    ///   - mail: The sanitised part of the mail.
    ///   - isOnWhite: Whether the mail is shown on white.
    ///   - hasImages: Whether any part of the mail has images of other hosts.
    ///   - images: The option `mail_images`.
    static func document(of mail: HTMLDocument, isOnWhite: Bool, hasImages: Bool, images: MailImages) -> HTMLDocument? {
        let readable = ReadableMail.changed(mail, isOnWhite: isOnWhite)
        let tables = DataTable.all(in: mail)
        guard hasImages || !tables.isEmpty else { return readable }
        var document = readable ?? mail
        for table in tables { document.setAttribute(DataTable.mark, to: "", of: table) }
        for image in document.elements(tag: .img) {
            guard let address = document.attribute(HTMLSanitizer.waitingAddress, of: image) else { continue }
            document.setAttribute(HTMLSanitizer.waitingAddress, to: nil, of: image)
            switch images {
            case .show: document.setAttribute("src", to: address, of: image)
            case .ask: replace(image, withLinkTo: address, in: &document)
            }
        }
        return document
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
