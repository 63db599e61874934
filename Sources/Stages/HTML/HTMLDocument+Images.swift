public import HTMLParsing
internal import Pipeline

/// What lists and pages take for an image, and for its address. Markdown names an image only by `src`: what a sanitiser has put aside is not
/// to be fetched.
extension HTMLDocument {
    /// Where an image is: in `src`, in `data-src` where a sanitiser or a page that loads late has put it, or the first of `srcset`.
    public func imageAddress(of image: HTMLNode) -> String? {
        let candidates = ["src", "data-src"].lazy.compactMap { attribute($0, of: image)?.trimmingSpaces }
        if let address = candidates.first(where: { !$0.isEmpty }) { return address }
        let first = attribute("srcset", of: image)?.trimmingSpaces.prefix { !$0.isWhitespace && $0 != "," }
        return first.flatMap { $0.isEmpty ? nil : String($0) }
    }

    /// Takes out the images that nobody is meant to see: hidden ones, and tracking pixels.
    public mutating func removeUnseenImages() {
        let bytes = textBytes
        let visibility = HTMLVisibility(of: self)
        for image in elements(tag: .img) where HiddenContent.hidesImage(image, in: self, bytes: bytes, visibility: visibility) {
            remove(image)
        }
    }
}
