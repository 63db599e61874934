internal import HTMLParsing

/// Makes a document of the parts of a page that hold its text.
struct ContentWriter {
    private let tree: PageTree
    private let measures: [Measures]
    private let parts: [Int32]
    private(set) var wordCount = 0

    init(_ found: ContentFinder.FoundContent) {
        tree = found.tree
        measures = found.measures
        parts = found.parts
    }

    /// The content. Styles, scripts and what is hidden are not in it.
    mutating func document() -> HTMLDocument {
        var result = HTMLDocument()
        var targets: [(end: Int32, node: HTMLNode)] = []
        for part in parts {
            targets = [(tree[part].end, result.root)]
            var index = part
            while index < tree[part].end {
                let node = tree[index]
                while targets.count > 1, let last = targets.last, index >= last.end { targets.removeLast() }
                if node.isRemoved || isEmptied(index) {
                    index = node.end
                    continue
                }
                let parent = targets[targets.count - 1].node
                copyBlank(before: index, to: parent, in: &result)
                if node.traits.contains(.isText) {
                    wordCount += Self.words(in: tree.bytes[tree.document.textRange(of: node.node)])
                    result.append(result.copyAlone(node.node, from: tree.document) { _ in true }, to: parent)
                } else if node.tag != .button {
                    // A button that is left is the label of a heading: its text stays.
                    let copy = element(index, in: &result)
                    result.append(copy, to: parent)
                    targets.append((node.end, copy))
                }
                index += 1
            }
        }
        return result
    }

    /// Copies the white space in front of an inline node, which the tree lacks: it separates words, and lines of code.
    private func copyBlank(before index: Int32, to parent: HTMLNode, in result: inout HTMLDocument) {
        let document = tree.document
        guard tree[index].traits.contains(.isPhrasing), let blank = document.previousSibling(of: tree[index].node),
            document.kind(of: blank) == .text
        else { return }
        let range = document.textRange(of: blank)
        // A text with words is a node of its own.
        guard !range.isEmpty, tree.bytes.isBlank(range) else { return }
        result.append(result.copyAlone(blank, from: document) { _ in true }, to: parent)
    }

    /// Whether an element had content, and has none now.
    private func isEmptied(_ index: Int32) -> Bool {
        let node = tree[index]
        let measures = measures[Int(index)]
        guard !node.traits.contains(.isText), measures.characters == 0, measures.shown == 0 else { return false }
        switch node.tag {
        case .br, .wbr, .td, .th, .tr, .col, .colgroup, .source, .track, .param: return false
        // An empty anchor may be the target of links.
        case .a:
            return tree.document.attributeRange("id", of: node.node) == nil && tree.document.attributeRange("name", of: node.node) == nil
        default: return true
        }
    }

    private mutating func element(_ index: Int32, in result: inout HTMLDocument) -> HTMLNode {
        let node = tree[index]
        let document = tree.document
        // The title of the text is its only heading of the first level.
        if node.tag == .h1 { return result.makeElement(.h2, attributes: document.attributes(of: node.node).filter { $0.name == "id" }) }
        let isCode = node.tag == .code || node.tag == .pre
        return result.copyAlone(node.node, from: document) { number in
            let stay = stays[number] ?? AttributePolicy(document.name(of: number))
            stays[number] = stay
            return stay == .always || stay == .onCode && isCode
        }
    }

    /// The decisions about attributes so far.
    private var stays: [HTMLAttributeNameID: AttributePolicy] = [:]

    /// Whether an attribute stays: those for presentation and scripts do not. Classes stay where they name the language of code.
    private enum AttributePolicy {
        case always, onCode, never

        init(_ name: String) {
            switch name {
            case "class": self = .onCode
            case "style", "bgcolor", "border", "cellpadding", "cellspacing", "frame", "rules", "hspace", "vspace", "valign": self = .never
            default: self = name.hasPrefix("on") || name.hasPrefix("data-") ? .never : .always
            }
        }
    }

    /// The number of words in UTF-8. From U+3000 to U+9FFF, each character counts as one: Chinese and Japanese have no blanks.
    private static func words(in text: ArraySlice<UInt8>) -> Int {
        var count = 0
        var isInWord = false
        for byte in text {
            if byte.isFoldedSpace {
                isInWord = false
            } else if (0xE3...0xE9).contains(byte) {
                count += 1
                isInWord = false
            } else if byte & 0xC0 != 0x80, !isInWord {
                count += 1
                isInWord = true
            }
        }
        return count
    }
}
