public import HTMLParsing
internal import Pipeline

/// The images of a document for lists and pages. Markdown uses `src` only, because images in `data-src` must not load without consent.
extension HTMLDocument {
    /// Returns the address of an image: `src`; `data-src`, where sanitisers and pages with lazy loading put it; or the first address of
    /// `srcset`.
    ///
    /// - Parameter image: An `img` element of this document.
    /// - Returns: The address as written; nil if there is none.
    public func imageAddress(of image: HTMLNode) -> String? {
        let candidates = ["src", "data-src"].lazy.compactMap { attribute($0, of: image)?.trimmingSpaces }
        if let address = candidates.first(where: { !$0.isEmpty }) { return address }
        let first = attribute("srcset", of: image)?.trimmingSpaces.prefix { !$0.isWhitespace && $0 != "," }
        return first.flatMap { $0.isEmpty ? nil : String($0) }
    }

    /// Removes hidden images and tracking pixels.
    public mutating func removeHiddenImages() {
        let bytes = textBytes
        let visibility = HTMLVisibility(of: self)
        for image in elements(tag: .img) where HiddenContent.hidesImage(image, in: self, bytes: bytes, visibility: visibility) {
            remove(image)
        }
    }
}
