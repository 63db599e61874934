extension HTMLDocument {
    /// The HTML of a node with its own tags; without a node, of the whole document.
    ///
    /// Works without recursion, whatever the depth.
    ///
    /// - SeeAlso: [HTML 13.3, Serializing HTML fragments](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments)
    public func serialized(_ node: HTMLNode? = nil) -> String {
        let start = node ?? root
        guard kind(of: start) != .document else { return serializedChildren(of: start) }
        var serializer = HTMLSerializer(document: self)
        serializer.write(start)
        return String(decoding: serializer.output, as: UTF8.self)
    }

    /// The HTML of what a node contains, as `innerHTML` gives it.
    public func serializedChildren(of node: HTMLNode) -> String { String(decoding: serializedBytes(childrenOf: node), as: UTF8.self) }

    /// The same in UTF-8, for who reads it again at once.
    func serializedBytes(childrenOf node: HTMLNode) -> [UInt8] {
        var serializer = HTMLSerializer(document: self)
        serializer.write(childrenOf: node)
        return serializer.output
    }
}
