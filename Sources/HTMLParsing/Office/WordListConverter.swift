/// Turns the paragraphs that Word writes for the items of lists into lists.
///
/// The style `mso-list:l0 level2 lfo1` names an item's level, and an element with the style `mso-list:Ignore` holds its bullet or number. A
/// page that Word has saved as filtered has neither: there, the class names a list paragraph, and a gap of 7 points follows the bullet.
struct WordListConverter {
    /// A list that is open, and the last of its items.
    private struct OpenList {
        let level: Int
        let list: HTMLNode
        var item: HTMLNode
        /// The number of the last item; nil in a list with bullets.
        var number: ListNumber?

        /// Whether an item belongs to this list: its number follows, or both have bullets.
        func isContinued(by marker: WordListMarker) -> Bool {
            number.map { marker.numbers.contains($0.next) } ?? marker.numbers.isEmpty
        }
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
        let continues = lists.first.map { document.closeGap(from: $0.list, to: paragraph) } ?? false
        if !continues { lists.removeAll() }
        guard let marker = WordListMarker(takenFrom: paragraph, in: &document) else {
            // A paragraph of a list without a bullet belongs to the item above it.
            if let last = lists.last { document.append(paragraph, to: last.item) }
            return
        }
        let level = level(of: paragraph)
        while let last = lists.last, last.level > level || last.level == level && !last.isContinued(by: marker) { lists.removeLast() }
        let item = document.makeElement(.li, attributes: document.attributes(of: paragraph).filter { $0.name == "dir" || $0.name == "id" })
        if let last = lists.last, last.level == level {
            document.append(item, to: last.list)
            lists[lists.count - 1].item = item
            lists[lists.count - 1].number = last.number?.next
        } else {
            let number = marker.numbers.first
            let list = document.makeElement(number == nil ? .ul : .ol, attributes: number?.attributes ?? [])
            if let last = lists.last { document.append(list, to: last.item) } else { document.insert(list, before: paragraph) }
            document.append(item, to: list)
            lists.append(OpenList(level: level, list: list, item: item, number: number))
        }
        document.moveChildren(of: paragraph, to: item)
        document.remove(paragraph)
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
        if let style = attributeRange("style", of: node), let list = bytes.declaration("mso-list", in: style) {
            // `none` and `skip` take a paragraph out of a list.
            return bytes.begins(with: "l", list) && !bytes.begins(with: "list", list)
        }
        // Gmail puts a prefix before class names.
        if let name = attributeRange("class", of: node), name.contains(where: { bytes.begins(with: "msolist", $0..<name.upperBound) }) {
            return true
        }
        return false
    }
}

/// The bullet or the number of an item.
private struct WordListMarker {
    /// The longest bullet or number, in bytes.
    private static let maximumBytes = 24
    /// The maximum number of nodes of a paragraph that are searched for the gap after the bullet.
    private static let maximumNodes = 12

    /// The characters that tell whether a task is done.
    private static let boxes: Set<String> = ["\u{2610}", "\u{2611}", "\u{2612}", "\u{2713}", "\u{2714}"]

    /// The numbers that it can mean; empty for a bullet.
    let numbers: [ListNumber]

