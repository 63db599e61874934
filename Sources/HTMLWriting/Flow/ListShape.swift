internal import HTMLParsing

/// Decides whether a list is loose: an item contains `p` elements, or blocks that only an empty line can separate.
///
/// - SeeAlso: [CommonMark 5.3, Lists](https://spec.commonmark.org/0.31.2/#lists)
struct ListShape: HTMLVisitor {
    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private let list: HTMLNode
    /// The last block of the item.
    private var last = BlockKind.none
    /// Whether following text belongs to the last block.
    private var isOpen = false

    private(set) var isLoose = false

    /// Scans the list, but not the content of nested lists and quotes, so that nested lists take linear time.
    init(of list: HTMLNode, in document: HTMLDocument, bytes: [UInt8], visibility: HTMLVisibility) {
        self.document = document
        self.bytes = bytes
        self.visibility = visibility
        self.list = list
        document.walk(list, &self)
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        if isLoose { return false }
        switch document.kind(of: node) {
        case .text:
            if !isOpen, !visibility.hides(node), !bytes.isBlank(document.textRange(of: node)) { begin(.paragraph) }
            return false
        case .element: return node == list || enter(element: node)
        default: return true
        }
    }

    private mutating func enter(element node: HTMLNode) -> Bool {
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if HiddenContent.hides(node, in: document, style: style, visibility: visibility) { return false }
        let tag = document.tag(of: node)
        switch tag {
        case .li:
            last = .none
            isOpen = false
        case .p where document.parent(of: node).map { document.tag(of: $0) == .li } ?? false: isLoose = true
        case .ul, .ol, .menu, .dir: return begin(.list)
        case .blockquote: return begin(.quote)
        case .pre, .listing, .xmp: return begin(.code)
        case .h1, .h2, .h3, .h4, .h5, .h6: return begin(.heading)
        case .hr: return begin(.rule)
        case .table:
            if CodeTable(node, in: document, bytes: bytes, visibility: visibility) != nil { return begin(.code) }
            if TableShape(of: node, in: document, bytes: bytes).isData { return begin(.table) }
            isOpen = false
        case .img, .image:
            if !isOpen { begin(.paragraph) }
        default: if endsParagraph(node, tag, style) { isOpen = false }
        }
        return true
    }

    mutating func leave(_ node: HTMLNode) {
        guard document.kind(of: node) == .element else { return }
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if endsParagraph(node, document.tag(of: node), style) { isOpen = false }
    }

    private func endsParagraph(_ node: HTMLNode, _ tag: HTMLTag, _ style: HTMLInlineStyle?) -> Bool {
        if tag.isInlineInHTML, style?.display != .block { return false }
        return document.edge(of: node, tag, style, bytes: bytes) == .paragraph
    }

    /// Records that a block begins in the item.
    ///
    /// - Returns: False, so that the walk skips the block's descendants.
    @discardableResult
    private mutating func begin(_ kind: BlockKind) -> Bool {
        if last != .none, kind.needsBlankLine(after: last) { isLoose = true }
        last = kind
        isOpen = kind == .paragraph
        return false
    }
}

/// The forms of the numbers in an ordered list, as the attribute `type` names them.
///
/// - SeeAlso: [HTML 4.4.5, The ol element](https://html.spec.whatwg.org/multipage/grouping-content.html#attr-ol-type)
enum ListNumberStyle {
    case decimal, lowerLetters, upperLetters, lowerRoman, upperRoman

    /// Reads the value of the attribute, which is case-sensitive.
    init(type: some Collection<UInt8>) {
        switch type.count == 1 ? type.first : nil {
        case UInt8(ascii: "a"): self = .lowerLetters
        case UInt8(ascii: "A"): self = .upperLetters
        case UInt8(ascii: "i"): self = .lowerRoman
        case UInt8(ascii: "I"): self = .upperRoman
        default: self = .decimal
        }
    }

    /// The greatest Roman number, as browsers write them.
    private static let maximumRoman = 3999

    private static let romans = [
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"),
        (4, "iv"), (1, "i"),
    ]

    /// The number in this form. A number that the form does not have is decimal.
    func text(of number: Int) -> String {
        switch self {
        case .lowerLetters where number > 0: Self.letters(number)
        case .upperLetters where number > 0: Self.letters(number).uppercased()
        case .lowerRoman where 1...Self.maximumRoman ~= number: Self.roman(number)
        case .upperRoman where 1...Self.maximumRoman ~= number: Self.roman(number).uppercased()
        default: String(number)
        }
    }

    private static func letters(_ number: Int) -> String {
        var letters: [UInt8] = []
        var rest = number
        while rest > 0 {
            letters.append(UInt8(ascii: "a") + UInt8((rest - 1) % 26))
            rest = (rest - 1) / 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }

    private static func roman(_ number: Int) -> String {
        var rest = number
        var text = ""
        for (value, letters) in romans {
            while rest >= value {
                text += letters
                rest -= value
            }
        }
        return text
    }
}
