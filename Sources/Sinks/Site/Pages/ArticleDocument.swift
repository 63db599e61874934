internal import HTMLParsing
internal import Pipeline
internal import Stages

/// Makes of a document what an article's page shows, whoever has built it: the stage `case_study`, or a body of HTML of one's own.
///
/// It holds the hero image, the title and the content, and each of the first two is put in where the content lacks it.
struct ArticleDocument {
    /// Below this many pixels an image is a sign in a line of text, and no picture.
    private static let smallestPicture = 100
    private static let sanitizer = HTMLSanitizer(profile: .article)

    private(set) var document: HTMLDocument
    private let article: HTMLNode
    /// Where each image is, as it came. The sanitiser takes addresses away that may not be shown, but the page names them; so an image
    /// carries the number of its address through it.
    private var addresses: [String] = []

    /// - Parameter heroImage: The address of the hero image; empty if there is none.
    init(_ content: HTMLDocument, title: String, heroImage: String) {
        var content = content
        content.removeUnseenImages()
        for image in content.elements(tag: .img) {
            let address = content.imageAddress(of: image) ?? ""
            content.setAttribute("src", to: "#\(addresses.count)", of: image)
            content.setAttribute("data-src", to: nil, of: image)
            addresses.append(address)
        }
        document = Self.sanitizer.sanitized(content)
        article = Self.article(in: &document)
        // A page has one main part, and this is in it.
        for node in document.elements(tag: .main) { document.replaceWithBlock(node) }
        addHero(heroImage.trimmingSpaces)
        addHeading(title, heroImage.trimmingSpaces)
        boxImages()
        for node in document.descendants(of: document.root) {
            switch document.tag(of: node) {
            case .h1, .h2, .h3, .h4, .h5, .h6, .p, .li, .td, .th, .figcaption, .summary, .dt, .dd:
                if document.attribute("dir", of: node) == nil { document.setAttribute("dir", to: "auto", of: node) }
            default: break
            }
        }
    }

    /// The one article that is the whole document, or a new one around everything.
    private static func article(in document: inout HTMLDocument) -> HTMLNode {
        let parts = Array(document.children(of: document.root)).filter { !document.isBlankText($0) }
        if parts.count == 1, document.isHTML(parts[0], .article) { return parts[0] }
        let article = document.makeElement(.article)
        for part in Array(document.children(of: document.root)) { document.append(part, to: article) }
        document.append(article, to: document.root)
        return article
    }

    /// Puts the hero image at the top, if it is not the first image already.
    private mutating func addHero(_ address: String) {
        guard !address.isEmpty, document.elements(tag: .img).first.map(self.address) != address else { return }
        let figure = document.makeElement(.figure)
        let image = document.makeElement(.img, attributes: [HTMLAttribute(name: "src", value: "#\(addresses.count)")])
        addresses.append(address)
        document.append(image, to: figure)
        putFirst(figure)
    }

    /// Puts the title in, behind a hero image at the top, if there is no heading of the first level.
    private mutating func addHeading(_ title: String, _ heroImage: String) {
        guard document.elements(tag: .h1).isEmpty else { return }
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

    /// Puts each image into a box; those without an address go.
    private mutating func boxImages() {
        // The first image stands at the top; all others can wait until they come near.
        var isFirst = true
        for image in document.elements(tag: .img) {
            let address = address(of: image)
            let figure = document.parent(of: image).flatMap { document.isHTML($0, .figure) ? $0 : nil }
            let isAlone = figure.map { document.children(of: $0).allSatisfy { $0 == image || document.isBlankText($0) } } ?? false
            if address.isEmpty {
                document.remove(isAlone ? figure ?? image : image)
                continue
            }
            let sizes = ["width", "height"].map { name in
                document.attribute(name, of: image).flatMap { $0.contains("%") ? nil : Int($0.prefix(while: \.isNumber)) }
            }
            defer { isFirst = false }
            if sizes.contains(where: { $0.map { $0 < Self.smallestPicture } ?? false }), !isAlone {
                showSmall(image, address, isLazy: !isFirst)
                continue
            }
            var box = figure ?? image
            if !isAlone {
                box = document.makeElement(.span)
                document.wrap(image, in: box)
            }
            let isSized = sizes.allSatisfy { $0 != nil } && firstPart != box
            Picture.box(box, around: image, address: address, isLazy: !isFirst, isSized: isSized, in: &document)
        }
    }

    /// Leaves a small image in its line; its text stands for one that may not be shown.
    private mutating func showSmall(_ image: HTMLNode, _ address: String, isLazy: Bool) {
        if let source = SiteAddress.image(address) {
            Picture.show(image, at: source, isLazy: isLazy, in: &document)
        } else {
            document.replace(image, with: document.makeText(document.attribute("alt", of: image) ?? ""))
        }
    }
}

extension HTMLDocument {
    /// Whether a node is text of nothing but white space.
    fileprivate func isBlankText(_ node: HTMLNode) -> Bool { kind(of: node) == .text && text(of: node).allSatisfy(\.isWhitespace) }
}
