extension HTMLTreeBuilder {
    /// The parent for children of the innermost open element: the element, or the content of a template.
    @inline(__always)
    var currentTarget: Int32 {
        guard let current = stack.last else { return 0 }
        return target(of: current)
    }

    @inline(__always)
    func target(of element: HTMLOpenElement) -> Int32 {
        element.tag == .template ? element.node &+ 1 : element.node
    }

    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node>
    @inline(__always)
    func insertionLocation() -> HTMLInsertionLocation {
        if isFosterParenting, currentTag.isTableStructure { return fosterParentLocation() }
        return HTMLInsertionLocation(parent: currentTarget)
    }

    func insertionLocation(in target: HTMLOpenElement) -> HTMLInsertionLocation {
        if isFosterParenting, target.tag.isTableStructure { return fosterParentLocation() }
        return HTMLInsertionLocation(parent: self.target(of: target))
    }

    /// The foster parent's insertion location: before the innermost table.
    private func fosterParentLocation() -> HTMLInsertionLocation {
        let template = stack.lastIndex(of: .template)
        guard let table = stack.lastIndex(of: .table), table > template ?? -1 else {
            return HTMLInsertionLocation(parent: template.map { target(of: stack.entries[$0]) } ?? stack.entries.first?.node ?? 0)
        }
        let node = stack.entries[table].node
        let parent = document.nodes[Int(node)].parent
        if parent >= 0 { return HTMLInsertionLocation(parent: parent, before: node) }
        return HTMLInsertionLocation(parent: table > 0 ? target(of: stack.entries[table - 1]) : 0)
    }

    mutating func place(_ node: Int32, at place: HTMLInsertionLocation) {
        if place.before >= 0 {
            document.link(HTMLNode(index: node), before: HTMLNode(index: place.before))
        } else {
            document.link(HTMLNode(index: node), asLastChildOf: HTMLNode(index: place.parent))
        }
    }

    /// Inserts an HTML element for a token and pushes it onto the stack.
    @inline(__always)
    mutating func insert(_ token: HTMLStartTag) {
        makeRoom()
        let node = add(token)
        place(node, at: insertionLocation())
        push(HTMLOpenElement(node: node, tag: token.tag, namespace: .html))
    }

    /// Inserts a void HTML element.
    mutating func insertVoid(_ token: HTMLStartTag) {
        place(add(token), at: insertionLocation())
        acknowledgeSelfClosing()
    }

    private mutating func add(_ token: HTMLStartTag) -> Int32 {
        document.add(element: token.tag, .html, name: token.name, attributes: token.attributes).index
    }

    /// Pushes an element onto the stack.
    @inline(__always)
    mutating func push(_ element: HTMLOpenElement) {
        stack.push(element)
        document.nodes[Int(element.node)].flags.insert(.open)
        if element.tag == .option || element.tag == .selectedcontent || element.tag == .select { didOpenInSelect(element) }
    }

    /// Pops the innermost element from the stack.
    @discardableResult
    @inline(__always)
    mutating func popElement() -> HTMLOpenElement? {
        guard let element = stack.pop() else { return nil }
        document.nodes[Int(element.node)].flags.remove(.open)
        if element.tag == .option { didCloseOption(element.node) }
        return element
    }

    /// Pops elements up to and including the innermost HTML element with this tag. The caller ensures that there is one.
    mutating func pop(through tag: HTMLTag) {
        while let element = popElement(), element.tag != tag {}
    }

    /// Pops the innermost element if the stack is full.
    @inline(__always)
    mutating func makeRoom() {
        if stack.count >= Self.maximumDepth { dropInnermost() }
    }

    private mutating func dropInnermost() {
        guard let element = popElement(), element.tag == .template else { return }
        formatting.clearToLastMarker()
        templateModes.removeLast(min(1, templateModes.count))
    }

