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
