extension HTMLTreeBuilder {
    /// Inserts a formatting element and adds it to the list of active formatting elements.
    mutating func insertFormatting(_ token: HTMLStartTag) {
        insert(token)
        guard let current = stack.last else { return }
        pushFormatting(current.node, tag: token.tag)
    }

    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements>
    private mutating func pushFormatting(_ node: Int32, tag: HTMLTag) {
        let entry = HTMLFormattingElements.Entry(node: node, tag: tag, hash: attributeHash(of: node))
        // The "Noah's Ark clause": at most three equal elements.
        var same = 0
        var earliest = 0
        var index = formatting.entries.count
        while index > 0 {
            index -= 1
            let other = formatting.entries[index]
            if other.isMarker { break }
            if other.hash == entry.hash, other.tag == tag, hasSameAttributes(other.node, node) {
                same += 1
                earliest = index
            }
        }
        if same >= 3 { formatting.remove(at: earliest) }
        formatting.append(entry)
    }

    /// Returns a hash that does not depend on the order of the attributes.
    private func attributeHash(of node: Int32) -> UInt32 {
        var hash: UInt32 = 0
        for index in document.attributeIndices(of: document.nodes[Int(node)]) {
            let attribute = document.attributeRecords[index]
            let value = HTMLNameTable.hash(document.bytes.span.extracting(attribute.range))
            hash &+= (value ^ UInt32(bitPattern: attribute.name)) &* 0x9E37_79B1
        }
        return hash
    }

    private func hasSameAttributes(_ one: Int32, _ other: Int32) -> Bool {
        let (first, second) = (document.nodes[Int(one)], document.nodes[Int(other)])
        if first.second == second.second { return true }
        let (left, right) = (document.attributeIndices(of: first), document.attributeIndices(of: second))
        // Limits the cost of comparing all pairs of attributes.
        if left.count != right.count || left.count > 32 { return false }
        return left.allSatisfy { index in
            let attribute = document.attributeRecords[index]
            guard let match = right.first(where: { document.attributeRecords[$0].name == attribute.name }) else { return false }
            return document.bytes[attribute.range] == document.bytes[document.attributeRecords[match].range]
        }
    }

    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements>
    @inline(__always)
    mutating func reconstructFormatting() {
        guard let last = formatting.last, !last.isMarker, !isOpen(last.node) else { return }
        reconstructMissing()
    }

    private mutating func reconstructMissing() {
        var index = formatting.entries.count - 1
        while index > 0, !formatting.entries[index - 1].isMarker, !isOpen(formatting.entries[index - 1].node) { index -= 1 }
        let missing = formatting.entries.count - index
        guard reconstructed + missing <= Self.maximumReconstructed + 4 * startTags else {
            formatting.removeEntriesAfterLastMarker()
            return
        }
        reconstructed += missing
        while index < formatting.entries.count {
            let entry = formatting.entries[index]
            let record = document.nodes[Int(entry.node)]
            insert(HTMLStartTag(tag: entry.tag, name: record.nameID, attributes: record.second))
            if let current = stack.last { formatting.replace(at: index, with: current.node) }
            index += 1
        }
    }

    @inline(__always)
    func isOpen(_ node: Int32) -> Bool {
        node >= 0 && document.nodes[Int(node)].flags.contains(.open)
    }
}

extension HTMLTreeBuilder {
    /// Runs the adoption agency algorithm, which closes a formatting element that is not the innermost open element.
    ///
    /// `maximumDepth` limits every loop over the stack, so that the cost of one end tag is bounded except for the children that it moves.
    /// These become children of one new element, so that the next end tag moves only that element.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm>
    mutating func runAdoptionAgency(_ token: HTMLEndTag) {
        let subject = token.tag
        if let current = stack.last, current.tag == subject, formatting.index(of: current.node) == nil {
            popElement()
            return
        }
        for _ in 0..<8 {
            guard let formattingIndex = formatting.lastIndex(of: subject) else { return anyOtherEndTag(token) }
            let formattingNode = formatting.entries[formattingIndex].node
            guard isOpen(formattingNode), let position = stack.index(of: formattingNode) else {
                formatting.remove(at: formattingIndex)
                return
            }
            guard stack.isInScope({ $0.node == formattingNode }) else { return }
            guard let furthest = stack.entries[(position + 1)...].firstIndex(where: { $0.traits.contains(.special) }) else {
                while let element = popElement(), element.node != formattingNode {}
                formatting.remove(at: formattingIndex)
                return
            }
            adopt(formattingNode, at: position, furthestAt: furthest)
        }
    }

