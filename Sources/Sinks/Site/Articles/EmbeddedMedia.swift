internal import HTMLParsing

/// Puts links in place of videos, sounds and frames, which a page of a site does not embed: they would load content of other hosts.
enum EmbeddedMedia {
    /// Replaces all of them in a document. Those without an address, and hidden ones, are left for the sanitiser to remove.
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

    private static func word(for kind: EmbeddedContent.Kind) -> Word {
        switch kind {
        case .video: .video
        case .sound: .audio
        case .frame: .embeddedContent
        }
    }
}
