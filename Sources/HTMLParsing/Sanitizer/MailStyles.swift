/// Applies the style sheets of a mail to its sanitised copy.
struct MailStyles {
    /// Where the declarations of style attributes stand.
    var host = CSSDeclarationFilter.DeclarationHost.attribute
    /// The text of the reduced style sheet.
    private(set) var text: [UInt8] = []
    /// The block for the body, and the hidden images.
    private(set) var content = HTMLSanitizerPass.Content()
    /// The IDs that the style sheet names, with their prefix.
    private var ids: Set<String> = []

    /// Creates styles that change nothing.
    init(host: CSSDeclarationFilter.DeclarationHost = .attribute) {
        self.host = host
    }

    /// Reads the style sheets of a document.
    ///
    /// - Parameter attributes: Returns the allowed attributes of an element as if it had the given tag.
    init(of document: HTMLDocument, _ scope: StyleSheetScope, attributes: (HTMLNode, HTMLTag) -> [HTMLAttribute]) {
        host = .attributeInFrame
        let block = MailBodyBlock(of: document, attributes: attributes)
        var scope = scope
        scope.hasBody = block != nil
        let bytes = document.textBytes
        var sheet = CSSStyleSheetFilter(scope: scope, elementCount: document.nodeCount)
        for style in document.elements(tag: .style) where document.isHTML(style, .style) && Self.isCSS(style, document) {
            let media = document.attribute("media", of: style)
            for text in document.children(of: style) where document.kind(of: text) == .text {
                sheet.append(bytes.span, document.textRange(of: text), media: media)
            }
        }
        (text, ids) = (sheet.text, sheet.ids)
        content.dropped = TrackingPixelFinder.find(in: document, rules: sheet.visibilityRules)
        if let block { content.bodyAttributes = block.attributes(keeping: ids) }
    }

    /// The names of the attributes that ``identity(_:)`` decides on.
    static let identities = [HTMLKnownName.hidden, HTMLKnownName.identifier]

    /// Returns an ID that the style sheet names, or the attribute `hidden`; nil for anything else, and where style sheets are removed.
    func identity(_ attribute: HTMLAttribute) -> HTMLAttribute? {
        guard host == .attributeInFrame else { return nil }
        if attribute.name == "hidden" { return HTMLAttribute(name: "hidden", value: "") }
        guard attribute.name == "id", !ids.isEmpty else { return nil }
        let name = ContentID.prefixed(attribute.value)
        return ids.contains(name) ? HTMLAttribute(name: "id", value: name) : nil
    }

    private static func isCSS(_ style: HTMLNode, _ document: HTMLDocument) -> Bool {
        document.attribute("type", of: style).map { $0.isEmpty || $0.lowercased() == "text/css" } ?? true
    }
}

/// The block that stands for the `body` of a mail: it gets the attributes of `body`, and the language and direction of `html`.
private struct MailBodyBlock {
    private var kept: [HTMLAttribute] = []
    private var id: String?

    /// Reads the attributes; nil if none of them is kept, as in a fragment.
    ///
    /// - Parameter attributes: Returns the allowed attributes of an element as if it had the given tag.
    init?(of document: HTMLDocument, attributes: (HTMLNode, HTMLTag) -> [HTMLAttribute]) {
        guard let body = document.body, document.isHTML(body, .body) else { return nil }
        kept = attributes(body, .div).filter { $0.name != "align" }
        if let html = document.parent(of: body) {
            for attribute in attributes(html, .div) where attribute.name == "dir" || attribute.name == "lang" {
                if !kept.contains(where: { $0.name == attribute.name }) { kept.append(attribute) }
            }
        }
        id = document.attribute("id", of: body)
        let colors = [("background-color", "bgcolor"), ("color", "text")].compactMap { property, name in
            document.attribute(name, of: body).flatMap(Self.color).map { "\(property):\($0)" }
        }
        if !colors.isEmpty {
            let index = kept.firstIndex { $0.name == "style" }
            let style = (colors + (index.map { [kept[$0].value] } ?? [])).joined(separator: "; ")
            if let index { kept[index].value = style } else { kept.append(HTMLAttribute(name: "style", value: style)) }
        }
        if kept.isEmpty, id == nil { return nil }
        let index = kept.firstIndex { $0.name == "class" }
        let names = index.map { kept[$0].value } ?? ""
        let isMarked = names.utf8.split(whereSeparator: \.isHTMLWhitespace).contains { $0.elementsEqual(StyleSheetScope.bodyClass.utf8) }
        let marked = isMarked ? names : names.isEmpty ? StyleSheetScope.bodyClass : StyleSheetScope.bodyClass + " " + names
        if let index { kept[index].value = marked } else { kept.append(HTMLAttribute(name: "class", value: marked)) }
    }

    /// Returns the attributes of the block.
    ///
    /// - Parameter ids: The IDs that style sheets name, with their prefix.
    func attributes(keeping ids: Set<String>) -> [HTMLAttribute] {
        guard let id, ids.contains(ContentID.prefixed(id)) else { return kept }
        return kept + [HTMLAttribute(name: "id", value: ContentID.prefixed(id))]
    }

    /// A color of an attribute in CSS: a name, or three or six hexadecimal digits.
    private static func color(_ value: String) -> String? {
        let bytes = Array(value.utf8.filter { !$0.isHTMLWhitespace })
        let digits = bytes.first == UInt8(ascii: "#") ? bytes[1...] : bytes[...]
        if digits.count == 6 || digits.count == 3 && digits.count < bytes.count, digits.allSatisfy({ $0.hexDigitValue != nil }) {
            return "#" + String(decoding: digits, as: UTF8.self)
        }
        return CSSNamedColors.contains(bytes.span, 0..<bytes.count) ? String(decoding: bytes, as: UTF8.self).lowercased() : nil
    }
}
