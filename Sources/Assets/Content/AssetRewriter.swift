internal import HTMLParsing
internal import ImageHeaders
internal import MarkdownParsing

/// Changes the addresses of files in an HTML document.
enum AssetRewriter {
    /// Replaces addresses, and gives an image without a width and a height those of its file.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - kinds: The kinds of files that are fetched.
    ///   - leave: Gets the numbers of addresses of other files.
    ///   - link: Returns the new address and the size of a file; nil for an address that stays. The second parameter says whether the
    ///     address is that of a link.
    /// - Returns: Whether something has changed.
    static func rewrite(
        _ document: inout HTMLDocument, kinds: Set<AssetKind> = [.image], leave: ([AssetKind: Int]) -> Void = { _ in },
        _ link: (String, _ isLink: Bool) throws -> (text: String, size: ImageSize?)?
    ) rethrows -> Bool {
        document.resolveLazyImages(keepsLists: true)
        var isChanged = false
        let found = FileAddresses(in: document, kinds: kinds)
        leave(found.left)
        for (source, isLink) in found.all.map({ ($0.attribute, $0.isLink) }) {
            guard let text = document.attribute(source.attribute, of: source.node) else { continue }
            if source.isList {
                guard let list = try ImageCandidates.replaced(in: text, by: { try link($0, isLink)?.text }) else { continue }
                document.setAttribute(source.attribute, to: list, of: source.node)
                isChanged = true
            } else {
                guard let (text, size) = try link(text, isLink) else { continue }
                document.setAttribute(source.attribute, to: text, of: source.node)
                isChanged = true
                guard let size, document.isHTML(source.node, .img),
                    ["width", "height"].allSatisfy({ document.attribute($0, of: source.node) == nil })
                else { continue }
                document.setAttribute("width", to: String(size.width), of: source.node)
                document.setAttribute("height", to: String(size.height), of: source.node)
            }
        }
        return isChanged
    }

    /// Whether an address in Markdown is that of a link; nil if its file is not to be fetched.
    static func isLink(_ address: MarkdownAddress, kinds: Set<AssetKind>) -> Bool? {
        if address.uses.contains(.image) { return false }
        let isLink = address.uses.contains(.link)
        guard isLink || !address.uses.isDisjoint(with: [.file, .mdxComponent]),
            let kind = AssetKind(ending: AssetKind.ending(of: address.text)),
            kinds.contains(kind)
        else { return nil }
        // A link to an image is fetched as the full size of the image in it.
        return isLink && kind == .image && !address.uses.contains(.linkAroundImage) ? nil : isLink
    }
}

/// The addresses of files in an HTML document: those of images and posters, and those of links and media whose ending names a kind of file.
private struct FileAddresses {
    /// The attribute with the address of a file.
    struct FileAddress {
        let attribute: HTMLAddressAttribute
        /// Whether the address is that of a link, which may lead to a page.
        let isLink: Bool
    }

    /// The addresses in the order of the document, images first.
    private(set) var all: [FileAddress]
    /// The number of addresses for each kind of file that is not fetched.
    private(set) var left: [AssetKind: Int] = [:]

    /// - Parameter kinds: The kinds of files that are fetched.
    init(in document: HTMLDocument, kinds: Set<AssetKind>) {
        all = HTMLAddressAttribute.places(.images, in: document).map { FileAddress(attribute: $0, isLink: false) }
        let files = HTMLAddressAttribute.places(.linkedFiles, in: document)
        let thumbnails = files.isEmpty ? [] : document.linksAroundImages()
        for source in files {
            guard let address = document.attribute(source.attribute, of: source.node),
                let kind = AssetKind(ending: AssetKind.ending(of: address))
            else { continue }
            let isLink = document.isHTML(source.node, .a) || document.isHTML(source.node, .area)
            // A link to an image is fetched as the full size of the image in it.
            if kinds.contains(kind), kind != .image || !isLink || thumbnails.contains(source.node) {
                all.append(FileAddress(attribute: source, isLink: isLink))
            } else {
                left[kind, default: 0] += 1
            }
        }
        let styles = document.fetchingStyleCount
        if styles > 0 { left[.image, default: 0] += styles }
    }
}
