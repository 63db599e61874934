internal import HTMLParsing
internal import Pipeline
internal import Stages

/// Puts links in place of videos, sounds and frames, which a page of a site does not embed: they would load content of other hosts.
enum EmbeddedMedia {
    /// The greatest length of a title, in characters.
    private static let maximumTitle = 200
    /// The greatest width and height of a frame without content for readers, in CSS pixels.
    private static let smallestFrame = 3

    /// Replaces all of them in a document. Those without an address, and hidden ones, are left for the sanitiser to remove.
    static func replace(in document: inout HTMLDocument, _ words: SiteWords) {
        var found: [(node: HTMLNode, isInLink: Bool)] = []
        var inLinks: Set<HTMLNode> = []
        for node in document.descendants(of: document.root) {
            if document.isHTML(node, .a) || document.parent(of: node).map(inLinks.contains) == true { inLinks.insert(node) }
            if word(for: node, in: document) != nil, isShown(node, document) { found.append((node, inLinks.contains(node))) }
        }
        for (node, isInLink) in found {
            guard document.parent(of: node) != nil, let word = word(for: node, in: document), let address = address(of: node, in: document)
            else { continue }
            let text = document.makeText(title(of: node, in: document) ?? "\(words(word)): \(name(of: address))")
            var link = text
            if !isInLink {
                link = document.makeElement(.a, attributes: [HTMLAttribute(name: "href", value: readable(address))])
                document.append(text, to: link)
            }
            let block = isAmongBlocks(node, document) ? document.makeElement(.p) : nil
            if let block { document.append(link, to: block) }
            document.replace(node, with: block ?? link)
        }
    }

    /// The word for an element that is replaced; nil for other nodes.
    private static func word(for node: HTMLNode, in document: HTMLDocument) -> Word? {
        guard document.kind(of: node) == .element, document.namespace(of: node) == .html else { return nil }
        return switch document.tag(of: node) {
        case .video: .video
        case .audio: .audio
        case .iframe, .object, .embed: .embeddedContent
        default: nil
        }
    }

    private static func isShown(_ node: HTMLNode, _ document: HTMLDocument) -> Bool {
        if document.attributeRange("hidden", of: node) != nil { return false }
        let style = document.attribute("style", of: node).map { HTMLInlineStyle($0) }
        if style?.isHidden == true || style?.isVisible == false { return false }
        let sides = ["width", "height"].compactMap { document.attribute($0, of: node) }
        return !sides.contains {
            $0.trimmingSpaces.prefix(while: \.isNumber).count == $0.trimmingSpaces.count && Int($0.trimmingSpaces) ?? .max <= smallestFrame
        }
    }

    /// The address of an element, or of its first source; nil for one that no link may have.
    private static func address(of node: HTMLNode, in document: HTMLDocument) -> String? {
        var candidates = ["src", "data-src", "data"].compactMap { document.attribute($0, of: node) }
        var child = document.firstChild(of: node)
        while let place = child, candidates.isEmpty {
            if document.isHTML(place, .source), let address = document.attribute("src", of: place) { candidates.append(address) }
            child = document.nextSibling(of: place)
        }
        return candidates.lazy.map(\.trimmingSpaces).first {
            !$0.isEmpty && !$0.hasPrefix("#") && [nil, "http", "https"].contains(HTMLAddress($0).scheme)
        }
    }

    /// What the author calls it.
    private static func title(of node: HTMLNode, in document: HTMLDocument) -> String? {
        ["title", "aria-label"].lazy.compactMap { document.attribute($0, of: node) }
            .map { String($0.trimmingSpaces.prefix(maximumTitle)) }.first { !$0.isEmpty }
    }

    /// The file name of a relative address, or the host of another one.
    private static func name(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let start = path.firstRange(of: "//")?.upperBound else {
            return HTMLAddress.percentDecoded(String(path.split(separator: "/").last ?? path))
        }
        let last = path[start...].split(separator: "/").dropFirst().last ?? ""
        return last.contains(".") ? HTMLAddress.percentDecoded(String(last)) : String(path[start...].prefix { $0 != "/" })
    }

    /// The page of a video at hosts whose address for frames shows nothing on its own.
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

    /// Whether an element stands between blocks, and not in a line of text.
    private static func isAmongBlocks(_ node: HTMLNode, _ document: HTMLDocument) -> Bool {
        guard let parent = document.parent(of: node), document.kind(of: parent) == .element else { return true }
        switch document.tag(of: parent) {
        case .article, .aside, .blockquote, .body, .dd, .details, .div, .figure, .li, .main, .section, .td, .th: break
        default: return false
        }
        let neighbours = [document.previousSibling(of: node), document.nextSibling(of: node)].compactMap { $0 }
        return neighbours.allSatisfy { neighbour in
            switch document.kind(of: neighbour) {
            case .text: document.text(of: neighbour).allSatisfy(\.isWhitespace)
            case .element: ![HTMLTag.a, .b, .em, .i, .span, .strong].contains(document.tag(of: neighbour))
            default: true
            }
        }
    }
}
