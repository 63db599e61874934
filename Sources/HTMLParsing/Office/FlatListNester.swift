/// Nests lists that an editor writes one after the other, with a level for each.
///
/// Pages that Google Docs exports have the level at the end of a class: `lst-kix_x2p-1`. Word for the web writes a list for each item, in a
/// block of its own, with the level in `data-aria-level`.
struct FlatListNester {
    /// A list that the next list of the document may continue, or become a sublist of.
    private struct OpenList {
        let level: Int
        /// The kind of the list and the editor's name for it. Parts of one list have the same.
        let name: String
        let list: HTMLNode
        /// The number of the next item of an ordered list.
        var next: Int
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
        for (list, place) in candidates {
            // Word for the web has a block around each list.
            if let block = flat.document.parent(of: list), flat.isWrapper(block) { flat.document.unwrap(block) }
            flat.take(list, place.0, place.1)
        }
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

    private mutating func take(_ list: HTMLNode, _ level: Int, _ name: String) {
        if let first = lists.first, !document.closeGap(from: first.list, to: list) { lists.removeAll() }
        let start = document.wholeNumber("start", of: list)
        while let last = lists.last {
            let isOther = last.name != name || start.map { $0 != last.next } ?? false
            guard last.level > level || last.level == level && isOther else { break }
            lists.removeLast()
        }
        for blank in Array(document.children(of: list)) where document.isBlank(blank) { document.remove(blank) }
        let count = document.children(of: list).reduce(0) { $0 + (document.isHTML($1, .li) ? 1 : 0) }
        let open = OpenList(level: level, name: name, list: list, next: (start ?? 1) &+ count)
        guard let last = lists.last else { return lists.append(open) }
        if last.level == level {
            document.moveChildren(of: list, to: last.list)
            document.remove(list)
            lists[lists.count - 1].next &+= count
        } else if let item = document.lastChild(of: last.list), document.isHTML(item, .li) {
            document.append(list, to: item)
            lists.append(open)
        } else {
            lists = [open]
        }
    }
}
