package import HTMLParsing

/// The structure and text of HTML for comparisons: without white space beside blocks, and with collapsed white space elsewhere.
package struct HTMLOutline: Equatable, CustomStringConvertible {
    package private(set) var items: [String] = []

    package init(_ html: String, keepsTightness: Bool = true) {
        self.init(HTMLDocument(parsingFragment: html), keepsTightness: keepsTightness)
    }

    package init(_ document: HTMLDocument, keepsTightness: Bool = true) {
        var isPreformatted = 0
        var walk: [(node: HTMLNode, isEnd: Bool)] = document.children(of: document.root).reversed().map { ($0, false) }
        while let (node, isEnd) = walk.popLast() {
            let tag = document.tag(of: node)
            let isHidden = !keepsTightness && tag == .p && document.parent(of: node).map { document.tag(of: $0) == .li } ?? false
            switch document.kind(of: node) {
            case .text: add(text: document.text(of: node), isPreformatted: isPreformatted > 0)
            case .element:
                if tag == .pre { isPreformatted += isEnd ? -1 : 1 }
                if !isHidden { items.append(isEnd ? "</\(tag)>" : start(of: node, document)) }
                if isHidden { items.append("|") }
                if isEnd { continue }
                walk.append((node, true))
                walk.append(contentsOf: document.children(of: node).reversed().map { ($0, false) })
            default: items.append("other")
            }
        }
        trim()
    }

    package var description: String { items.joined() }

    private func start(of node: HTMLNode, _ document: HTMLDocument) -> String {
        var attributes = document.attributes(of: node).map { "\($0.name)=\($0.value)" }
        // The writer gives an image without alternative text an empty one.
        if document.tag(of: node) == .img, document.attribute("alt", of: node) == nil { attributes.append("alt=") }
        return "<\(([document.name(of: node)] + attributes.sorted()).joined(separator: " "))>"
    }

    private mutating func add(text: String, isPreformatted: Bool) {
        if isPreformatted {
            items.append("=" + text)
            return
        }
        var folded = ""
        for character in text.unicodeScalars {
            if character.properties.isWhitespace && character.value < 0x80 {
                if folded.last != " " { folded.append(" ") }
            } else {
                folded.unicodeScalars.append(character)
            }
        }
        items.append("\"" + folded)
    }

    private mutating func trim() {
        let blocks = ["p", "h", "u", "o", "li", "bl", "d", "t", "br", "/p", "/h", "/u", "/o", "/li", "/bl", "/d", "/t", "/br"]
        func isBlock(_ index: Int) -> Bool {
            guard items.indices.contains(index) else { return true }
            return items[index] == "|" || blocks.contains { items[index].hasPrefix("<" + $0) }
        }
        var trimmed: [String] = []
        for index in items.indices {
            var item = items[index]
            if item.hasPrefix("\"") {
                if isBlock(index - 1) { while item.hasPrefix("\" ") { item = "\"" + item.dropFirst(2) } }
                if isBlock(index + 1) { while item.hasSuffix(" ") { item.removeLast() } }
                if item == "\"" { continue }
            }
            if item != "|" { trimmed.append(item) }
        }
        items = trimmed
    }
}
