internal import HTMLParsing

/// The visible lines of each node of a document.
struct NodeLines {
    private let document: HTMLDocument
    /// For each node, by its index, the first and the last line that shows a part of it; -1 for nodes that show nothing.
    private var first: [Int32]
    private var last: [Int32]

    init(_ document: HTMLDocument, _ lines: [HTMLLines.Line]) {
        self.document = document
        first = [Int32](repeating: -1, count: document.nodeCount)
        last = first
        for (number, line) in lines.enumerated() {
            for node in line.nodes { widen(Int(node.index), Int32(number), Int32(number)) }
        }
        // Children come before their parents in the reversed order, so that each node is visited once.
        for node in Array(document.descendants(of: document.root)).reversed() {
            let index = Int(node.index)
            if first[index] >= 0, let parent = document.parent(of: node) { widen(Int(parent.index), first[index], last[index]) }
        }
    }

    private mutating func widen(_ index: Int, _ start: Int32, _ end: Int32) {
        first[index] = first[index] < 0 ? start : min(first[index], start)
        last[index] = max(last[index], end)
    }

    /// The lines that show a part of a node; nil if the node shows nothing.
    func range(of node: HTMLNode) -> Range<Int>? {
        let index = Int(node.index)
        return first[index] < 0 ? nil : Int(first[index])..<Int(last[index]) + 1
    }

    /// The first line that shows a part of a node or of anything behind it; nil at the end of the document.
    func first(from node: HTMLNode) -> Int? {
        var next: HTMLNode? = node
        while let node = next {
            if let range = range(of: node) { return range.lowerBound }
            next = document.nodeAfter(node, within: document.root)
        }
        return nil
    }
}
