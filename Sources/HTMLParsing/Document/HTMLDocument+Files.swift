extension HTMLDocument {
    /// The links with an image in them. Each element is looked at once.
    public func linksAroundImages() -> Set<HTMLNode> {
        var seen: Set<HTMLNode> = []
        var links: Set<HTMLNode> = []
        for image in elements(tag: .img) {
            var place = parent(of: image)
            while let node = place, seen.insert(node).inserted {
                if isHTML(node, .a) { links.insert(node) }
                place = parent(of: node)
            }
        }
        return links
    }

    /// The number of elements whose style has the address of a file, such as that of a background.
    public var fetchingStyleCount: Int {
        descendants(of: root).count { node in
            guard let range = attributeRange("style", of: node) else { return false }
            var rest = bytes[range]
            while let start = rest.firstIndex(of: UInt8(ascii: "(")) {
                let name = rest[..<start].suffix(3)
                rest = rest[(start + 1)...].drop { $0.isHTMLWhitespace || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
                let isAddress = name.lazy.map { $0 | 0x20 }.elementsEqual("url".utf8)
                let isInside = rest.first == UInt8(ascii: "#") || rest.lazy.map({ $0 | 0x20 }).starts(with: "data:".utf8)
                if isAddress, !isInside, rest.first != UInt8(ascii: ")") { return true }
            }
            return false
        }
    }
}
