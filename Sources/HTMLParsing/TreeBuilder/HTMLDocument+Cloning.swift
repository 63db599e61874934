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
