internal import HTMLParsing
internal import Pipeline

/// A box that reserves space for an image before it is loaded, and shows its URL if loading fails. The index and the articles use it.
enum Picture {
    /// The maximum number of characters of a URL to show; a `data:` URL can have any length.
    private static let shownCharacters = 500

    /// Writes a box with an image, or nothing if the URL is empty.
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

    /// Turns an element into the box of the image in it.
    ///
    /// - Parameters:
    ///   - box: A `figure` or `span` that contains only the image.
    ///   - address: The original URL of the image; not empty. If the page must not load it, the box shows only the URL.
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

    /// Sets the URL of an image and how the browser loads it.
    static func show(_ image: HTMLNode, at source: String, isLazy: Bool, in document: inout HTMLDocument) {
        document.setAttribute("src", to: source, of: image)
        if document.attribute("alt", of: image) == nil { document.setAttribute("alt", to: "", of: image) }
        if isLazy { document.setAttribute("loading", to: "lazy", of: image) }
        document.setAttribute("decoding", to: "async", of: image)
    }
}
