/// The element groups of the serialization algorithm.
extension HTMLTag {
    /// Whether the element has no content and no end tag: [void elements](https://html.spec.whatwg.org/multipage/syntax.html#void-elements)
    /// and obsolete ones that serialize like them.
    package var isVoid: Bool {
        switch self {
        case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen, .link, .meta, .param, .source,
            .track, .wbr:
            true
        default: false
        }
    }

    /// Whether the element's text is written without character references.
    var isRawText: Bool {
        switch self {
        case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext: true
        default: false
        }
    }
}
