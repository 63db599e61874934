/// Copies subtrees from one document into another without recursion, including the content of `template` elements.
struct HTMLNodeCopier {
    let source: HTMLDocument
    /// The template contents that are still to be copied: source and destination.
    private var contents: [(from: Int32, to: HTMLNode)] = []

    init(source: HTMLDocument) {
        self.source = source
    }

    mutating func copy(_ node: HTMLNode, into target: inout HTMLDocument) -> HTMLNode {
        let copy = copyOne(node.index, into: &target)
        copyChildren(of: node.index, to: copy, in: &target)
        while let content = contents.popLast() { copyChildren(of: content.from, to: content.to, in: &target) }
        return copy
    }

    private mutating func copyChildren(of ancestor: Int32, to copyOfAncestor: HTMLNode, in target: inout HTMLDocument) {
        var current = source.nodes[Int(ancestor)].firstChild
        var parent = copyOfAncestor
        while current >= 0 {
            let copy = copyOne(current, into: &target)
            target.link(copy, asLastChildOf: parent)
            let record = source.nodes[Int(current)]
            if record.firstChild >= 0 {
                parent = copy
                current = record.firstChild
                continue
            }
            while current != ancestor, source.nodes[Int(current)].next < 0 {
                current = source.nodes[Int(current)].parent
                if current != ancestor { parent = target.parent(of: parent) ?? copyOfAncestor }
            }
            current = current == ancestor ? -1 : source.nodes[Int(current)].next
        }
    }

    private mutating func copyOne(_ index: Int32, into target: inout HTMLDocument) -> HTMLNode {
        let record = source.nodes[Int(index)]
        switch record.kind {
        case .text, .comment:
            let range = target.append(source.bytes[record.dataRange].span)
            return target.add(HTMLNodeRecord(record.kind, start: range.lowerBound, count: range.count))
        case .element:
            let name = copyName(record.nameID, into: &target)
            let attributes = copyAttributes(source.attributeIndices(of: record), into: &target)
            let node = target.add(element: record.tag, record.namespace, name: name, attributes: attributes)
            if let content = target.templateContent(of: node) { contents.append((index + 1, content)) }
            return node
        case .documentType:
            let start = Int(record.first)
            var copy = record
            copy.first = copyAttributes(start..<start + 3, into: &target)
            return target.add(copy.detached)
        case .document, .templateContent:
            return target.add(HTMLNodeRecord(.templateContent))
        }
    }

    private func copyAttributes(_ indices: Range<Int>, into target: inout HTMLDocument) -> UInt32 {
        let block = indices.map { index in
            let attribute = source.attributeRecords[index]
            let range = target.append(source.bytes[attribute.range].span)
            let name = copyName(attribute.name, into: &target)
            return HTMLAttributeRecord(name: name, start: range.lowerBound, count: range.count, isLast: false)
        }
        return target.append(block)
    }

    private func copyName(_ id: HTMLNameID, into target: inout HTMLDocument) -> HTMLNameID {
        if Int(id) < HTMLNameTable.standard.count { return id }
        var name: [UInt8] = []
        source.names.append(id, to: &name)
        return target.names.add(name.span)
    }
}
