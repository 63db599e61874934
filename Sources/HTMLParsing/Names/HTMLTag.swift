/// The element names with a meaning to the standard's parser or to tabpipe's writers.
///
/// HTML elements come first, with the obsolete ones that have parsing rules of their own. Then come the SVG and MathML elements that matter
/// at the border between HTML and foreign content. All other names are `.other`. The raw values are internal and may change.
public enum HTMLTag: UInt8, Sendable, CaseIterable {
    /// An element that this list does not name.
    case other
    // HTML.
    case a, abbr, acronym, address, applet, area, article, aside, audio, b, base, basefont, bdi, bdo, bgsound, big, blink,
        blockquote, body, br, button, canvas, caption, center, cite, code, col, colgroup, data, datalist, dd, del, details, dfn,
        dialog, dir, div, dl, dt, em, embed, fieldset, figcaption, figure, font, footer, form, frame, frameset, h1, h2, h3, h4, h5,
        h6, head, header, hgroup, hr, html, i, iframe, image, img, input, ins, kbd, keygen, label, legend, li, link, listing, main,
        map, mark, marquee, menu, menuitem, meta, meter, nav, nobr, noembed, noframes, noscript, object, ol, optgroup, option,
        output, p, param, picture, plaintext, pre, progress, q, rb, rp, rt, rtc, ruby, s, samp, script, search, section, select,
        selectedcontent, slot, small, source, span, strike, strong, style, sub, summary, sup, table, tbody, td, template, textarea,
        tfoot, th, thead, time, title, tr, track, tt, u, ul, `var`, video, wbr, xmp
    // SVG.
    case svg, g, path, use, desc, foreignObject
    // MathML.
    case math, mi, mn, mo, ms, mtext, mrow, mglyph, malignmark, annotation, annotationXML

    /// Finds the tag with this name; nil for unknown names.
    ///
    /// - Parameter name: The local name as in the tree: lower case, except SVG's `foreignObject`.
    public init?(name: String) { self.init(name: name.utf8.span) }

    /// Finds the tag with this name in UTF-8; nil for unknown names.
    ///
    /// - Parameter name: The local name as in the tree: lower case, except SVG's `foreignObject`.
    public init?(name: Span<UInt8>) {
        guard let id = HTMLNameTable.standard.find(name), let tag = HTMLTag(nameID: id) else { return nil }
        self = tag
    }

    /// Finds the tag whose name has this number; nil if the number belongs to another name.
    init?(nameID: HTMLNameID) {
        guard nameID > 0, nameID <= HTMLTag.annotationXML.rawValue, let tag = HTMLTag(rawValue: UInt8(truncatingIfNeeded: nameID)) else {
            return nil
        }
        self = tag
    }

    /// The number of the tag's name in ``HTMLNameTable/standard``.
    var nameID: HTMLNameID { HTMLNameID(rawValue) }

    /// The element's local name; empty for `.other`.
    public var name: String { HTMLNameTable.standardNames[Int(rawValue)] }

    /// The names in the order of the raw values, starting at raw value 1.
    static let names = """
        a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br \
        button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed \
        fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image \
        img input ins kbd keygen label legend li link listing main map mark marquee menu menuitem meta meter nav nobr noembed \
        noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp \
        script search section select selectedcontent slot small source span strike strong style sub summary sup table tbody td \
        template textarea tfoot th thead time title tr track tt u ul var video wbr xmp svg g path use desc foreignObject math mi \
        mn mo ms mtext mrow mglyph malignmark annotation annotation-xml
        """
}

/// Groups of HTML elements for the writers.
extension HTMLTag {
    /// Whether the element is a part of a line: nothing separates it from its neighbours. This includes elements that HTML does not know.
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
