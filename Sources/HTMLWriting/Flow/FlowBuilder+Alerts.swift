internal import HTMLParsing

/// Alerts, as GitHub and readers of Markdown make them of `> [!NOTE]`.
extension FlowBuilder {
    /// The class that all alerts have, and have first.
    private static let mark = Array("markdown-alert".utf8)
    private static let alerts = ["note", "tip", "important", "warning", "caution"]

    /// Begins the block quote of an alert. Markdown has alerts only outside of other blocks.
    ///
    /// - Returns: Whether to visit the element's children; nil if the element is no alert.
    mutating func enterAlert(_ node: HTMLNode) -> Bool? {
        guard !options.isPlain, !isInline, layout.containers.count == 1, kept.isEmpty || !kept.contains(node),
            let (name, title, isText) = alert(node)
        else { return nil }
        endParagraph()
        layout.startBlock(.quote)
        layout.openQuote(mark: "> ")
        layout.beginLine()
        layout.out.append(contentsOf: "[!\(name.uppercased())]".utf8)
        layout.endLine()
        // Not all blocks can follow a line of text directly.
        if !isText { layout.requestBlankLine() }
        alertTitle = title
        push(.quote, node)
        return true
    }

    /// The name of an alert, the element of its title, and whether text follows; nil for other elements, and for an alert with a title of its own or no text.
    private func alert(_ node: HTMLNode) -> (name: String, title: HTMLNode, isText: Bool)? {
        guard let range = document.attributeRange("class", of: node), range.count > Self.mark.count,
            bytes[range].starts(with: Self.mark), let classes = document.attribute("class", of: node),
            let name = Self.alerts.first(where: { classes.split(separator: " ").contains("markdown-alert-\($0)") })
        else { return nil }
        let children = document.children(of: node).filter {
            document.kind(of: $0) == .element || document.kind(of: $0) == .text && !bytes.isBlank(document.textRange(of: $0))
        }
        guard let title = children.first, children.count > 1, document.kind(of: title) == .element,
            document.attribute("class", of: title)?.split(separator: " ").contains("markdown-alert-title") == true,
            document.textContent(of: title).split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased() == name
        else { return nil }
        return (name, title, document.kind(of: children[1]) == .text || document.isHTML(children[1], .p))
    }
}
