public import HTMLParsing
internal import Pipeline

/// The images of a document for lists and pages.
extension HTMLDocument {
    /// Removes hidden images and tracking pixels.
    public mutating func removeHiddenImages() {
        let bytes = textBytes
        let visibility = HTMLVisibility(of: self)
        for image in elements(tag: .img) where HiddenContent.hidesImage(image, in: self, bytes: bytes, visibility: visibility) {
            remove(image)
        }
    }
}
