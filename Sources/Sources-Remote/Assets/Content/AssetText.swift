internal import ImageHeaders
internal import HTMLParsing

/// The addresses of files in an HTML document: `src` and `srcset` of `img`, `srcset` of `source`, and `poster` of `video`.
enum AssetText {
    /// Replaces addresses, and gives an image without a width and a height those of its file.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - link: Returns the new address and the size of a file; nil for an address that stays.
    /// - Returns: Whether something has changed.
    static func rewrite(_ document: inout HTMLDocument, _ link: (String) throws -> (text: String, size: ImageSize?)?) rethrows -> Bool {
        var isChanged = false
        for place in HTMLAddressPlace.places(.images, in: document) {
            guard let text = document.attribute(place.attribute, of: place.node) else { continue }
            if place.isList {
                guard let list = try ImageCandidates.replaced(in: text, by: { try link($0)?.text }) else { continue }
                document.setAttribute(place.attribute, to: list, of: place.node)
                isChanged = true
            } else {
                guard let (text, size) = try link(text) else { continue }
                document.setAttribute(place.attribute, to: text, of: place.node)
                isChanged = true
                guard let size, document.isHTML(place.node, .img),
                    ["width", "height"].allSatisfy({ document.attribute($0, of: place.node) == nil })
                else { continue }
                document.setAttribute("width", to: String(size.width), of: place.node)
                document.setAttribute("height", to: String(size.height), of: place.node)
            }
        }
        return isChanged
    }
}
