internal import HTMLParsing

/// Tells a `blockquote` that only indents from one that quotes: the indent buttons of mail programs insert a `blockquote`, too.
struct BlockquoteIndent {
    /// Whether the element has the style of such a button.
    let isIndentOnly: Bool

    init(_ node: HTMLNode, in document: HTMLDocument) {
        guard document.attributeRange("type", of: node) == nil, let range = document.attributeRange("style", of: node),
            Self.mayIndent(document.textBytes, range), let style = document.attribute("style", of: node)?.lowercased()
        else {
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

    /// Whether a style may be that of such a button. Each of these contains `none` or `40px`.
    private static func mayIndent(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        range.contains { index in
            switch bytes[index] {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): bytes.begins(with: "none", index..<range.upperBound)
            case UInt8(ascii: "4"): bytes.begins(with: "40px", index..<range.upperBound)
            // White space other than spaces may divide these words.
            default: bytes[index] < 0x20 || bytes[index] >= 0x80
            }
        }
    }
}
