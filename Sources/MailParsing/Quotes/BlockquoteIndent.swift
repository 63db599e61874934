internal import HTMLParsing

/// Tells a `blockquote` that only indents from one that quotes: the indent buttons of mail programs insert a `blockquote`, too.
struct BlockquoteIndent {
    /// Whether the element has the style of such a button.
    let isIndentOnly: Bool

    init(_ node: HTMLNode, in document: HTMLDocument) {
        guard document.attribute("type", of: node) == nil, let style = document.attribute("style", of: node)?.lowercased() else {
            isIndentOnly = false
            return
        }
        let declarations = style.split(separator: ";").map { $0.filter { !$0.isWhitespace || $0 == " " } }
        isIndentOnly = declarations.contains { declaration in
            let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.split(separator: " ").joined(separator: " ") }
            guard parts.count == 2 else { return false }
            switch parts[0] {
            case "border", "border-left": return parts[1] == "none" || parts[1].hasPrefix("none ")
            case "margin-left": return parts[1].hasPrefix("40px")
            case "margin": return parts[1].hasSuffix(" 40px") && parts[1].split(separator: " ").count == 4
            default: return false
            }
        }
    }
}
