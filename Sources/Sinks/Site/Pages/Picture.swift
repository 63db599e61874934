internal import HTMLParsing
internal import Pipeline

/// An image in its place: room is kept for it before it comes, and its address is shown if it never does. Index and article make their
/// boxes here.
enum Picture {
    /// How much of an address is shown: one that holds its own data may have any length.
    private static let shownCharacters = 500

    /// Writes a box with an image; nothing if there is no address.
    static func write(_ address: String, isLazy: Bool, _ page: inout Markup) {
        if address.trimmingSpaces.isEmpty { return }
        var document = HTMLDocument()
        let figure = document.makeElement(.figure)
        let image = document.makeElement(.img)
        document.append(figure, to: document.root)
        document.append(image, to: figure)
        box(figure, around: image, address: address, isLazy: isLazy, in: &document)
        page.document(document)
    }

    /// Makes an element the box of the image in it.
    ///
    /// - Parameters:
    ///   - box: A `figure` or `span` with nothing in it but the image.
    ///   - address: Where the image is, as it came; not empty. An image that may not be shown leaves only the address.
    static func box(
        _ box: HTMLNode, around image: HTMLNode, address: String, isLazy: Bool, isSized: Bool = false, in document: inout HTMLDocument
    ) {
        let name = (document.attribute("alt", of: image) ?? "").trimmingSpaces
        if let source = SiteAddress.image(address) {
            document.setAttribute("class", to: isSized ? "picture sized" : "picture", of: box)
            show(image, at: source, isLazy: isLazy, in: &document)
        } else {
            document.setAttribute("class", to: "picture failed", of: box)
            document.remove(image)
        }
        let note = document.makeElement(
            document.isHTML(box, .figure) ? .figcaption : .span, attributes: [HTMLAttribute(name: "class", value: "missing")])
        document.append(document.makeText("This image cannot be shown: \(name.isEmpty ? "" : name + ", ")"), to: note)
        let place = document.makeElement(.span, attributes: [HTMLAttribute(name: "class", value: "address")])
        let whole = address.trimmingSpaces
        let shown = whole.prefix(shownCharacters)
        document.append(document.makeText(shown.endIndex == whole.endIndex ? whole : shown + "…"), to: place)
        document.append(place, to: note)
        document.append(note, to: box)
    }

    /// Has an image be fetched from an address when its time has come.
    static func show(_ image: HTMLNode, at source: String, isLazy: Bool, in document: inout HTMLDocument) {
        document.setAttribute("src", to: source, of: image)
        if document.attribute("alt", of: image) == nil { document.setAttribute("alt", to: "", of: image) }
        if isLazy { document.setAttribute("loading", to: "lazy", of: image) }
        document.setAttribute("decoding", to: "async", of: image)
    }
}
