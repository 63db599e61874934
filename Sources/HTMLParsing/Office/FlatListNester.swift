/// Nests lists that an editor writes one after the other, with a level for each.
///
/// Pages that Google Docs exports have the level at the end of a class: `lst-kix_x2p-1`. Word for the web writes a list for each item, in a
/// block of its own, with the level in `data-aria-level`.
struct FlatListNester {
    /// A list that is open.
    private struct OpenList {
        let level: Int
        /// The kind of the list and the editor's name for it. Parts of one list have the same.
        let name: String
        let list: HTMLNode
    }

    private var document: HTMLDocument
    private var lists: [OpenList] = []

    static func resolve(in document: inout HTMLDocument) {
        var flat = FlatListNester(document: document)
        var candidates: [(list: HTMLNode, place: (Int, String))] = []
        for index in document.nodes.indices where document.nodes[index].tag == .ul || document.nodes[index].tag == .ol {
            let list = HTMLNode(index: Int32(truncatingIfNeeded: index))
            if document.parent(of: list) != nil, let place = flat.level(of: list) { candidates.append((list, place)) }
        }
        if candidates.isEmpty { return }
        flat.unwrapBlocks()
        for (list, place) in candidates { flat.take(list, place.0, place.1) }
        document = flat.document
    }

    private init(document: HTMLDocument) { self.document = document }

    /// The level of a list, and its name; nil for lists of other editors.
    private func level(of list: HTMLNode) -> (Int, String)? {
        let bytes = document.bytes
        let kind = document.isHTML(list, .ol) ? "ol" : "ul"
        for range in document.classes(of: list) {
            if bytes.begins(with: "lst-kix_", range), let dash = bytes[range].lastIndex(of: UInt8(ascii: "-")),
                let level = bytes.pixels(dash + 1..<range.upperBound)
            {
                return (min(level, WordListConverter.maximumLevel), kind + String(decoding: bytes[range], as: UTF8.self))
            }
        }
        guard let parent = document.parent(of: list), isWrapper(parent),
            let item = document.children(of: list).first(where: { document.isHTML($0, .li) }),
            let range = document.attributeRange("data-aria-level", of: item), let level = bytes.pixels(range)
        else { return nil }
        return (min(level, WordListConverter.maximumLevel), kind + (document.attribute("data-listid", of: item) ?? ""))
    }

    private func isWrapper(_ node: HTMLNode) -> Bool {
        document.classes(of: node).contains { document.bytes.matches("listcontainerwrapper", $0) }
    }

    /// Removes the blocks around the lists of Word for the web.
    private mutating func unwrapBlocks() {
        for block in document.elements(tag: .div) where isWrapper(block) { document.unwrap(block) }
    }

    private mutating func take(_ list: HTMLNode, _ level: Int, _ name: String) {
        if let first = lists.first, !isDirectlyBehind(first.list, list) { lists.removeAll() }
        while let last = lists.last, last.level > level || last.level == level && last.name != name { lists.removeLast() }
        guard let last = lists.last else { return lists.append(OpenList(level: level, name: name, list: list)) }
        if last.level == level {
            document.moveChildren(of: list, to: last.list)
            document.remove(list)
        } else {
            guard let item = document.lastChild(of: last.list), document.isHTML(item, .li) else { return lists.removeAll() }
            document.append(list, to: item)
            lists.append(OpenList(level: level, name: name, list: list))
        }
    }

    private func isDirectlyBehind(_ first: HTMLNode, _ list: HTMLNode) -> Bool {
        var place = document.previousSibling(of: list)
        while let node = place, document.isBlank(node) { place = document.previousSibling(of: node) }
        return place == first
    }
}
