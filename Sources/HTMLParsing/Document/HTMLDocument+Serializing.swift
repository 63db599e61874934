extension HTMLDocument {
    /// Returns the HTML of a node with its own tags; without a node, of the whole document.
    ///
    /// Works without recursion, at any depth.
    ///
    /// - SeeAlso: [HTML 13.3, Serializing HTML fragments](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments)
    public func serialized(_ node: HTMLNode? = nil) -> String {
        let start = node ?? root
        guard kind(of: start) != .document else { return serializedChildren(of: start) }
        var serializer = HTMLSerializer(document: self)
        serializer.write(start)
        return String(decoding: serializer.output, as: UTF8.self)
    }

    /// Returns the HTML of a node's content, as `innerHTML` does.
    public func serializedChildren(of node: HTMLNode) -> String { String(decoding: serializedBytes(childrenOf: node), as: UTF8.self) }

    /// Returns the HTML of a node's content in UTF-8, for callers that parse it again.
    func serializedBytes(childrenOf node: HTMLNode) -> [UInt8] {
        var serializer = HTMLSerializer(document: self)
        serializer.write(childrenOf: node)
        return serializer.output
    }
}
