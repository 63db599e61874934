/// The element categories of the tree construction.
extension HTMLTag {
    /// Whether the HTML element is [special](https://html.spec.whatwg.org/multipage/parsing.html#special).
    var isSpecial: Bool {
        switch self {
        case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .button, .caption, .center,
            .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption, .figure, .footer, .form, .frame,
            .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr, .html, .iframe, .img, .input, .keygen, .li, .link,
            .listing, .main, .marquee, .menu, .meta, .nav, .noembed, .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre,
            .script, .search, .section, .select, .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th,
            .thead, .title, .tr, .track, .ul, .wbr, .xmp:
            true
        default: false
        }
    }

    /// Whether the HTML element limits every kind of [scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
    var endsScope: Bool {
        switch self {
        case .applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template:
            true
        default: false
        }
    }

    /// Whether the element's end tag is [implied](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags).
    var hasImpliedEndTag: Bool {
        switch self {
        case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc:
            true
        default: false
        }
    }

    /// Whether the element's end tag is implied when [all end tags are generated
    /// thoroughly](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly).
    var hasImpliedEndTagThoroughly: Bool {
        switch self {
        case .caption, .colgroup, .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc, .tbody, .td, .tfoot, .th, .thead, .tr:
            true
        default: false
        }
    }

    /// Whether the element is a heading.
    var isHeading: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6:
            true
        default: false
        }
    }

    /// Whether the element contains only table parts, so that other content is foster-parented.
    var isTableStructure: Bool {
        switch self {
        case .table, .tbody, .tfoot, .thead, .tr:
            true
        default: false
        }
    }

    /// Whether the start tag closes all open SVG and MathML elements.
    var endsForeignContent: Bool {
        switch self {
        case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4, .h5, .h6, .head,
            .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup,
            .table, .tt, .u, .ul, .var:
            true
        default: false
        }
    }
}
