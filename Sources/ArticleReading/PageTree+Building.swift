internal import HTMLParsing

extension PageTree {
    /// - Parameters:
    ///   - document: The page, with the addresses of lazy images.
    ///   - root: The element to read.
    ///   - keeps: The optional parts that stay beside the text.
    init(_ document: HTMLDocument, root: HTMLNode, keeps: ArticleParts) {
        self.document = document
        bytes = document.textBytes
        var builder = PageTreeBuilder(document: document, bytes: bytes, unwanted: keeps.contains(.comments) ? .other : [.other, .comments])
        document.walk(root, &builder)
        nodes = builder.nodes
        var title = count
        for index in (0..<count).reversed() {
            finish(index)
            if self[index].tag == .h1 { title = index }
            // Comments have no title: a page may say in a class of the whole text that it has comments.
            if title >= self[index].end, isNamedByComments(index) { self[index].traits.insert(.isInComments) }
        }
        for index in nodes.indices.dropFirst() { inherit(Int32(truncatingIfNeeded: index)) }
    }

    private func isNamedByComments(_ index: Int32) -> Bool {
        let node = self[index]
        return node.words.contains(.comments) && node.tag != .body && !node.traits.contains(.isMarkedBody)
    }

    /// Sets the traits that depend on the ancestors of a node.
    private mutating func inherit(_ index: Int32) {
        let node = self[index]
        let parent = self[node.parent]
        if !parent.traits.isDisjoint(with: [.isDataTable, .isInDataTable]) { self[index].traits.insert(.isInDataTable) }
        if parent.traits.contains(.isInComments) { self[index].traits.insert(.isInComments) }
        if node.traits.contains(.isText) { return }
        let isInLine = node.traits.contains(.isPhrasing) && !parent.traits.isDisjoint(with: [.hasText, .isInLine])
        if isInLine { self[index].traits.insert(.isInLine) }
        let isLabel = node.tag == .button && parent.tag.isHeading && node.parent + 1 == index && node.end == parent.end
        let isSource = parent.tag == .blockquote && (node.tag == .footer || node.tag == .cite)
        if isLabel || isSource { self[index].traits.insert(.isPartOfBlock) }
    }

    /// Sets the traits that depend on the descendants of a node.
    private mutating func finish(_ index: Int32) {
        let tag = self[index].tag
        switch tag {
        case .table: if isDataTable(index) { self[index].traits.insert(.isDataTable) }
        case .a, .del, .ins:
            if allChildren(of: index, { $0.traits.contains(.isPhrasing) }) { self[index].traits.insert(.isPhrasing) }
        case .div, .p, .td, .section, .article, .body: if hasBreaks(index) { self[index].traits.insert(.hasBreaks) }
        default: break
        }
    }

    private func hasBreaks(_ index: Int32) -> Bool {
        var breaks = 0
        var isFound = false
        forEachChild(of: index) { child in
            breaks = self[child].tag == .br ? breaks + 1 : 0
            if breaks > 1 { isFound = true }
        }
        return isFound
    }

    /// Tables with at least this many rows, more than this many columns, or more than this many cells have data.
    private static let manyRows = 10, manyColumns = 4, manyCells = 10

    /// Whether a table has data, and is not there for the layout of a page alone. Its own cells are looked at, not those of tables in it.
    private func isDataTable(_ table: Int32) -> Bool {
        let node = self[table].node
        if let role = document.attributeRange("role", of: node), bytes.matches("presentation", role) { return false }
        if let mark = document.attributeRange("datatable", of: node), bytes.matches("0", mark) { return false }
        if document.attributeRange("summary", of: node)?.isEmpty == false { return true }
        var (rows, columns, hasTable) = (0, 0, false)
        var index = table + 1
        while index < self[table].end {
            switch self[index].tag {
            case .caption: if self[index].end > index + 1 { return true }
            case .th, .thead, .tfoot: return true
            case .table:
                hasTable = true
                index = self[index].end
                continue
            case .tr:
                rows += 1
                var cells = 0
                forEachChild(of: index) { if self[$0].tag == .td { cells += 1 } }
                columns = max(columns, cells)
            case .td:
                // Cells are counted with their rows.
                break
            default: break
            }
            index += 1
        }
        if hasTable || rows <= 1 || columns <= 1 { return false }
        return rows >= Self.manyRows || columns > Self.manyColumns || rows * columns > Self.manyCells
    }
}

/// Collects the nodes of a page in a walk.
private struct PageTreeBuilder: HTMLVisitor {
    let document: HTMLDocument
    let bytes: [UInt8]
    private let names: HTMLAttributeNameIDs
    private let unwanted: PageWords
    private let matcher = PageWords.matcher
    var nodes: [PageTree.Node] = []
    private var open: Int32 = -1
    /// Whether white space stands in front of the next word.
    private var isSpaceOpen = false

