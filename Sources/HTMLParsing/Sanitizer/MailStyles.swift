/// What the style sheets of a mail change in the sanitised result.
struct MailStyles {
    /// The place of the declarations in style attributes.
    var place = CSSDeclarations.Place.attribute
    /// The text of the reduced style sheet.
    private(set) var text: [UInt8] = []
    /// The block for the body, and the hidden images.
    private(set) var content = HTMLFilteredCopy.Content()
    /// The IDs that the style sheet names, with their prefix.
    private var ids: Set<String> = []

    /// Styles that change nothing.
    init(place: CSSDeclarations.Place = .attribute) {
        self.place = place
    }

    /// Reads the style sheets of a document.
    ///
    /// - Parameter attributes: Returns the allowed attributes of an element as if it had the given tag.
    init(of document: HTMLDocument, _ scope: CSSScope, attributes: (HTMLNode, HTMLTag) -> [HTMLAttribute]) {
        place = .attributeInFrame
        let block = MailBodyBlock(of: document, attributes: attributes)
        var scope = scope
        scope.hasBody = block != nil
        let bytes = document.textBytes
        var sheet = CSSStyleSheet(scope: scope, elementCount: document.nodeCount)
        for style in document.elements(tag: .style) where document.isHTML(style, .style) && Self.isCSS(style, document) {
            let media = document.attribute("media", of: style)
            for text in document.children(of: style) where document.kind(of: text) == .text {
                sheet.append(bytes.span, document.textRange(of: text), media: media)
            }
        }
        (text, ids) = (sheet.text, sheet.ids)
        content.dropped = CSSHiddenImages.find(in: document, rules: sheet.visibilityRules)
        if let block { content.bodyAttributes = block.attributes(keeping: ids) }
    }

    /// The names of the attributes that ``identity(_:)`` decides on.
    static let identities = [HTMLKnownName.hidden, HTMLKnownName.identifier]

    /// Returns an ID that the style sheet names, or the attribute `hidden`; nil for anything else, and where style sheets are removed.
    func identity(_ attribute: HTMLAttribute) -> HTMLAttribute? {
        guard place == .attributeInFrame else { return nil }
        if attribute.name == "hidden" { return HTMLAttribute(name: "hidden", value: "") }
        guard attribute.name == "id", !ids.isEmpty else { return nil }
        let name = ContentID.prefixed(attribute.value)
        return ids.contains(name) ? HTMLAttribute(name: "id", value: name) : nil
    }

    private static func isCSS(_ style: HTMLNode, _ document: HTMLDocument) -> Bool {
        document.attribute("type", of: style).map { $0.isEmpty || $0.lowercased() == "text/css" } ?? true
    }
}