    /// Inserts text at the appropriate place. Appends it to a text node right before that place.
    @inline(__always)
    mutating func insertText(_ range: Range<Int>, in bytes: Span<UInt8>) {
        let place = insertionLocation()
        let previous =
            place.before >= 0 ? document.nodes[Int(place.before)].previous : document.nodes[Int(place.parent)].lastChild
        if previous >= 0, document.nodes[Int(previous)].kind == .text {
            extend(previous, with: bytes.extracting(range))
            return
        }
        let data = document.append(bytes.extracting(range))
        let text = document.add(HTMLNodeRecord(.text, start: data.lowerBound, count: data.count))
        self.place(text.index, at: place)
    }

    /// Appends to a text node. Text that is not at the end of the buffer moves there with reserved room for as many bytes again, so that
    /// many small pieces take linear time.
    private mutating func extend(_ text: Int32, with bytes: Span<UInt8>) {
        let old = document.nodes[Int(text)].dataRange
        let count = UInt32(truncatingIfNeeded: old.count + bytes.count)
        if old.upperBound == document.bytes.count {
            guard !document.append(bytes).isEmpty else { return }
        } else if let end = reservedEnds[text], old.upperBound + bytes.count <= end {
            for offset in bytes.indices { document.bytes[old.upperBound + offset] = bytes[offset] }
        } else {
            let start = document.bytes.count
            let room = Int(count) * 2
            guard start + room < HTMLDocument.maximumBytes else { return }
            document.bytes.append(contentsOf: document.bytes[old])
            document.bytes.append(span: bytes)
            document.bytes.append(contentsOf: repeatElement(0, count: start + room - document.bytes.count))
            reservedEnds[text] = start + room
            document.nodes[Int(text)].first = UInt32(truncatingIfNeeded: start)
        }
        document.nodes[Int(text)].second = count
    }
}

extension HTMLDocument {
    /// Copies a token's attributes into the document.
    ///
    /// - Returns: The index of the first attribute, or `HTMLNodeRecord.noAttributes`.
    @inline(__always)
    mutating func append(_ attributes: [HTMLTokenAttribute], source: Span<UInt8>, decoded: Span<UInt8>) -> UInt32 {
        if attributes.isEmpty { return HTMLNodeRecord.noAttributes }
        let first = UInt32(truncatingIfNeeded: attributeRecords.count)
        for attribute in attributes {
            let value = attribute.isDecoded ? decoded.extracting(attribute.range) : source.extracting(attribute.range)
            let range = append(value)
            attributeRecords.append(
                HTMLAttributeRecord(name: attribute.name, start: range.lowerBound, count: range.count, isLast: false))
        }
        attributeRecords[attributeRecords.count &- 1].isLast = true
        return first
    }
}

/// A place in the tree for a new node: after the last child of `parent`, or before one of its children.
struct HTMLInsertionLocation {
    var parent: Int32
    /// The next sibling of the new node; -1 to append it.
    var before: Int32 = -1
}

extension HTMLDocument {
    /// Appends copies of a node's descendants to another node of the same document. The copies share text and attributes.
    mutating func copyChildren(of source: HTMLNode, to target: HTMLNode) {
        let nodes = Array(descendants(of: source))
        var copies: [HTMLNode: HTMLNode] = [source: target]
        for node in nodes {
            guard let parent = parent(of: node), let parentCopy = copies[parent] else { continue }
            var record = record(node).detached
            record.flags.remove(.open)
            let copy = add(record)
            copies[node] = copy
            link(copy, asLastChildOf: parentCopy)
            if templateContent(of: node) != nil { _ = add(HTMLNodeRecord(.templateContent)) }
        }
    }
}

/// The attributes of `html` or `body`, including those that later tags of that name add.
///
/// They are collected until the end of the input, because copying all attributes for each such tag would take quadratic time.
struct HTMLAddedAttributes {
    private(set) var attributes: [HTMLAttributeRecord]
    private var names: Set<HTMLNameID>
    private(set) var hasGrown = false

    init(_ known: [HTMLAttributeRecord]) {
        attributes = known
        names = Set(known.map(\.name))
    }

    /// Adds the attributes with new names.
    mutating func add(_ offered: [HTMLAttributeRecord]) {
        for attribute in offered where names.insert(attribute.name).inserted {
            attributes.append(attribute)
            hasGrown = true
        }
    }
}
