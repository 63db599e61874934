internal import ImageHeaders
internal import HTMLParsing

/// The addresses of files in an HTML document: `src` and `srcset` of `img`, `srcset` of `source`, and `poster` of `video`.
enum AssetText {
    private static let lists: [(tag: HTMLTag, attribute: String)] = [(.img, "srcset"), (.source, "srcset")]
    private static let singles: [(tag: HTMLTag, attribute: String)] = [(.img, "src"), (.video, "poster")]

    /// Replaces addresses, and gives an image without a width and a height those of its file.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - link: Returns the new address and the size of a file; nil for an address that stays.
    /// - Returns: Whether something has changed.
    static func rewrite(_ document: inout HTMLDocument, _ link: (String) throws -> (text: String, size: ImageSize?)?) rethrows -> Bool {
        var isChanged = false
        for node in Array(document.descendants(of: document.root)) {
            for (tag, attribute) in singles where document.isHTML(node, tag) {
                guard let address = document.attribute(attribute, of: node), let (text, size) = try link(address) else { continue }
                document.setAttribute(attribute, to: text, of: node)
                isChanged = true
                guard tag == .img, let size, ["width", "height"].allSatisfy({ document.attribute($0, of: node) == nil }) else { continue }
                document.setAttribute("width", to: String(size.width), of: node)
                document.setAttribute("height", to: String(size.height), of: node)
            }
            for (tag, attribute) in lists where document.isHTML(node, tag) {
                guard let old = document.attribute(attribute, of: node) else { continue }
                var list = ImageCandidates(old)
                var isListChanged = false
                for index in list.candidates.indices {
                    guard let (text, _) = try link(list.candidates[index].address) else { continue }
                    list.candidates[index].address = ImageCandidates.escaped(text)
                    isListChanged = true
                }
                guard isListChanged else { continue }
                document.setAttribute(attribute, to: list.text, of: node)
                isChanged = true
            }
        }
        return isChanged
    }
}