    /// Reads the marker of a paragraph, and removes it; nil if the paragraph has none.
    init?(takenFrom paragraph: HTMLNode, in document: inout HTMLDocument) {
        guard let parts = Self.parts(of: paragraph, in: document) else { return nil }
        let words = parts.map { document.textContent(of: $0) }.joined().split(whereSeparator: \.isWhitespace)
        numbers = ListNumber.readings(of: words.joined())
        if numbers.isEmpty, words.joined().count > 1 || Self.boxes.contains(words.joined()), let first = document.firstChild(of: paragraph)
        {
            // Words and boxes of tasks in the place of a bullet belong to the text.
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

    /// Whether an element may stand around a marker.
    private static func isMarkup(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .span, .font, .b, .strong, .i, .em, .u, .other: true
        default: false
        }
    }

    /// Whether an element is the gap after a bullet: nothing but white space, set in 7 points.
    private static func isGap(_ node: HTMLNode, _ style: Range<Int>, in document: HTMLDocument) -> Bool {
        let bytes = document.bytes
        guard let font = bytes.declaration("font", in: style), bytes.begins(with: "7.0pt", font) || bytes.begins(with: "7pt", font) else {
            return false
        }
        return document.descendants(of: node).allSatisfy {
            document.kind(of: $0) == .text ? document.text(of: $0).allSatisfy(\.isWhitespace) : isMarkup(document.tag(of: $0))
        }
    }

    /// The bullets of Word that are letters: `o` in Courier New, and arrows, ticks and boxes in Wingdings.
    private static let letterBullets: Set<Character> = ["o", "v", "q", "Ø", "ü"]

    /// Whether the texts before a gap are a number or a bullet.
    private static func isMarker(_ texts: [HTMLNode], in document: HTMLDocument) -> Bool {
        let text = texts.map { document.text(of: $0) }.joined().filter { !$0.isWhitespace }
        guard let first = text.first else { return false }
        if text.count == 1, letterBullets.contains(first) || !first.isLetter && !first.isNumber { return true }
        return !ListNumber.readings(of: text).isEmpty && ".):]".contains(text.last ?? " ")
    }

    /// The nodes that hold the marker and the gap after it.
    private static func parts(of paragraph: HTMLNode, in document: HTMLDocument) -> [HTMLNode]? {
        let bytes = document.bytes
        var texts: [HTMLNode] = []
        var length = 0
        var next = document.firstChild(of: paragraph)
        for _ in 0..<maximumNodes {
            guard let node = next else { return nil }
            if document.kind(of: node) == .element {
                guard isMarkup(document.tag(of: node)) else { return nil }
                if let style = document.attributeRange("style", of: node) {
                    if let list = bytes.declaration("mso-list", in: style), bytes.matches("ignore", list) {
                        return texts.isEmpty ? [node] : nil
                    }
                    if isGap(node, style, in: document) { return isMarker(texts, in: document) ? texts + [node] : nil }
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
struct ListNumber: Equatable {
    /// The value of the attribute `type` of `ol`: `1`, `a`, `A`, `i` or `I`.
    let type: String
    let value: Int

    /// The number of letters of the alphabet.
    private static let letters = 26
    /// The greatest number of an item.
    private static let maximumValue = 999_999_999
    /// The greatest Roman number of an item: greater ones are words, such as "mix".
    private static let maximumRoman = 100

    /// The number after this one.
    var next: ListNumber { ListNumber(type: type, value: value + 1) }

    /// The attributes of a list that begins with this number.
    var attributes: [HTMLAttribute] {
        var attributes: [HTMLAttribute] = []
        if type != "1" { attributes.append(HTMLAttribute(name: "type", value: type)) }
        if value != 1 { attributes.append(HTMLAttribute(name: "start", value: String(value))) }
        return attributes
    }

    /// The numbers that a text can mean, the most likely one first: `v.` is a letter, or a Roman number. Empty for bullets.
    static func readings(of text: String) -> [ListNumber] {
        guard let last = text.last, ".):]".contains(last) || text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return [] }
        // Of a number such as `1.2.`, only the last level counts.
        let parts = text.split { ".()[]:".contains($0) }
        guard let word = parts.last, parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber } }) else { return [] }
        if let value = Int(word) { return value <= maximumValue ? [ListNumber(type: "1", value: value)] : [] }
        guard let first = word.first, first.isASCII, first.isLetter else { return [] }
        let isUpper = first.isUppercase
        var readings: [ListNumber] = []
        // After z, letters are doubled.
        if word.allSatisfy({ $0 == first }), let letter = first.asciiValue {
            let value = Int(letter & 0x1F) + (word.count - 1) * letters
            readings.append(ListNumber(type: isUpper ? "A" : "a", value: value))
        }
        if let value = roman(word.lowercased()) {
            let reading = ListNumber(type: isUpper ? "I" : "i", value: value)
            // A list begins with `i` where it counts in Roman numbers, and with `a` elsewhere.
            readings.insert(reading, at: value == 1 || word.count > 1 ? 0 : readings.count)
        }
        return readings
    }

    /// The value of a Roman number in lower case; nil for other words.
    private static func roman(_ word: String) -> Int? {
        let values: [Character: Int] = ["i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000]
        let digits = word.compactMap { values[$0] }
        guard digits.count == word.count else { return nil }
        let value = zip(digits, digits.dropFirst() + [0]).reduce(0) { $0 + ($1.0 < $1.1 ? -$1.0 : $1.0) }
        return 1...maximumRoman ~= value ? value : nil
    }
}
