extension HTMLTreeBuilder {
    /// The adoption agency algorithm, which closes a formatting element that other elements have come between.
    ///
    /// Every loop over the stack is bounded by `maximumDepth`, so one end tag has a bounded cost but for the children that it moves; and those
    /// become the children of one new element, so that the next end tag moves that one alone.
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

    /// Steps 9 to 19 of the outer loop.
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
        // The list: the new element at the bookmark, the old one away.
        if let index = formatting.index(of: formattingNode) {
            var entry = formatting.entries[index]
            entry.node = clone.node
            formatting.remove(at: index)
            formatting.insert(entry, at: index < bookmark ? bookmark - 1 : bookmark)
        }
        // The stack: the old element away, the new one right below the furthest block.
        removeFromStack(formattingNode)
        if let index = stack.index(of: furthestBlock.node) {
            stack.insert(clone, at: index + 1)
            document.nodes[Int(clone.node)].flags.insert(.open)
        }
    }

    /// The inner loop: the formatting elements between the furthest block and the formatting element are made anew, one in the other, with
    /// the furthest block in the innermost; what else is between goes off the stack.
    ///
    /// - Returns: The outermost of them.
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

    /// A new element with the name and the attributes of another; it has no place yet.
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
