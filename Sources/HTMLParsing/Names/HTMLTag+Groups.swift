/// Groups of HTML elements for the writers.
extension HTMLTag {
    /// Whether the element is a part of a line: nothing separates it from its neighbours.
    package var isPhrasing: Bool {
        switch self {
        case .a, .abbr, .acronym, .b, .bdi, .bdo, .big, .cite, .code, .data, .del, .dfn, .em, .font, .i, .ins, .kbd, .label, .mark, .nobr,
            .q,
            .s, .samp, .small, .span, .strike, .strong, .sub, .sup, .time, .tt, .u, .var, .wbr:
            true
        default: false
        }
    }

    /// Whether the element is written inside of a line.
    package var isInlineInHTML: Bool {
        switch self {
        case .img, .br, .button, .canvas, .image, .input, .map, .meter, .output, .picture, .progress, .rb, .rp, .rt, .rtc, .ruby, .other,
            .wbr,
            .slot:
            true
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
