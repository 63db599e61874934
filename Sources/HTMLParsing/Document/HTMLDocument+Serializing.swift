extension HTMLDocument {
    /// The HTML of a node with its own tags; without a node, of the whole document.
    ///
    /// Works without recursion, whatever the depth.
    ///
    /// - SeeAlso: [HTML 13.3, Serializing HTML fragments](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments)
    public func serialized(_ node: HTMLNode? = nil) -> String {
        let start = node ?? root
        guard kind(of: start) != .document else { return serializedChildren(of: start) }
        var writer = HTMLSerializer()
        writer.write(start, of: self)
        return writer.string
    }

    /// The HTML of what a node contains, as `innerHTML` gives it.
    public func serializedChildren(of node: HTMLNode) -> String {
        var writer = HTMLSerializer()
        let parent = tag(of: node) == .template ? templateContent(of: node) ?? node : node
        for child in children(of: parent) { writer.write(child, of: self) }
        return writer.string
    }
}

/// Writes nodes as HTML, with a stack of its own.
private struct HTMLSerializer {
    private enum Step {
        case open(HTMLNode)
        case close(String)
    }

    private var bytes: [UInt8] = []

    var string: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ node: HTMLNode, of document: HTMLDocument) {
        var steps: [Step] = [.open(node)]
        while let step = steps.popLast() {
            switch step {
            case .close(let name): append("</\(name)>")
            case .open(let node):
                switch document.kind(of: node) {
                case .element: open(node, of: document, &steps)
                case .text: writeText(node, of: document)
                case .comment: append("<!--\(document.text(of: node))-->")
                case .documentType: append("<!DOCTYPE \(document.name(of: node))>")
                case .document, .templateContent: steps += document.children(of: node).map { .open($0) }.reversed()
                }
            }
        }
    }

    private mutating func open(_ node: HTMLNode, of document: HTMLDocument, _ steps: inout [Step]) {
        let name = document.name(of: node)
        append("<\(name)")
        for attribute in document.attributes(of: node) {
            append(" \(attribute.name)=\"")
            appendEscaped(attribute.value.utf8, inAttribute: true)
            append("\"")
        }
        append(">")
        let tag = document.tag(of: node)
        if document.namespace(of: node) == .html, Self.isVoid(tag) { return }
        steps.append(.close(name))
        let parent = tag == .template ? document.templateContent(of: node) ?? node : node
        var child = document.lastChild(of: parent)
        while let current = child {
            steps.append(.open(current))
            child = document.previousSibling(of: current)
        }
    }

    private mutating func writeText(_ node: HTMLNode, of document: HTMLDocument) {
        let text = document.textBytes[document.textRange(of: node)]
        let parent = document.parent(of: node)
        let isRaw = parent.map { document.namespace(of: $0) == .html && Self.isRawText(document.tag(of: $0)) } ?? false
        if isRaw { bytes += text } else { appendEscaped(text, inAttribute: false) }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// [Escaping a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString): a no-break space is U+00A0,
    /// in UTF-8 the bytes C2 A0.
    private mutating func appendEscaped(_ text: some Sequence<UInt8>, inAttribute: Bool) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\"") where inAttribute: append("&quot;")
            case 0xA0 where bytes.last == 0xC2:
                bytes.removeLast()
                append("&nbsp;")
            default: bytes.append(byte)
            }
        }
    }

    private static func isVoid(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen, .link, .meta, .param, .source,
            .track, .wbr:
            true
        default: false
        }
    }

    private static func isRawText(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext: true
        default: false
        }
    }
}
