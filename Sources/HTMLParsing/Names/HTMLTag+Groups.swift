/// Groups of HTML elements for the writers.
extension HTMLTag {
    /// Whether the element is a part of a line: nothing separates it from its neighbours. So are elements that HTML does not know.
    package var isPhrasing: Bool {
        switch self {
        case .a, .abbr, .acronym, .b, .bdi, .bdo, .big, .blink, .cite, .code, .data, .del, .dfn, .em, .font, .i, .ins, .kbd, .label, .mark,
            .nobr, .output, .picture, .q, .rb, .rp, .rt, .rtc, .ruby, .s, .samp, .slot, .small, .span, .strike, .strong, .sub, .sup, .time,
            .tt, .u, .var, .wbr:
            true
        default: isUnknown
        }
    }

    /// Whether HTML does not know the element. The names of SVG and MathML are unknown outside of them.
    private var isUnknown: Bool { self == .other || rawValue >= HTMLTag.svg.rawValue || self == .menuitem || self == .selectedcontent }

    /// Whether the element is written inside of a line.
    package var isInlineInHTML: Bool {
        switch self {
        case .img, .br, .button, .canvas, .image, .input, .map, .meter, .progress: true
        default: isPhrasing
        }
    }

    /// Whether the writers omit the element even where they write HTML: it runs code, loads content, changes the style of the page, or is
    /// not displayed.
    package var isUnsafeToKeep: Bool {
        switch self {
        case .script, .style, .head, .title, .meta, .link, .base, .iframe, .object, .applet, .embed, .template, .noscript, .noembed,
            .noframes, .plaintext, .frame, .frameset:
            true
        default: false
        }
    }
}
