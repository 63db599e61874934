/// The groups of HTML elements that the rules of writing speak of.
extension HTMLTag {
    /// [Void elements](https://html.spec.whatwg.org/multipage/syntax.html#void-elements), and those that are written like them: they have no
    /// content and no end tag.
    package var isVoid: Bool {
        switch self {
        case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen, .link, .meta, .param, .source,
            .track, .wbr:
            true
        default: false
        }
    }

    /// Elements whose text is written as it is, without character references.
    var isRawText: Bool {
        switch self {
        case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext: true
        default: false
        }
    }
}
