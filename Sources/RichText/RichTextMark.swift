internal import HTMLParsing

/// The format of a run of text: an element around it.
struct RichTextMark: Equatable {
    let tag: HTMLTag
    var attributes: [HTMLAttribute] = []

    static let strong = RichTextMark(tag: .strong)
    static let emphasis = RichTextMark(tag: .em)
    static let underline = RichTextMark(tag: .u)
    static let strike = RichTextMark(tag: .s)
    static let code = RichTextMark(tag: .code)
    static let superscript = RichTextMark(tag: .sup)
    static let `subscript` = RichTextMark(tag: .sub)
    static let highlight = RichTextMark(tag: .mark)

    static func link(_ address: String, title: String? = nil) -> RichTextMark {
        var attributes = [HTMLAttribute(name: "href", value: address)]
        if let title, !title.isEmpty { attributes.append(HTMLAttribute(name: "title", value: title)) }
        return RichTextMark(tag: .a, attributes: attributes)
    }

    /// The order of the elements from the outermost to the innermost, so that neighbours can share one.
    private static let order: [HTMLTag] = [.a, .mark, .strong, .em, .u, .s, .sup, .sub, .code]

    /// The marks in the order of their elements, each once.
    static func nested(_ marks: [RichTextMark]) -> [RichTextMark] {
        order.compactMap { tag in marks.first { $0.tag == tag } }
    }
}
