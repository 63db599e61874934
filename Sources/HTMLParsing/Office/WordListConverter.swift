/// Turns the paragraphs that Word writes for the items of lists into lists.
///
/// The style `mso-list:l0 level2 lfo1` names an item's level, and an element with the style `mso-list:Ignore` holds its bullet or number. A
/// page that Word has saved as filtered has neither: there, the class names a list paragraph, and a gap of 7 points follows the bullet.
struct WordListConverter {
    /// A list that is open, and the last of its items.
    private struct OpenList {
        let level: Int
        let isOrdered: Bool
        let list: HTMLNode
        var item: HTMLNode
    }

    /// The indent of a level in CSS pixels, for pages that do not name levels.
    private static let indent = 48
    /// The number of levels that Word has.
    static let maximumLevel = 9

    private var document: HTMLDocument
    private var lists: [OpenList] = []

    static func resolve(in document: inout HTMLDocument) {
        var paragraphs: [HTMLNode] = []
        for index in document.nodes.indices where document.nodes[index].tag == .p && document.nodes[index].kind == .element {
            let node = HTMLNode(index: Int32(truncatingIfNeeded: index))
            if document.isListParagraph(node) { paragraphs.append(node) }
        }
        if paragraphs.isEmpty { return }
        var lists = WordListConverter(document: document)
        for paragraph in paragraphs { lists.take(paragraph) }
        document = lists.document
    }

    private init(document: HTMLDocument) { self.document = document }

    private mutating func take(_ paragraph: HTMLNode) {
        guard document.parent(of: paragraph) != nil else { return }
        let continues = lists.first.map { isDirectlyBehind($0.list, paragraph) } ?? false
        if !continues { lists.removeAll() }
        guard let marker = WordListMarker(takenFrom: paragraph, in: &document) else {
            // A paragraph of a list without a bullet belongs to the item above it.
            if let last = lists.last { document.append(paragraph, to: last.item) }
            return
        }
        let level = level(of: paragraph)
        while let last = lists.last, last.level > level || last.level == level && last.isOrdered != marker.isOrdered { lists.removeLast() }
        let item = document.makeElement(.li, attributes: document.attributes(of: paragraph).filter { $0.name == "dir" || $0.name == "id" })
        if let last = lists.last, last.level == level {
            document.append(item, to: last.list)
            lists[lists.count - 1].item = item
        } else {
            let list = document.makeElement(marker.isOrdered ? .ol : .ul, attributes: marker.attributes)
            if let last = lists.last { document.append(list, to: last.item) } else { document.insert(list, before: paragraph) }
            document.append(item, to: list)
            lists.append(OpenList(level: level, isOrdered: marker.isOrdered, list: list, item: item))
        }
        document.moveChildren(of: paragraph, to: item)
        document.remove(paragraph)
    }

    /// Whether only white space and comments stand between a list and a paragraph.
    private func isDirectlyBehind(_ list: HTMLNode, _ paragraph: HTMLNode) -> Bool {
        var place = document.previousSibling(of: paragraph)
        while let node = place, document.isBlank(node) { place = document.previousSibling(of: node) }
        return place == list
    }

    private func level(of paragraph: HTMLNode) -> Int {
        guard let style = document.attributeRange("style", of: paragraph) else { return 1 }
        let bytes = document.bytes
        if let value = bytes.declaration("mso-list", in: style) {
            for word in bytes[value].split(whereSeparator: \.isHTMLWhitespace) where bytes.begins(with: "level", word.indices) {
                if let level = bytes.pixels(word.indices.dropFirst(5)) { return min(max(level, 1), Self.maximumLevel) }
            }
        }
        guard let margin = bytes.declaration("margin-left", in: style), let pixels = bytes.length(margin) else { return 1 }
        return min(max((pixels + Self.indent / 2) / Self.indent, 1), Self.maximumLevel)
    }
}

extension HTMLDocument {
    /// Whether a paragraph's class or style names a list of Word.
    fileprivate func isListParagraph(_ node: HTMLNode) -> Bool {
        // Gmail puts a prefix before classes.
        if let name = attributeRange("class", of: node), name.contains(where: { bytes.begins(with: "msolist", $0..<name.upperBound) }) {
            return true
        }
        guard let style = attributeRange("style", of: node), let list = bytes.declaration("mso-list", in: style) else { return false }
        // `none` and `skip` take a paragraph out of a list.
        return bytes.begins(with: "l", list) && !bytes.begins(with: "list", list)
    }
}

