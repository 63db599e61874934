internal import WebAddresses

/// The elements and attributes that a sanitiser keeps.
struct HTMLAllowList: Sendable {
    enum Verdict { case keep, unwrap, drop }

    /// For each tag, by its raw value, the names of the allowed attributes; nil if the element is not allowed.
    private let elements: [[HTMLNameID]?]

    static func list(for profile: HTMLSanitizerProfile) -> HTMLAllowList {
        switch profile {
        case .text: text
        case .email: email
        case .article: article
        }
    }

    /// Decides what happens to an element. Unlisted elements are unwrapped, so that their content stays; elements whose content is not
    /// meant for readers are dropped.
    func verdict(on node: HTMLNode, of document: HTMLDocument) -> Verdict {
        let tag = document.tag(of: node)
        guard document.namespace(of: node) == .html else {
            // The text of MathML is readable on its own. The text of SVG makes no sense without its drawing.
            return document.namespace(of: node) == .mathML && tag != .annotation && tag != .annotationXML ? .unwrap : .drop
        }
        if elements[Int(tag.rawValue)] != nil { return .keep }
        return Self.drops(tag) ? .drop : .unwrap
    }

    /// Whether the content of an element that is not allowed is left out, too.
    static func drops(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .script, .style, .head, .title, .noscript, .template, .noembed, .noframes, .iframe, .object, .embed, .applet, .frameset,
            .audio,
            .video, .canvas, .textarea, .select, .datalist, .input, .xmp, .plaintext, .math, .svg, .selectedcontent:
            return true
        default: return false
        }
    }

    /// The tags of all allowed elements.
    var tags: [HTMLTag] { HTMLTag.allCases.filter { elements[Int($0.rawValue)] != nil } }

    /// The names of all attributes that any element may have, sorted.
    var attributeNames: [String] { Set(elements.compactMap { $0 }.joined().map(HTMLNameTable.standard.string)).sorted() }

    /// Whether an element is displayed as a block of its own, apart from the text around it.
    func isBlock(_ node: HTMLNode, of document: HTMLDocument) -> Bool {
        guard document.namespace(of: node) == .html else { return false }
        switch document.tag(of: node) {
        case .address, .article, .aside, .blockquote, .caption, .center, .dd, .details, .dialog, .dir, .div, .dl, .dt, .fieldset,
            .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header, .hgroup, .legend, .li, .main, .menu, .nav, .ol, .p,
            .pre, .search, .section, .summary, .table, .td, .th, .tr, .ul:
            return true
        default: return false
        }
    }

    /// Whether the list allows style attributes.
    var keepsStyles: Bool { HTMLNameTable.standard.find("style".utf8.span).map { allows($0, of: .span) } ?? false }

    /// Whether an element may have an attribute with this name.
    func allows(_ name: HTMLNameID, of tag: HTMLTag) -> Bool { elements[Int(tag.rawValue)]?.contains(name) ?? false }

    /// Returns an attribute whose name is allowed with its allowed value, or nil if it must be removed.
    func filtered(_ attribute: HTMLAttribute, _ cache: inout StyleCache) -> HTMLAttribute? {
        switch attribute.name {
        case "href", "cite":
            return HTMLAddress(attribute.value).isAllowedInLinks ? attribute : nil
        case "src", HTMLSanitizer.waitingAddress:
            return HTMLAddress(attribute.value).isAllowedInImages ? attribute : nil
        case "style":
            let declarations = cache.filtered(attribute.value)
            return declarations.isEmpty ? nil : HTMLAttribute(name: "style", value: declarations)
        case "role":
            // Only the roles that mark a layout table. Other roles would let content imitate parts of the user interface.
            return attribute.value == "presentation" || attribute.value == "none" ? attribute : nil
        default: return attribute
        }
    }
}

extension HTMLAllowList {
    private static let inline = """
        a:href,title abbr b bdi bdo br cite code data:value del:cite,datetime dfn em i ins:cite,datetime kbd mark q:cite rp rt ruby s samp \
        small span strong sub sup time:datetime u var wbr
        """
    private static let blocks = """
        blockquote:cite dd div dl dt hr li:value ol:start,reversed,type p pre ul
        """
    private static let structure = """
        address article aside details:open figcaption figure footer h1 h2 h3 h4 h5 h6 header main nav section summary
        """
    private static let images = "img:src,alt,width,height"
    private static let tables = """
        caption col:span,width colgroup:span,width table tbody td:colspan,rowspan,headers tfoot th:colspan,rowspan,headers,scope,abbr thead tr
        """
    private static let presentation = """
        big center font:color,face,size strike tt hr:align,color,noshade,size,width img:align,border,hspace,vspace div:align p:align \
        h1:align h2:align h3:align h4:align h5:align h6:align ul:type \
        table:align,bgcolor,border,cellpadding,cellspacing,height,width,role caption:align col:align,valign colgroup:align,valign \
        tbody:align,valign,bgcolor tfoot:align,valign,bgcolor thead:align,valign,bgcolor tr:align,valign,bgcolor,height \
        td:align,valign,bgcolor,height,width,nowrap th:align,valign,bgcolor,height,width,nowrap
        """

    private static let text = HTMLAllowList([inline, blocks], globalAttributes: ["dir", "lang"])
    private static let article = HTMLAllowList(
        [inline, blocks, structure, images, tables, "code:class img:data-remote-src"], globalAttributes: ["dir", "lang", "title"])
    private static let email = HTMLAllowList(
        [inline, blocks, structure, images, tables, presentation, "img:data-remote-src"],
        globalAttributes: ["dir", "lang", "title", "class", "style", "aria-hidden", "aria-label"])

    /// Parses lists such as `a:href,title b`. An element in several lists gets the attributes of all of them.
    private init(_ lists: [String], globalAttributes: Set<String>) {
        var elements = [[HTMLNameID]?](repeating: nil, count: HTMLTag.allCases.count)
        for item in lists.joined(separator: " ").split(separator: " ") {
            let parts = item.split(separator: ":")
            guard let tag = HTMLTag(name: String(parts[0])) else { preconditionFailure("\(parts[0]) is no element of HTML") }
            let names = parts.dropFirst().joined().split(separator: ",").map(String.init)
            let known = elements[Int(tag.rawValue)] ?? globalAttributes.map(Self.id)
            elements[Int(tag.rawValue)] = known + names.map(Self.id)
        }
        self.elements = elements
    }

    private static func id(_ attribute: String) -> HTMLNameID {
        guard let id = HTMLNameTable.standard.find(attribute.utf8.span) else { preconditionFailure("\(attribute) is no known name") }
        return id
    }
}