    /// The attributes that every element is asked for, in the order of ``Attribute``.
    private static let attributes = [
        "class", "id", "role", "itemprop", "rel", "href", "hidden", "aria-hidden", "aria-modal", "style",
    ]

    private enum Attribute: Int {
        case className, id, role, property, relation, address, hidden, ariaHidden, ariaModal, style
    }

    /// The values of the current element.
    private var values = [Range<Int>?](repeating: nil, count: attributes.count)

    private func value(_ attribute: Attribute) -> Range<Int>? { values[attribute.rawValue] }

    /// - Parameter unwanted: The words in class or identifier that speak against an element.
    init(document: HTMLDocument, bytes: [UInt8], unwanted: PageWords) {
        self.unwanted = unwanted
        self.document = document
        self.bytes = bytes
        nodes.reserveCapacity(document.nodeCount)
        names = HTMLAttributeNameIDs(Self.attributes, in: document)
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        switch document.kind(of: node) {
        case .text:
            addText(node)
            return false
        case .element:
            let tag = document.namespace(of: node) == .html ? document.tag(of: node) : .other
            let hasAttributes = document.readAttributes(names, of: node, into: &values)
            guard open < 0 || isShown(node, tag, hasAttributes) else { return false }
            add(node, tag, hasAttributes)
            return true
        case .document where open < 0:
            // A fragment has no body.
            add(node, .body, false)
            return true
        default: return false
        }
    }

    mutating func leave(_ node: HTMLNode) {
        guard open >= 0, nodes[Int(open)].node == node else { return }
        nodes[Int(open)].end = Int32(truncatingIfNeeded: nodes.count)
        open = nodes[Int(open)].parent
    }

    private mutating func addText(_ node: HTMLNode) {
        guard open >= 0 else { return }
        let text = measured(document.textRange(of: node))
        isSpaceOpen = text.isSpaceOpen
        guard text.characters > 0 else { return }
        // A dot or a bar between links is no line of words.
        if text.characters > 2 { nodes[Int(open)].traits.insert(.hasText) }
        let index = Int32(truncatingIfNeeded: nodes.count)
        var entry = PageTree.Node(node: node, tag: .other, parent: open, end: index + 1, traits: [.isText, .isPhrasing])
        (entry.characters, entry.commas) = (text.characters, text.commas)
        nodes.append(entry)
    }

    /// The characters and commas of a text, and whether white space is at its end.
    private func measured(_ range: Range<Int>) -> (characters: Int32, commas: Int32, isSpaceOpen: Bool) {
        var (characters, commas, isSpaceOpen) = (Int32(0), Int32(0), isSpaceOpen)
        let text = bytes.span.extracting(range)
        for place in text.indices {
            let byte = text[place]
            if byte.isFoldedSpace {
                isSpaceOpen = true
                continue
            }
            if byte & 0xC0 == 0x80 { continue }
            characters &+= isSpaceOpen ? 2 : 1
            isSpaceOpen = false
            if byte == UInt8(ascii: ",") || byte >= 0xD8 && isComma(at: range.lowerBound + place) { commas &+= 1 }
        }
        return (characters, commas, isSpaceOpen)
    }

    /// Whether a character of several bytes is the comma of another script: Arabic, Chinese and Japanese ones.
    private func isComma(at index: Int) -> Bool {
        switch bytes[index] {
        case 0xD8: index + 1 < bytes.count && bytes[index + 1] == 0x8C
        case 0xE3: index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x81
        case 0xEF:
            index + 2 < bytes.count
                && (bytes[index + 1] == 0xBC && bytes[index + 2] == 0x8C || bytes[index + 1] == 0xB8 && bytes[index + 2] == 0x90
                    || bytes[index + 1] == 0xB9 && bytes[index + 2] == 0x90)
        default: false
        }
    }

    private mutating func add(_ node: HTMLNode, _ tag: HTMLTag, _ hasAttributes: Bool) {
        let index = Int32(truncatingIfNeeded: nodes.count)
        var element = PageTree.Node(node: node, tag: tag, parent: open, end: index + 1)
        if open >= 0 {
            let parent = nodes[Int(open)]
            func distance(_ isHere: Bool, _ above: UInt8) -> UInt8 { isHere ? 1 : above < .max ? above + 1 : above }
            element.table = distance(parent.tag == .table, parent.table)
            element.figure = distance(parent.tag == .figure, parent.figure)
            element.code = distance(parent.tag == .code || parent.tag == .pre, parent.code)
        }
        if tag.isPhrasing && ![.a, .del, .ins].contains(tag) || [.br, .img, .button, .input].contains(tag) {
            element.traits.insert(.isPhrasing)
        }
        if hasAttributes {
            readWords(.className, into: &element)
            readAnchor(into: &element)
            readAttributes(of: node, tag, into: &element)
        }
        nodes.append(element)
        open = index
    }

