internal import HTMLParsing
internal import Pipeline
internal import Stages
internal import WebAddresses

/// Prepares the document of an article's page: from the stage `case_study`, or from any other HTML body.
///
/// The result contains the hero image, the title and the content. Hero image and title are added if the content lacks them.
struct ArticleDocument {
    /// The minimum width and height in CSS pixels of an image that gets a box. Smaller images are icons in a line of text.
    private static let minimumPictureSize = 100
    private static let sanitizer = HTMLSanitizer(profile: .article)

    private(set) var document: HTMLDocument
    /// Whether the content lacks the title.
    private(set) var addsTitle = false
    /// Whether the content lacks the hero image.
    private(set) var addsHero = false
    private let article: HTMLNode
    /// The original URLs of the images. The sanitiser removes URLs that a page must not load, but the page still displays them as text; the
    /// image therefore carries the index of its URL through the sanitiser.
    private var addresses: [String] = []
    private let facts: ImageFactsTable
    private let words: SiteWords

    /// - Parameters:
    ///   - heroImage: The URL of the hero image; empty if there is none.
    ///   - facts: The sizes and the copies of images.
    ///   - headingIDs: Whether headings without an ID get one.
    init(
        _ content: HTMLDocument, title: String, heroImage: String, _ facts: ImageFactsTable, headingIDs: HeadingIDs = .own,
        _ words: SiteWords
    ) {
        self.facts = facts
        self.words = words
        var content = content
        content.resolveLazyImages()
        content.removeHiddenImages()
        EmbeddedMedia.replace(in: &content, words)
        headingIDs.apply(to: &content)
        for image in content.elements(tag: .img) {
            let address = (content.attribute("src", of: image) ?? "").trimmingSpaces
            content.setAttribute("src", to: "?\(addresses.count)", of: image)
            addresses.append(address)
        }
        document = Self.sanitizer.sanitized(content)
        article = Self.article(in: &document)
        // A page may have only one `main` element, and the page around this document provides it.
        for node in document.elements(tag: .main) { document.replaceWithBlock(node) }
        addHero(heroImage.trimmingSpaces)
        addHeading(title, heroImage.trimmingSpaces)
        boxImages()
        document.setDirections()
    }

    /// Returns the `article` element if it is the only content, or wraps all content in a new one.
    private static func article(in document: inout HTMLDocument) -> HTMLNode {
        let parts = Array(document.children(of: document.root)).filter { !document.isBlankText($0) }
        if parts.count == 1, document.isHTML(parts[0], .article) { return parts[0] }
        let article = document.makeElement(.article)
        for part in Array(document.children(of: document.root)) { document.append(part, to: article) }
        document.append(article, to: document.root)
        return article
    }

    /// Inserts the hero image at the top, unless it is already the first image.
    private mutating func addHero(_ address: String) {
        guard !address.isEmpty, document.elements(tag: .img).first.map(self.address) != address else { return }
        addsHero = true
        let figure = document.makeElement(.figure)
        let image = document.makeElement(.img, attributes: [HTMLAttribute(name: "src", value: "?\(addresses.count)")])
        addresses.append(address)
        document.append(image, to: figure)
        putFirst(figure)
    }

    /// Inserts the title, after a hero image at the top, unless there is an `h1`.
    private mutating func addHeading(_ title: String, _ heroImage: String) {
        guard document.elements(tag: .h1).isEmpty else { return }
        addsTitle = true
        let heading = document.makeElement(.h1)
        document.append(document.makeText(title), to: heading)
        guard let first = firstPart, document.textContent(of: first).allSatisfy(\.isWhitespace),
            let image = document.isHTML(first, .img) ? first : document.elements(tag: .img, below: first).first,
            address(of: image) == heroImage
        else { return putFirst(heading) }
        if let next = document.nextSibling(of: first) {
            document.insert(heading, before: next)
        } else {
            document.append(heading, to: article)
        }
    }

    private var firstPart: HTMLNode? { document.children(of: article).first { !document.isBlankText($0) } }

    private mutating func putFirst(_ node: HTMLNode) {
        if let first = document.firstChild(of: article) {
            document.insert(node, before: first)
        } else {
            document.append(node, to: article)
        }
    }

    private func address(of image: HTMLNode) -> String {
        let number = Int((document.attribute("src", of: image) ?? "").dropFirst()) ?? -1
        return addresses.indices.contains(number) ? addresses[number] : ""
    }