    /// Runs the steps 9 to 19 of the outer loop.
    private mutating func adopt(_ formattingNode: Int32, at position: Int, furthestAt furthest: Int) {
        let furthestBlock = stack.entries[furthest]
        let ancestor = stack.entries[position - 1]
        var bookmark = formatting.index(of: formattingNode) ?? 0
        let lastNode = rebuildBetween(position, furthest, bookmark: &bookmark)
        document.remove(HTMLNode(index: lastNode))
        place(lastNode, at: insertionLocation(in: ancestor))
        let clone = cloneFormatting(formattingNode)
        moveChildren(of: target(of: furthestBlock), to: clone.node)
        document.link(HTMLNode(index: clone.node), asLastChildOf: HTMLNode(index: target(of: furthestBlock)))
        // In the list of active formatting elements the clone goes to the bookmark and replaces the old element.
        if let index = formatting.index(of: formattingNode) {
            var entry = formatting.entries[index]
            entry.node = clone.node
            formatting.remove(at: index)
            formatting.insert(entry, at: index < bookmark ? bookmark - 1 : bookmark)
        }
        // On the stack the clone goes right below the furthest block, and the old element is removed.
        removeFromStack(formattingNode)
        if let index = stack.index(of: furthestBlock.node) {
            stack.insert(clone, at: index + 1)
            document.nodes[Int(clone.node)].flags.insert(.open)
        }
    }

    /// Runs the inner loop: clones the formatting elements between the formatting element and the furthest block, nests them, and puts the
    /// furthest block into the innermost one. Removes all other elements in between from the stack.
    ///
    /// - Returns: The outermost clone, or the furthest block if there is none.
    private mutating func rebuildBetween(_ position: Int, _ furthest: Int, bookmark: inout Int) -> Int32 {
        let furthestNode = stack.entries[furthest].node
        var lastNode = furthestNode
        var index = furthest - 1
        var counter = 0
        while index > position {
            counter += 1
            let node = stack.entries[index].node
            var listIndex = formatting.index(of: node)
            if counter > 3, let found = listIndex {
                formatting.remove(at: found)
                if found < bookmark { bookmark -= 1 }
                listIndex = nil
            }
            guard let listIndex else {
                removeFromStack(node)
                index -= 1
                continue
            }
            let clone = cloneFormatting(node)
            formatting.replace(at: listIndex, with: clone.node)
            stack.replace(at: index, with: clone)
            document.nodes[Int(node)].flags.remove(.open)
            document.nodes[Int(clone.node)].flags.insert(.open)
            if lastNode == furthestNode { bookmark = listIndex + 1 }
            document.remove(HTMLNode(index: lastNode))
            document.link(HTMLNode(index: lastNode), asLastChildOf: HTMLNode(index: clone.node))
            lastNode = clone.node
            index -= 1
        }
        return lastNode
    }

    /// Returns a new element with the name and the attributes of another. It has no parent yet.
    private mutating func cloneFormatting(_ node: Int32) -> HTMLOpenElement {
        let record = document.nodes[Int(node)]
        let clone = document.add(HTMLNodeRecord(record.tag, .html, name: record.nameID, attributes: record.second))
        return HTMLOpenElement(node: clone.index, tag: record.tag, namespace: .html)
    }

    private mutating func moveChildren(of parent: Int32, to newParent: Int32) {
        let record = document.nodes[Int(parent)]
        var child = record.firstChild
        while child >= 0 {
            document.nodes[Int(child)].parent = newParent
            child = document.nodes[Int(child)].next
        }
        document.nodes[Int(newParent)].firstChild = record.firstChild
        document.nodes[Int(newParent)].lastChild = record.lastChild
        document.nodes[Int(parent)].firstChild = -1
        document.nodes[Int(parent)].lastChild = -1
    }
}