    /// Reads the identifier. That of a heading, paragraph, item or table is an anchor for links, which repeats words of the text.
    private func readAnchor(into element: inout PageTree.Node) {
        if element.tag.isHeading { return }
        switch element.tag {
        case .p, .li, .dt, .dd, .table, .tr, .td, .th:
            var anchor = element
            readWords(.id, into: &anchor)
            element.words.formUnion(anchor.words.intersection([.byline, .date, .notes]))
        default: readWords(.id, into: &element)
        }
    }

    private func readWords(_ attribute: Attribute, into element: inout PageTree.Node) {
        guard let range = value(attribute), !range.isEmpty else { return }
        var words: PageWords = []
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, !bytes[end].isFoldedSpace { end += 1 }
            // Classes of blogs such as category-news name a topic, and say nothing about the element.
            let name = start..<end
            if !bytes.begins(with: "category-", name), !bytes.begins(with: "tag-", name) {
                words.formUnion(matcher.groups(in: bytes, name))
            }
            start = end + 1
        }
        element.words.formUnion(words)
        if words.contains(.text) { element.weight += PageTree.weightOfWord }
        if !words.isDisjoint(with: unwanted) { element.weight -= PageTree.weightOfWord }
    }

    private func readAttributes(of node: HTMLNode, _ tag: HTMLTag, into element: inout PageTree.Node) {
        if let role = value(.role) {
            if PageTree.otherRoles.contains(where: { bytes.matches($0, role) }) { element.traits.insert(.hasOtherRole) }
            if bytes.matches("doc-endnotes", role) || bytes.matches("doc-footnote", role) { element.traits.insert(.isNotes) }
        }
        if let property = value(.property), bytes.matches("articlebody", property) { element.traits.insert(.isMarkedBody) }
        if tag == .a, value(.relation) != nil { element.traits.insert(.hasRelation) }
        if element.words.contains(.notes) { element.traits.insert(.isNotes) }
        switch tag {
        case .a:
            if let address = value(.address), address.count > 1,
                bytes[address.lowerBound] == UInt8(ascii: "#")
            {
                element.traits.insert(.isInnerLink)
            }
        case .iframe, .embed, .object, .video, .audio:
            if tag == .video || tag == .audio || hasFilm(node) { element.traits.insert(.isFilm) }
        default: break
        }
    }

    /// Whether the address of a frame or an object is that of a film.
    private func hasFilm(_ node: HTMLNode) -> Bool {
        ["src", "data"].contains { name in
            document.attributeRange(name, of: node).map { PageWords.films.groups(in: bytes, $0).contains(.film) } == true
        }
    }

    /// Whether readers see an element. Scripts, styles and the like are no content.
    private func isShown(_ node: HTMLNode, _ tag: HTMLTag, _ hasAttributes: Bool) -> Bool {
        switch tag {
        case .script, .style, .noscript, .template, .head, .title, .meta, .link, .base, .noembed, .noframes, .datalist: return false
        default: break
        }
        if !hasAttributes { return true }
        if value(.hidden) != nil { return false }
        if let hidden = value(.ariaHidden), bytes.matches("true", hidden), !isFallback(node) {
            return false
        }
        if let modal = value(.ariaModal), bytes.matches("true", modal) { return false }
        guard let style = value(.style), !style.isEmpty else { return true }
        if let display = bytes.declaration("display", in: style), bytes.begins(with: "none", bytes.trimmed(display)) { return false }
        if let visibility = bytes.declaration("visibility", in: style), bytes.begins(with: "hidden", bytes.trimmed(visibility)) {
            return false
        }
        return true
    }

    /// Whether an element that is hidden from screen readers holds content: pictures of formulas are.
    private func isFallback(_ node: HTMLNode) -> Bool {
        document.attribute("class", of: node)?.contains("fallback-image") == true
    }
}

extension HTMLTag {
    /// Whether an element is a heading.
    fileprivate var isHeading: Bool { [.h1, .h2, .h3, .h4, .h5, .h6].contains(self) }
}

extension PageTree {
    /// The points that a word of ``PageWords`` adds to the weight of an element, or takes from it.
    static let weightOfWord: Int16 = 25

    /// The roles of ARIA that are no text.
    fileprivate static let otherRoles: [StaticString] = [
        "menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog", "search", "banner", "contentinfo",
    ]
}