    /// Puts each image into a box and removes images without a URL.
    private mutating func boxImages() {
        // The first image is at the top and loads at once. All others load when they come near the viewport.
        var isFirst = true
        let activated = activatedImages()
        for image in document.elements(tag: .img) {
            let address = address(of: image)
            let figure = document.parent(of: image).flatMap { document.isHTML($0, .figure) ? $0 : nil }
            let isAlone = figure.map { document.children(of: $0).allSatisfy { $0 == image || document.isBlankText($0) } } ?? false
            if address.isEmpty {
                if !showsName(of: image, isInLink: activated.contains(image)) { document.remove(isAlone ? figure ?? image : image) }
                continue
            }
            let facts = facts[address]
            Picture.setSize(image, facts, in: &document)
            let sizes = ["width", "height"].map { name in
                document.attribute(name, of: image).flatMap { $0.contains("%") ? nil : Int($0.prefix(while: \.isNumber)) }
            }
            defer { isFirst = false }
            if sizes.contains(where: { $0.map { $0 < Self.minimumPictureSize } ?? false }), !isAlone {
                showInline(image, address, facts, isLazy: !isFirst)
                continue
            }
            var box = figure ?? image
            if !isAlone {
                box = document.makeElement(.span)
                document.wrap(image, in: box)
            }
            // A picture at the top keeps its declared size only if the size of its file is known. Otherwise the style sheet sets its width.
            let isSized = sizes.allSatisfy { $0 != nil } && (facts != nil || firstPart != box)
            Picture.box(box, around: image, address: address, isLazy: !isFirst, isSized: isSized, words, in: &document)
            guard document.parent(of: image) != nil else { continue }
            Picture.setArticleCandidates(image, facts, in: &document)
            if !activated.contains(image) { Picture.link(image, words, in: &document) }
        }
    }

    /// Replaces an image that must not load without consent, for which the page has no button, by a link with its alternative text.
    ///
    /// - Returns: false for an image without such an address or text.
    private mutating func showsName(of image: HTMLNode, isInLink: Bool) -> Bool {
        let name = (document.attribute("alt", of: image) ?? "").trimmingSpaces
        guard !name.isEmpty, let address = document.attribute(HTMLSanitizer.waitingAddress, of: image),
            HTMLAddress(address).isAllowedInLinks
        else { return false }
        let text = document.makeText(name)
        if isInLink {
            document.replace(image, with: text)
        } else {
            let attributes = [
                HTMLAttribute(name: "href", value: HTMLAddress.valid(address)), HTMLAttribute(name: "rel", value: "noopener"),
            ]
            let link = document.makeElement(.a, attributes: attributes)
            document.append(text, to: link)
            document.replace(image, with: link)
        }
        return true
    }

    /// The images that are parts of a link or of another element that a tap activates.
    private func activatedImages() -> Set<HTMLNode> {
        var inside: Set<HTMLNode> = []
        for node in document.descendants(of: document.root) {
            guard let parent = document.parent(of: node) else { continue }
            switch document.tag(of: parent) {
            case .a, .button, .summary, .label: inside.insert(node)
            default: if inside.contains(parent) { inside.insert(node) }
            }
        }
        return inside
    }

    /// Keeps a small image in its line of text, or replaces it by its alternative text if the page must not load it.
    private mutating func showInline(_ image: HTMLNode, _ address: String, _ facts: ImageFacts?, isLazy: Bool) {
        if let source = SiteAddress.image(address) {
            Picture.show(image, at: source, isLazy: isLazy, in: &document)
            Picture.setArticleCandidates(image, facts, in: &document)
        } else {
            document.replace(image, with: document.makeText(document.attribute("alt", of: image) ?? ""))
        }
    }
}

extension HTMLDocument {
    /// Whether a node is a text node that holds only white space.
    fileprivate func isBlankText(_ node: HTMLNode) -> Bool { kind(of: node) == .text && text(of: node).allSatisfy(\.isWhitespace) }
}

/// Puts links in place of videos, sounds and frames, which a page of a site does not embed: they would load content of other hosts.
private enum EmbeddedMedia {
    /// Replaces all embedded media in a document. The sanitiser later removes those that are hidden or have no address.
    static func replace(in document: inout HTMLDocument, _ words: SiteWords) {
        var found: [(node: HTMLNode, content: EmbeddedContent, isInLink: Bool)] = []
        var inLinks: Set<HTMLNode> = []
        for node in document.descendants(of: document.root) {
            if document.isHTML(node, .a) || document.parent(of: node).map(inLinks.contains) == true { inLinks.insert(node) }
            if let content = EmbeddedContent(node, in: document) { found.append((node, content, inLinks.contains(node))) }
        }
        for (node, content, isInLink) in found where document.parent(of: node) != nil {
            let text = document.makeText(content.title ?? "\(words(word(for: content.kind))): \(content.name)")
            var link = text
            if !isInLink {
                link = document.makeElement(.a, attributes: [HTMLAttribute(name: "href", value: content.address)])
                document.append(text, to: link)
            }
            let block = document.isAmongBlocks(node) ? document.makeElement(.p) : nil
            if let block { document.append(link, to: block) }
            document.replace(node, with: block ?? link)
        }
    }

    private static func word(for kind: EmbeddedContent.Kind) -> InterfaceWord {
        switch kind {
        case .video: .video
        case .sound: .audio
        case .frame: .embeddedContent
        }
    }
}
