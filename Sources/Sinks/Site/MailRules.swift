internal import HTMLParsing

/// What a mail that is shown in a page may not do beside what the sanitiser forbids: it has no address of its own that relative ones
/// could begin at, and its frame is as high as its content, so that nothing may be as high as its frame.
enum MailRules {
    /// How many tables may stand in each other; deeper ones become plain blocks.
    static let maximumTableDepth = 16
    /// The greatest height in CSS pixels that a mail may give to an element.
    static let maximumHeight = 2_000

    /// Links open beside the page; those that lead nowhere become text.
    static func link(_ node: HTMLNode, _ document: inout HTMLDocument) {
        guard let address = document.attribute("href", of: node) else { return }
        if ["http", "https", "mailto", "tel", "sms"].contains(SiteAddress.scheme(of: address.trimmed)) {
            document.setAttribute("target", to: "_blank", of: node)
            document.setAttribute("rel", to: "noopener noreferrer", of: node)
        } else {
            document.setAttribute("href", to: nil, of: node)
        }
    }

    /// Images have an address on the web, or hold their own data.
    static func image(_ node: HTMLNode, _ document: inout HTMLDocument) {
        if let address = document.attribute("data-src", of: node) {
            let whole = address.trimmed.replacing("\\", with: "/")
            let isComplete = SiteAddress.isWeb(address.trimmed)
            document.setAttribute("data-src", to: isComplete ? address.trimmed : "https:" + whole, of: node)
            document.setAttribute("src", to: nil, of: node)
            if !isComplete, !whole.hasPrefix("//") { document.setAttribute("data-src", to: nil, of: node) }
        } else if let address = document.attribute("src", of: node), SiteAddress.scheme(of: address.trimmed) != "data" {
            document.setAttribute("src", to: nil, of: node)
        }
        if document.attribute("alt", of: node) == nil { document.setAttribute("alt", to: "", of: node) }
    }

    /// Takes out heights that depend on that of the frame, or that nobody would scroll past.
    static func style(_ node: HTMLNode, _ document: inout HTMLDocument) {
        if let height = document.attribute("height", of: node), number(height[...]) > Double(maximumHeight) {
            document.setAttribute("height", to: nil, of: node)
        }
        guard let style = document.attribute("style", of: node) else { return }
        let kept = style.split(separator: ";").filter { !isEndless($0.lowercased()) }
        let text = kept.joined(separator: ";").trimmed
        if text != style { document.setAttribute("style", to: text.isEmpty ? nil : text, of: node) }
    }

    /// Puts a block in the place of an element of a table.
    static func flatten(_ node: HTMLNode, _ document: inout HTMLDocument) -> HTMLNode {
        let block = document.makeElement(.div)
        while let child = document.firstChild(of: node) { document.append(child, to: block) }
        document.replace(node, with: block)
        return block
    }

    private static let measures = ["height", "margin", "padding", "line-height", "font", "border", "text-indent", "spacing"]

    private static func isEndless(_ declaration: String) -> Bool {
        guard let colon = declaration.firstIndex(of: ":") else { return false }
        guard measures.contains(where: { declaration[..<colon].contains($0) }) else { return false }
        let value = declaration[declaration.index(after: colon)...]
        // vh, vmin, vmax, vb, and the same with s, l and d before them.
        for unit in ["vh", "vmin", "vmax", "vb", "vi"] where value.contains(unit) { return true }
        return value.split { !$0.isNumber && $0 != "." && $0 != "e" && $0 != "+" }.contains { number($0) > Double(maximumHeight) }
    }

    private static func number(_ text: Substring) -> Double {
        let digits = text.drop { $0 == " " || $0 == "+" }.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "e" || $0 == "+") }
        return Double(digits) ?? Double(digits.prefix { $0.isNumber }) ?? (digits.isEmpty ? 0 : .infinity)
    }
}

extension HTMLDocument {
    /// How many images have this attribute.
    func images(_ attribute: String) -> Int {
        descendants(of: root).count { isHTML($0, .img) && self.attribute(attribute, of: $0) != nil }
    }

    /// Whether any element has a colour or a background of its own.
    var hasColors: Bool {
        descendants(of: root).contains { node in
            attribute("bgcolor", of: node) != nil || attribute("color", of: node) != nil
                || attribute("style", of: node).map { $0.contains("color:") || $0.contains("background") } == true
        }
    }
}

extension String {
    /// Without white space around it.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
