internal import HTMLParsing
internal import Pipeline

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A box that reserves space for an image before it is loaded, and shows a line of text if the image is missing. The index and the articles
/// use it.
enum Picture {
    /// The widths of a card's picture for `sizes`: one column, two columns, and more.
    private static let cardSizes = "(max-width: 43rem) calc(100vw - 2rem), (max-width: 67rem) 46vw, 25rem"
    /// The width of an article's column for `sizes`.
    private static let articleSizes = "(max-width: 46rem) calc(100vw - 2rem), 42rem"

    /// Writes the picture of a card, or nothing if the URL is empty.
    ///
    /// - Parameters:
    ///   - facts: The size and the copies; nil if they are unknown.
    ///   - shape: The shape of all cards.
    static func write(_ address: String, _ facts: ImageFacts?, shape: CardShape, _ words: SiteWords, _ page: inout HTMLMarkup) {
        if address.trimmingSpaces.isEmpty { return }
        var document = HTMLDocument()
        let figure = document.makeElement(.figure)
        let image = document.makeElement(.img)
        document.append(figure, to: document.root)
        document.append(image, to: figure)
        setSize(image, facts, in: &document)
        box(figure, around: image, address: address, isLazy: true, words, in: &document)
        setCandidates(image, facts, sizes: cardSizes, in: &document)
        if let facts, shape.isFilled(by: facts.ratio), document.parent(of: image) != nil {
            document.setAttribute("class", to: "picture filled", of: figure)
        }
        page.document(document)
    }

    /// Turns an element into the box of the image in it.
    ///
    /// - Parameters:
    ///   - box: A `figure` or `span` that contains only the image.
    ///   - address: The original URL of the image; not empty. If the page must not load it, the box contains only the line.
    ///   - isSized: Whether the image has its width and height.
    static func box(
        _ box: HTMLNode, around image: HTMLNode, address: String, isLazy: Bool, isSized: Bool = false, _ words: SiteWords,
        in document: inout HTMLDocument
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
        document.append(document.makeText(name.isEmpty ? words(.pictureMissing) : words(.namedPictureMissing, name)), to: note)
        document.append(note, to: box)
    }

    /// Wraps the image of a box in a link to itself. Without scripts, the link opens the image.
    static func link(_ image: HTMLNode, _ words: SiteWords, in document: inout HTMLDocument) {
        // Browsers open no `data:` URL as a page.
        guard let source = document.attribute("src", of: image), SiteAddress.scheme(of: source) != "data" else { return }
        let name = (document.attribute("alt", of: image) ?? "").trimmingSpaces
        let label = name.isEmpty ? words(.showPicture) : "\(words(.showPicture)): \(name)"
        let link = document.makeElement(
            .a,
            attributes: [("class", "whole"), ("href", source), ("aria-label", label)].map { HTMLAttribute(name: $0.0, value: $0.1) })
        document.wrap(image, in: link)
    }

    /// Sets the URL of an image and how the browser loads it.
    static func show(_ image: HTMLNode, at source: String, isLazy: Bool, in document: inout HTMLDocument) {
        document.setAttribute("src", to: source, of: image)
        if document.attribute("alt", of: image) == nil { document.setAttribute("alt", to: "", of: image) }
        if isLazy { document.setAttribute("loading", to: "lazy", of: image) }
        document.setAttribute("decoding", to: "async", of: image)
    }

    /// Gives an image the size of its file, unless it has one.
    static func setSize(_ image: HTMLNode, _ facts: ImageFacts?, in document: inout HTMLDocument) {
        guard let facts, document.attribute("width", of: image) == nil, document.attribute("height", of: image) == nil else { return }
        document.setAttribute("width", to: String(facts.width), of: image)
        document.setAttribute("height", to: String(facts.height), of: image)
    }

    /// Lets the browser choose among the copies of an image in an article.
    static func setArticleCandidates(_ image: HTMLNode, _ facts: ImageFacts?, in document: inout HTMLDocument) {
        setCandidates(image, facts, sizes: articleSizes, in: &document)
    }

    private static func setCandidates(_ image: HTMLNode, _ facts: ImageFacts?, sizes: String, in document: inout HTMLDocument) {
        guard let source = document.attribute("src", of: image), let candidates = facts?.candidates(source) else { return }
        document.setAttribute("srcset", to: candidates, of: image)
        document.setAttribute("sizes", to: sizes, of: image)
    }
}

/// The shape of the pictures on the cards of an index. All cards have one, so that those in a row align.
enum CardShape: String, CaseIterable {
    case wide, double, photo, square

    /// The ratio of width to height.
    var ratio: Double {
        switch self {
        case .wide: 2.8
        case .double: 2
        case .photo: 1.5
        case .square: 1
        }
    }

    /// The ratio as style sheets write it.
    var styleRatio: String { ratio == ratio.rounded() ? String(Int(ratio)) : String(ratio) }

    /// The part of a picture that may be cut so that it fills its box.
    static let maxCut = 0.1

    /// Chooses the shape that is nearest to the median ratio of the pictures.
    ///
    /// - Parameter ratios: The known ratios of width to height.
    init(_ ratios: [Double]) {
        guard !ratios.isEmpty else {
            self = .double
            return
        }
        let middle = ratios.sorted()[(ratios.count - 1) / 2]
        self = Self.allCases.min { abs(log($0.ratio / middle)) < abs(log($1.ratio / middle)) } ?? .double
    }

    /// Whether a picture may fill its box, because only a small part of it is cut.
    func isFilled(by ratio: Double) -> Bool { min(self.ratio, ratio) / max(self.ratio, ratio) >= 1 - Self.maxCut }
}
