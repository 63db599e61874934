internal import WebAddresses

/// Gives lazy images the address that a script would give them.
///
/// Pages delay their images: `src` is missing or holds a placeholder, and the address of the picture waits in `data-src`, in `srcset`, in
/// a `source` of the `picture`, or in an image inside `noscript`. Everything that reads images calls ``HTMLDocument/resolveLazyImages()``
/// first, and then reads `src` and `srcset`.
struct LazyImageResolver {
    var document: HTMLDocument
    /// The lazy images: their address stood in an attribute such as `data-src`, or inside `noscript`.
    var lazy: Set<HTMLNode> = []
    /// The addresses of the images outside `noscript`.
    var shown: Set<String> = []
    /// The addresses of the `picture` elements that were searched; nil for none.
    private var pictures: [HTMLNode: String?] = [:]

    /// Whether an image without `src` stays as it is if its `srcset` or its `picture` has its addresses.
    private let keepsLists: Bool
    /// The attributes of ``LazyImageAttributes`` that some element of the document has. Most documents have one or two.
    private let addresses: [String]
    private let lists: [String]
    private let others: [String]

    private init(_ document: HTMLDocument, keepsLists: Bool) {
        func known(_ names: [String]) -> [String] { names.filter { document.names.find($0.utf8.span) != nil } }
        self.document = document
        self.keepsLists = keepsLists
        addresses = known(LazyImageAttributes.addresses)
        lists = known(LazyImageAttributes.lists)
        others = known(LazyImageAttributes.others)
    }

    /// Returns the document with the addresses of its lazy images; nil if it has none.
    static func resolved(_ document: HTMLDocument, keepsLists: Bool) -> HTMLDocument? {
        guard mayHaveAny(document) else { return nil }
        var images = LazyImageResolver(document, keepsLists: keepsLists)
        images.resolve()
        return images.document
    }

    /// Whether the document may have lazy images: a fast check in one pass over the nodes.
    private static func mayHaveAny(_ document: HTMLDocument) -> Bool {
        if LazyImageAttributes.all.contains(where: { document.names.find($0.utf8.span) != nil }) { return true }
        return document.nodes.contains { record in
            switch record.tag {
            case .noscript: record.firstChild >= 0
            case .img: ImagePlaceholder.matches(document.attributeBytes(HTMLKnownName.source, at: record.second) ?? [])
            default: false
            }
        }
    }

    private mutating func resolve() {
        replaceElements()
        var noscripts: [(node: HTMLNode, images: [HTMLNode])] = []
        var inside: Set<HTMLNode> = []
        for noscript in nodes(tag: .noscript) where !inside.contains(noscript) {
            // A nested `noscript` is part of the outer one.
            let content = document.descendants(of: noscript).filter { document.isHTML($0, .img) || document.isHTML($0, .noscript) }
            inside.formUnion(content)
            noscripts.append((noscript, content.filter { document.isHTML($0, .img) }))
        }
        let images = nodes(tag: .img).filter { !inside.contains($0) }
        let sources = nodes(tag: .source)
        for source in sources { moveList(of: source) }
        for image in images { resolve(image) }
        for image in images { if let address = address(of: image) { shown.insert(address) } }
        for (node, images) in noscripts {
            for image in images { resolve(image) }
            pair(node, images.filter(isPicture))
        }
        for image in images { removeStandIn(image) }
    }

    /// The elements with a tag, in one pass over the nodes: most documents have few of them.
    private func nodes(tag: HTMLTag) -> [HTMLNode] {
        document.nodes.indices.compactMap { index in
            let record = document.nodes[index]
            return record.tag == tag && record.namespace == .html && record.kind == .element ? HTMLNode(index: Int32(index)) : nil
        }
    }

    /// Puts an `img` in place of each element of AMP.
    private mutating func replaceElements() {
        let names = LazyImageAttributes.elements.compactMap { document.names.find($0.utf8.span) }
        guard !names.isEmpty else { return }
        let elements = document.descendants(of: document.root).filter {
            document.kind(of: $0) == .element && names.contains(document.record($0).nameID)
        }
        for element in elements where document.parent(of: element) != nil {
            document.insert(document.makeElement(.img, attributes: document.attributes(of: element)), before: element)
            removeStandIns(in: element)
            document.unwrap(element)
        }
    }

    /// Removes the placeholder, the fallback and the `noscript` of an element of AMP, which are its first children. Later children may be
    /// content of the page: `/>` does not close the element, so that it contains everything up to the end of its parent.
    private mutating func removeStandIns(in element: HTMLNode) {
        var upcoming = document.firstChild(of: element)
        while let child = upcoming, document.isBlank(child) || isStandIn(child) {
            upcoming = document.nextSibling(of: child)
            if isStandIn(child) { document.remove(child) }
        }
    }

    private func isStandIn(_ child: HTMLNode) -> Bool {
        guard document.kind(of: child) == .element else { return false }
        // The `placeholder` of AMP has no value. That of a form field has one.
        return document.isHTML(child, .noscript)
            || LazyImageAttributes.standIns.contains { document.attributeRange($0, of: child)?.isEmpty == true }
    }

