/// Writes nodes as HTML. Uses an explicit stack, and copies names, values and text as bytes.
struct HTMLSerializer {
    private enum PendingWrite {
        /// Writes a node and the siblings after it.
        case siblings(Int32)
        case endTag(HTMLNameID)
    }

    private let document: HTMLDocument
    private var steps: [PendingWrite] = []
    private(set) var output: [UInt8] = []

    init(document: HTMLDocument) {
        self.document = document
    }

    /// Writes a node with its own tags.
    mutating func write(_ node: HTMLNode) {
        begin(node.index)
        finish()
    }

    /// Writes the children of a node.
    mutating func write(childrenOf node: HTMLNode) {
        enter(node.index)
        finish()
    }

    private mutating func finish() {
        while let step = steps.popLast() {
            switch step {
            case .endTag(let name):
                output.append(UInt8(ascii: "<"))
                output.append(UInt8(ascii: "/"))
                document.names.append(name, to: &output)
                output.append(UInt8(ascii: ">"))
            case .siblings(let node):
                let next = document.nodes[Int(node)].next
                if next >= 0 { steps.append(.siblings(next)) }
                begin(node)
            }
        }
    }

    /// Schedules the children of a node; for a template, those of its content.
    private mutating func enter(_ node: Int32) {
        let record = document.nodes[Int(node)]
        let parent = record.tag == .template ? document.templateContent(of: HTMLNode(index: node))?.index ?? node : node
        let first = document.nodes[Int(parent)].firstChild
        if first >= 0 { steps.append(.siblings(first)) }
    }

    private mutating func begin(_ node: Int32) {
        let record = document.nodes[Int(node)]
        switch record.kind {
        case .element:
            writeStartTag(record)
            if record.namespace == .html, record.tag.isVoid { return }
            steps.append(.endTag(record.nameID))
            enter(node)
        case .text: writeText(record)
        case .comment:
            output.append(contentsOf: "<!--".utf8)
            output.append(contentsOf: document.bytes[record.dataRange])
            output.append(contentsOf: "-->".utf8)
        case .documentType:
            output.append(contentsOf: "<!DOCTYPE ".utf8)
            output.append(contentsOf: document.bytes[document.attributeRecords[Int(record.first)].range])
            output.append(UInt8(ascii: ">"))
        case .document, .templateContent: enter(node)
        }
    }

    private mutating func writeStartTag(_ record: HTMLNodeRecord) {
        output.append(UInt8(ascii: "<"))
        document.names.append(record.nameID, to: &output)
        for index in document.attributeIndices(of: record) {
            let attribute = document.attributeRecords[index]
            output.append(0x20)
            document.names.append(attribute.name, to: &output)
            output.append(UInt8(ascii: "="))
            output.append(UInt8(ascii: "\""))
            output.append(escaped: attribute.range, of: document.bytes, inAttribute: true)
            output.append(UInt8(ascii: "\""))
        }
        output.append(UInt8(ascii: ">"))
    }

    private mutating func writeText(_ record: HTMLNodeRecord) {
        let parent = record.parent >= 0 ? document.nodes[Int(record.parent)] : nil
        if let parent, parent.kind == .element, parent.namespace == .html, parent.tag.isRawText {
            output.append(contentsOf: document.bytes[record.dataRange])
        } else {
            output.append(escaped: record.dataRange, of: document.bytes, inAttribute: false)
        }
    }
}

extension [UInt8] {
    /// [Escapes a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString). A no-break space (U+00A0) is C2 A0 in UTF-8.
    mutating func append(escaped range: Range<Int>, of source: [UInt8], inAttribute: Bool) {
        let bytes = source.span.extracting(range)
        var plain = 0
        var index = 0
        while true {
            index =
                inAttribute
                ? Self.nextSpecial(from: index, in: bytes) : HTMLParsing.firstIndex(of: 0x26, 0x3C, 0x3E, 0xA0, from: index, in: bytes)
            if index == bytes.count { break }
            let reference: StaticString
            var end = index
            switch bytes[index] {
            case UInt8(ascii: "&"): reference = "&amp;"
            case UInt8(ascii: "<"): reference = "&lt;"
            case UInt8(ascii: ">"): reference = "&gt;"
            case UInt8(ascii: "\""): reference = "&quot;"
            case _ where index > 0 && bytes[index - 1] == 0xC2:
                reference = "&nbsp;"
                end -= 1
            default:
                index += 1
                continue
            }
            append(span: bytes.extracting(plain..<end))
            append(reference)
            index += 1
            plain = index
        }
        append(span: bytes.extracting(plain..<bytes.count))
    }

    private static func nextSpecial(from start: Int, in bytes: Span<UInt8>) -> Int {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case 0x22, 0x26, 0x3C, 0x3E, 0xA0: return index
            default: index += 1
            }
        }
        return index
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }
}

extension HTMLDocument {
    /// Returns the HTML of a node with its own tags; without a node, of the whole document.
    ///
    /// Works without recursion, at any depth.
    ///
    /// - SeeAlso: [HTML 13.3, Serializing HTML fragments](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments)
    public func serialized(_ node: HTMLNode? = nil) -> String {
        let start = node ?? root
        guard kind(of: start) != .document else { return serializedChildren(of: start) }
        var serializer = HTMLSerializer(document: self)
        serializer.write(start)
        return String(decoding: serializer.output, as: UTF8.self)
    }

    /// Returns the HTML of the whole document in UTF-8, for callers that write it.
    package func serializedBytes() -> [UInt8] { serializedBytes(childrenOf: root) }

    /// Returns the HTML of a node's content, as `innerHTML` does.
    public func serializedChildren(of node: HTMLNode) -> String { String(decoding: serializedBytes(childrenOf: node), as: UTF8.self) }

    /// Returns the HTML of a node's content in UTF-8, for callers that parse it again.
    func serializedBytes(childrenOf node: HTMLNode) -> [UInt8] {
        var serializer = HTMLSerializer(document: self)
        serializer.write(childrenOf: node)
        return serializer.output
    }
}

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
