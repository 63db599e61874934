/// Attributes by the number of their name, for readers that ask every element for the same ones. Also copies without some attributes.
extension HTMLDocument {
    /// Reads the attributes of an element that have one of some names.
    ///
    /// - Parameters:
    ///   - names: Names of this document.
    ///   - ranges: Receives the range of each value in `textBytes`, or nil, in the order of the names. Unchanged if the element has no attributes.
    /// - Returns: Whether the node is an element with attributes.
    package func readAttributes(_ names: HTMLAttributeNameIDs, of node: HTMLNode, into ranges: inout [Range<Int>?]) -> Bool {
        let record = record(node)
        guard record.kind == .element, record.second != HTMLNodeRecord.noAttributes else { return false }
        for place in ranges.indices { ranges[place] = nil }
        var index = Int(record.second)
        while true {
            let attribute = attributeRecords[index]
            if let place = names.numbers.firstIndex(of: attribute.name) { ranges[place] = attribute.range }
            if attribute.isLast { return true }
            index += 1
        }
    }

    /// The elements of HTML with one of some tags or with an attribute, in the order of their start tags. Faster than a walk.
    ///
    /// - Parameters:
    ///   - tags: The tags.
    ///   - attribute: The name of the attribute; lower case.
    package func elements(tags: [HTMLTag], orWith attribute: String) -> [HTMLNode] {
        var isWanted = [Bool](repeating: false, count: Int(UInt8.max) + 1)
        for tag in tags { isWanted[Int(tag.rawValue)] = true }
        let name = names.find(attribute.utf8.span)
        var elements: [HTMLNode] = []
        for index in nodes.indices {
            let record = nodes[index]
            guard record.kind == .element, record.namespace == .html, record.parent >= 0 else { continue }
            if isWanted[Int(record.tag.rawValue)] {
                elements.append(HTMLNode(index: Int32(truncatingIfNeeded: index)))
            } else if let name, attributeIndex(name, of: record) != nil {
                elements.append(HTMLNode(index: Int32(truncatingIfNeeded: index)))
            }
        }
        return elements
    }

    /// Copies a node of another document without its descendants. The copy has no parent yet.
    ///
    /// - Parameters:
    ///   - node: An element, a text or a comment.
    ///   - other: The document of the node.
    ///   - isKept: Whether an attribute with this name is copied.
    package mutating func copyAlone(_ node: HTMLNode, from other: HTMLDocument, isKept: (HTMLAttributeNameID) -> Bool) -> HTMLNode {
        let record = other.record(node)
        guard record.kind == .element else {
            let range = append(other.bytes[other.textRange(of: node)].span)
            return add(HTMLNodeRecord(record.kind == .comment ? .comment : .text, start: range.lowerBound, count: range.count))
        }
        var block: [HTMLAttributeRecord] = []
        for index in other.attributeIndices(of: record) {
            let attribute = other.attributeRecords[index]
            guard isKept(HTMLAttributeNameID(number: attribute.name)) else { continue }
            let range = append(other.bytes[attribute.range].span)
            block.append(
                HTMLAttributeRecord(name: copyName(attribute.name, from: other), start: range.lowerBound, count: range.count, isLast: false)
            )
        }
        return add(element: record.tag, record.namespace, name: copyName(record.nameID, from: other), attributes: append(block))
    }

    private mutating func copyName(_ id: HTMLNameID, from other: HTMLDocument) -> HTMLNameID {
        if Int(id) < HTMLNameTable.standard.count { return id }
        var name: [UInt8] = []
        other.names.append(id, to: &name)
        return names.add(name.span)
    }

    /// The name of an attribute with this number.
    package func name(of number: HTMLAttributeNameID) -> String { names.string(number.number) }
}

/// The numbers of some attributes' names in a document and its copies.
package struct HTMLAttributeNameIDs: Sendable {
    let numbers: [HTMLNameID]

    /// - Parameters:
    ///   - names: The names; lower case for HTML elements.
    ///   - document: The document.
    package init(_ names: [String], in document: HTMLDocument) {
        // Number 0 is the empty name, which no attribute has.
        numbers = names.map { document.names.find($0.utf8.span) ?? 0 }
    }
}

/// The number of an attribute's name in a document and its copies.
package struct HTMLAttributeNameID: Hashable, Sendable {
    let number: HTMLNameID
}