    /// Moves the address of an image to `src`.
    private mutating func resolve(_ image: HTMLNode) {
        // Without `src`, even a single word is an address.
        var found = address(in: addresses, of: image, isAlone: document.attributeRange("src", of: image) == nil)
        if let list = moveList(of: image) { found = found ?? best(of: list) }
        let waits = found != nil
        if found == nil, hasPlaceholder(image), !keepsLists || document.attributeRange("src", of: image) != nil {
            found = document.attribute("srcset", of: image).flatMap(best(of:)) ?? pictureAddress(around: image)
            found = found ?? address(in: others, of: image)
        }
        if found == nil, hasPlaceholder(image), document.attributeRange("srcset", of: image) == nil { found = pictureFile(of: image) }
        for name in addresses { document.setAttribute(name, to: nil, of: image) }
        if waits { lazy.insert(image) }
        if let found, found != address(of: image) { show(found, in: image) }
    }

    /// Sets the address of an image. Removes a size and a style that belong to its placeholder: a few pixels, or hidden.
    mutating func show(_ address: String, in image: HTMLNode) {
        lazy.insert(image)
        document.setAttribute("src", to: address, of: image)
        let sides = ["width", "height"]
        if sides.allSatisfy({ side(image, $0).map { $0 <= HiddenContent.maximumPixelSize } == true }) {
            for side in sides { document.setAttribute(side, to: nil, of: image) }
        }
        if let style = document.attribute("style", of: image).map({ HTMLInlineStyle($0) }), style.isHidden || style.isVisible == false {
            document.setAttribute("style", to: nil, of: image)
        }
    }

    /// The first usable address in the attributes, in their order; nil if none has one.
    private func address(in names: [String], of image: HTMLNode, isAlone: Bool = false) -> String? {
        names.lazy.compactMap { usable(document.attribute($0, of: image), isAlone: isAlone) }.first
    }

    /// The first address of a picture, with its host, in any `data-` attribute: many sites have a loader of their own.
    private func pictureFile(of image: HTMLNode) -> String? {
        // The sanitiser keeps this image from loading.
        if document.attributeRange("data-remote-src", of: image) != nil { return nil }
        return document.attributes(of: image).lazy.filter { $0.name.hasPrefix("data-") }.compactMap { usable($0.value) }
            .first(where: LazyImageAttributes.isPictureFile)
    }

    /// Moves a list of addresses to `srcset`, and returns it; nil if there is none.
    @discardableResult private mutating func moveList(of node: HTMLNode) -> String? {
        guard let name = lists.first(where: { document.attributeRange($0, of: node)?.isEmpty == false }),
            let list = document.attribute(name, of: node)
        else { return nil }
        document.setAttribute("srcset", to: list, of: node)
        for name in lists { document.setAttribute(name, to: nil, of: node) }
        return list
    }

    /// The best address of the `picture` that an image stands in.
    private mutating func pictureAddress(around image: HTMLNode) -> String? {
        guard let picture = document.parent(of: image), document.isHTML(picture, .picture) else { return nil }
        if let known = pictures[picture] { return known }
        var found: (address: String, isGeneral: Bool)?
        var upcoming = document.firstChild(of: picture)
        while let node = upcoming, found?.isGeneral != true {
            upcoming = document.nextSibling(of: node)
            guard document.isHTML(node, .source), let address = document.attribute("srcset", of: node).flatMap(best(of:)) else { continue }
            // A source with `media` is for some screens only.
            let isGeneral = document.attributeRange("media", of: node) == nil
            if found == nil || isGeneral { found = (address, isGeneral) }
        }
        pictures[picture] = .some(found?.address)
        return found?.address
    }

    /// The address of the largest image in a list.
    private func best(of list: String) -> String? {
        var best: (address: String, size: Double)?
        for candidate in ImageCandidates(list).candidates {
            guard let address = usable(candidate.address) else { continue }
            let size = Double(candidate.descriptor.dropLast()) ?? 1
            if size > best?.size ?? -1 { best = (address, size) }
        }
        return best?.address
    }

    /// An address that leads to a picture; nil for a placeholder, and for a value of another kind.
    private func usable(_ value: String?, isAlone: Bool = false) -> String? {
        guard let value else { return nil }
        let bytes = Array(value.utf8)
        let address = bytes[bytes.trimmed(0..<bytes.count)]
        guard LazyImageAttributes.isAddress(address, isAlone: isAlone), !ImagePlaceholder.isNoFile(address) else { return nil }
        let text = String(decoding: address, as: UTF8.self)
        return HTMLAddress(text).isAllowedInImages ? text : nil
    }

    /// Whether an image has no picture of its own in `src`.
    func hasPlaceholder(_ image: HTMLNode) -> Bool {
        ImagePlaceholder.matches(document.attributeRange("src", of: image).map { document.bytes[document.bytes.trimmed($0)] } ?? [])
    }

    func address(of image: HTMLNode) -> String? {
        guard let range = document.attributeRange("src", of: image) else { return nil }
        return document.string(document.bytes.trimmed(range))
    }

    func side(_ image: HTMLNode, _ name: String) -> Int? {
        document.attributeRange(name, of: image).flatMap { document.bytes.pixels(document.bytes.trimmed($0)) }
    }
}

extension HTMLDocument {
    /// Gives lazy images the address that a script would give them in a browser: from `data-src`, `data-srcset` and the like, from
    /// `srcset`, from the sources of a `picture`, and from images inside `noscript`. Does nothing to a document without such images.
    ///
    /// - Parameter keepsLists: Whether an image without `src` stays as it is if its `srcset` or its `picture` has its addresses, for a caller
    ///   that reads those, too.
    public mutating func resolveLazyImages(keepsLists: Bool = false) {
        if let resolved = LazyImageResolver.resolved(self, keepsLists: keepsLists) { self = resolved }
    }
}
