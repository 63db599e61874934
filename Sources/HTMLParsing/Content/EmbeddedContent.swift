internal import WebAddresses

/// A video, a sound or a frame of a document, which a text without the players of a browser shows as a link.
public struct EmbeddedContent: Sendable {
    /// The kinds of embedded content. A link without a title names the kind.
    public enum Kind: Sendable { case video, sound, frame }

    /// The kind of the content: a video, a sound or a frame.
    public let kind: Kind
    /// The title that the author gave it; nil without one.
    public let title: String?
    /// The address for readers: of the file, or of the page that shows the video.
    public let address: String
    /// The file name at the end of the address, or the host if its path ends without a file name.
    public let name: String

    /// The greatest length of a title, in characters.
    private static let maximumTitle = 200
    /// The greatest width and height of a frame without content for readers, in CSS pixels.
    private static let smallestFrame = 3

    /// Reads an element; nil for other nodes, for hidden ones, and if no link may have the address.
    public init?(_ node: HTMLNode, in document: HTMLDocument) {
        guard let kind = Kind(node, in: document), Self.isShown(node, document), let source = Self.address(of: node, in: document) else {
            return nil
        }
        self.kind = kind
        title = Self.title(of: node, in: document)
        name = Self.name(of: source)
        address = Self.readable(source)
    }

    /// Whether a page gives the element room: it is not hidden, and no frame of a few pixels, as trackers use them.
    package static func isShown(_ node: HTMLNode, _ document: HTMLDocument) -> Bool {
        if document.attributeRange("hidden", of: node) != nil { return false }
        let bytes = document.textBytes
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if style?.isHidden == true || style?.isVisible == false { return false }
        if HiddenContent.hasPixelSize(node, in: document, bytes: bytes, style: style) { return false }
        return !["width", "height"].contains { name in
            guard let range = document.attributeRange(name, of: node).map({ bytes.trimmed($0) }), !range.isEmpty,
                bytes[range].allSatisfy(\.isASCIIDigit)
            else { return false }
            return bytes.pixels(range).map { $0 <= smallestFrame } ?? false
        }
    }

    /// The address of an element, or of its first `source`; nil unless it is relative or uses HTTP or HTTPS.
    private static func address(of node: HTMLNode, in document: HTMLDocument) -> String? {
        var candidates = ["src", "data-src", "data"].compactMap { trimmed($0, of: node, in: document) }
        var child = document.firstChild(of: node)
        while let place = child, candidates.isEmpty {
            if document.isHTML(place, .source), let address = trimmed("src", of: place, in: document) { candidates.append(address) }
            child = document.nextSibling(of: place)
        }
        return candidates.first {
            !$0.isEmpty && !$0.hasPrefix("#") && [nil, "http", "https"].contains(HTMLAddress($0).scheme)
        }
    }

    private static func title(of node: HTMLNode, in document: HTMLDocument) -> String? {
        ["title", "aria-label"].lazy.compactMap { trimmed($0, of: node, in: document) }.map { String($0.prefix(maximumTitle)) }
            .first { !$0.isEmpty }
    }

    private static func trimmed(_ name: String, of node: HTMLNode, in document: HTMLDocument) -> String? {
        document.attributeRange(name, of: node).map { document.string(document.textBytes.trimmed($0)) }
    }

    private static func name(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let start = path.firstRange(of: "//")?.upperBound else {
            return PercentEncoding.decoded(String(path.split(separator: "/").last ?? path))
        }
        let last = path[start...].split(separator: "/").dropFirst().last ?? ""
        return last.contains(".") ? PercentEncoding.decoded(String(last)) : String(path[start...].prefix { $0 != "/" })
    }

    /// The page of a video, for hosts whose embed URL is not meant to be opened on its own. Returns other addresses unchanged.
    private static func readable(_ address: String) -> String {
        for (start, page) in [
            ("www.youtube.com/embed/", "https://www.youtube.com/watch?v="),
            ("www.youtube-nocookie.com/embed/", "https://www.youtube.com/watch?v="),
            ("player.vimeo.com/video/", "https://vimeo.com/"),
        ] {
            guard let found = address.firstRange(of: "//" + start), address[..<found.lowerBound].allSatisfy({ $0 != "/" && $0 != "?" })
            else {
                continue
            }
            let id = address[found.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            if !id.isEmpty, id != "videoseries" { return page + id }
        }
        return address
    }
}

extension EmbeddedContent.Kind {
    /// The kind of an element; nil for nodes that embed nothing.
    package init?(_ node: HTMLNode, in document: HTMLDocument) {
        guard document.kind(of: node) == .element, document.namespace(of: node) == .html else { return nil }
        switch document.tag(of: node) {
        case .video: self = .video
        case .audio: self = .sound
        case .iframe, .object, .embed: self = .frame
        default: return nil
        }
    }
}

extension HTMLDocument {
    /// Whether embedded content stands between blocks, and not in a line of text.
    public func isAmongBlocks(_ node: HTMLNode) -> Bool {
        guard let parent = parent(of: node), kind(of: parent) == .element else { return true }
        switch tag(of: parent) {
        case .article, .aside, .blockquote, .body, .center, .dd, .details, .div, .figure, .li, .main, .section, .td, .th: break
        default: return false
        }
        let neighbours = [previousSibling(of: node), nextSibling(of: node)].compactMap { $0 }
        return neighbours.allSatisfy { neighbour in
            switch kind(of: neighbour) {
            case .text: textBytes.isBlank(textRange(of: neighbour))
            case .element: ![HTMLTag.a, .b, .em, .i, .span, .strong].contains(tag(of: neighbour))
            default: true
            }
        }
    }
}