/// The bullet or the number of an item.
private struct WordListMarker {
    /// The longest bullet or number, in bytes.
    private static let maximumBytes = 24
    /// The maximum number of nodes of a paragraph that are searched for the gap after the bullet.
    private static let maximumNodes = 12

    let isOrdered: Bool
    /// The attributes of a list that begins with the item.
    let attributes: [HTMLAttribute]

    /// Reads the marker of a paragraph, and removes it; nil if the paragraph has none.
    init?(takenFrom paragraph: HTMLNode, in document: inout HTMLDocument) {
        guard let parts = Self.parts(of: paragraph, in: document) else { return nil }
        let words = parts.map { document.textContent(of: $0) }.joined().split(whereSeparator: \.isWhitespace)
        let number = ListNumber(words.joined())
        isOrdered = number != nil
        attributes = number?.attributes ?? []
        if number == nil, words.joined().count > 1, let first = document.firstChild(of: paragraph) {
            // Words in the place of a bullet belong to the text.
            document.insert(document.makeText(words.joined(separator: " ") + " "), before: first)
        }
        for part in parts {
            var part = part
            // Elements that contain only the marker go with it.
            while let parent = document.parent(of: part), parent != paragraph, document.firstChild(of: parent) == part,
                document.lastChild(of: parent) == part
            {
                part = parent
            }
            document.remove(part)
        }
    }

    /// The nodes that hold the marker and the gap after it.
    private static func parts(of paragraph: HTMLNode, in document: HTMLDocument) -> [HTMLNode]? {
        let bytes = document.bytes
        var texts: [HTMLNode] = []
        var length = 0
        var next = document.firstChild(of: paragraph)
        for _ in 0..<maximumNodes {
            guard let node = next else { return nil }
            if document.kind(of: node) == .element, let style = document.attributeRange("style", of: node) {
                if let list = bytes.declaration("mso-list", in: style), bytes.matches("ignore", list) { return [node] }
                if let font = bytes.declaration("font", in: style), bytes.begins(with: "7.0pt", font) || bytes.begins(with: "7pt", font) {
                    return texts.isEmpty ? nil : texts + [node]
                }
            } else if document.kind(of: node) == .text {
                let range = document.textRange(of: node)
                length += bytes.trimmed(range).count
                if length > maximumBytes { return nil }
                if !bytes.isBlank(range) { texts.append(node) }
            }
            next = document.firstChild(of: node) ?? document.nodeAfter(node, within: paragraph)
        }
        return nil
    }
}

/// The number before an item, such as `3.`, `b)`, `(iv)` or `1.2.`.
struct ListNumber {
    let attributes: [HTMLAttribute]

    /// Reads a number; nil for bullets.
    init?(_ text: String) {
        guard let last = text.last, ".):]".contains(last) || text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        // Of a number such as `1.2.`, only the last level counts.
        let parts = text.split { ".()[]:".contains($0) }
        guard let word = parts.last, parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber } }) else { return nil }
        var attributes: [HTMLAttribute] = []
        var number: Int?
        if let value = Int(word) {
            number = value
        } else if let letter = word.unicodeScalars.first, word.utf8.count == 1, letter.isASCII {
            // A list that begins with `i` counts in Roman numbers.
            let isRoman = letter == "i" || letter == "I"
            let isLower = letter.value >= 0x61
            attributes.append(HTMLAttribute(name: "type", value: isRoman ? String(letter) : isLower ? "a" : "A"))
            number = isRoman ? 1 : Int(letter.value & 0x1F)
        } else if !word.isEmpty, word.lowercased().allSatisfy({ "ivxlcdm".contains($0) }) {
            attributes.append(HTMLAttribute(name: "type", value: word.first?.isUppercase == true ? "I" : "i"))
            number = Self.roman(word.lowercased())
        } else {
            return nil
        }
        if let number, number != 1 { attributes.append(HTMLAttribute(name: "start", value: String(number))) }
        self.attributes = attributes
    }

    private static func roman(_ word: String) -> Int {
        let values: [Character: Int] = ["i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000]
        let digits = word.compactMap { values[$0] }
        return zip(digits, digits.dropFirst() + [0]).reduce(0) { $0 + ($1.0 < $1.1 ? -$1.0 : $1.0) }
    }
}
