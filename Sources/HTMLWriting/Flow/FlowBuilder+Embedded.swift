import HTMLParsing

/// Videos, sounds and frames, which are written as links.
extension FlowBuilder {
    /// Writes the link of an element that embeds content, or enters an `object` with fallback content.
    ///
    /// - Returns: Whether to visit its children; nil if the element embeds nothing that is shown here.
    mutating func enterEmbedded(_ node: HTMLNode, _ tag: HTMLTag) -> Bool? {
        guard EmbeddedContent.Kind(node, in: document) != nil, preformatted == nil, codeDepth == 0, foreignDepth == 0,
            !textStyle.hasZeroSize, options.markdown.rawHTML != .whenNeeded, !visibility.hides(node)
        else { return nil }
        if case .list = frames.last?.action { return nil }
        if tag == .object, holdsContent(node) {
            guard EmbeddedContent.isShown(node, document) else { return nil }
            inline.run.appendSpace()
            push(.spaced, node)
            return true
        }
        guard let content = EmbeddedContent(node, in: document) else { return nil }
        let isBlock = document.isAmongBlocks(node)
        if isBlock { endParagraph() } else { inline.run.appendSpace() }
        write(link: content)
        if isBlock { endParagraph() } else { inline.run.appendSpace() }
        return false
    }

    /// Writes the title as a link. Inside another link, the title is a part of that link's text.
    private mutating func write(link content: EmbeddedContent) {
        let isLink =
            (!options.isPlain || options.showsAddresses) && inline.run.marks.count < InlineRun.maximumMarks
            && !inline.run.marks.contains { $0.mark == .link }
        if isLink {
            inline.links.append(LinkTarget(address: Array(content.address.utf8)[...], title: nil as ArraySlice<UInt8>?))
            inline.run.open(.link, payload: inline.links.count - 1)
        }
        inline.run.append(content.title ?? content.name)
        if isLink { inline.run.close() }
    }

    /// Whether an `object` has content other than its parameters.
    private func holdsContent(_ node: HTMLNode) -> Bool {
        document.children(of: node).contains { child in
            switch document.kind(of: child) {
            case .text: !bytes.isBlank(document.textRange(of: child))
            case .element: document.tag(of: child) != .param
            default: false
            }
        }
    }
}
