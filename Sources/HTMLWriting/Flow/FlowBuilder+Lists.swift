internal import HTMLParsing

/// Lists and their items.
///
/// - SeeAlso: [CommonMark 5.2, List items](https://spec.commonmark.org/0.31.2/#list-items)
extension FlowBuilder {
    mutating func enterList(_ node: HTMLNode, isOrdered: Bool) {
        endParagraph()
        if inline.block == .cell { return enterCellList(node, isOrdered: isOrdered) }
        guard !isInline, layout.canNest else { return push(.block, node) }
        let shape = ListShape(of: node, in: document, bytes: bytes, visibility: visibility)
        var list = ListLevel(isOrdered: isOrdered, number: 1, isLoose: shape.isLoose)
        if isOrdered {
            readNumbers(of: node, &list)
            list.hasOneItem = document.children(of: node).lazy.filter { document.isHTML($0, .li) }.prefix(2).count == 1
        }
        lists.append(list)
        push(.list, node)
    }

    /// Reads the first number of an ordered list, its direction and the form of its numbers.
    private func readNumbers(of node: HTMLNode, _ list: inout ListLevel) {
        if document.attributeRange("reversed", of: node) != nil {
            list.step = -1
            list.number = document.children(of: node).reduce(0) { $0 + (document.isHTML($1, .li) ? 1 : 0) }
        }
        if let start = document.wholeNumber("start", of: node) { list.number = start }
        if options.isPlain, let type = document.attributeRange("type", of: node) { list.style = ListNumberStyle(type: bytes[type]) }
    }

    mutating func enterItem(_ node: HTMLNode) {
        endParagraph()
        if case .cellList = frames.last?.action { return enterCellItem(node) }
        guard case .list = frames.last?.action else { return push(.block, node) }
        if lists[lists.count - 1].isOrdered, let value = document.wholeNumber("value", of: node) { lists[lists.count - 1].number = value }
        openItem()
        writeTaskBox(ofItem: node)
        push(.item, node)
    }

    /// Whether a bulleted item holds only white space and elements without visible content, as editors leave them behind. An item without
    /// children is shown, because Markdown has empty items. So is a numbered item, because its number is text.
    func showsNothing(item: HTMLNode) -> Bool {
        guard case .list = frames.last?.action, let list = lists.last, !list.isOrdered, itemState(of: item) == nil,
            targets.id(of: item) == nil
        else { return false }
        var next = document.firstChild(of: item)
        if next == nil { return false }
        while let node = next {
            switch document.kind(of: node) {
            case .text: if InlineRun.hasVisibleCharacter(bytes, in: bytes.trimmed(document.textRange(of: node))) { return false }
            case .element:
                switch document.tag(of: node) {
                case .br, .p, .div, .span, .b, .strong, .i, .em, .u, .font: break
                default: return false
                }
            default: break
            }
            next = document.firstChild(of: node) ?? document.nodeAfter(node, within: item)
        }
        return true
    }

    /// Wraps content that is a direct child of a list in an item. A nested list continues the previous item, as browsers show it.
    mutating func openImpliedItem(around node: HTMLNode, isList: Bool) {
        let list = lists[lists.count - 1]
        // An item that begins with an empty line ends at the second empty line, so it cannot be continued.
        if isList, list.itemCount > 0, !list.isLoose || !list.lastItemIsEmpty {
            layout.openIndent(width: list.indent, isTight: !list.isLoose, after: list.lastItemIsEmpty ? .list : .paragraph)
        } else {
            openItem()
        }
        push(.impliedItem, node)
    }

    mutating func openItem() {
        var list = lists[lists.count - 1]
        // Markdown has no negative numbers, and none of more than nine digits: such a number is a part of the item's text.
        let isNumbered = list.isOrdered && (options.isPlain || 0...Self.maximumNumber ~= list.number)
        if list.itemCount == 0 {
            begin(&list, isNumbered: isNumbered)
        } else {
            if list.isLoose { layout.requestBlankLine() }
            if list.isOrdered { chooseMarker(&list, isNumbered: isNumbered) }
        }
        var marker: [UInt8] = []
        if isNumbered { marker.append(contentsOf: list.style.text(of: list.number).utf8) }
        marker.append(list.marker)
        marker.append(0x20)
        list.itemCount += 1
        list.indent = marker.count
        layout.setNextNumber(isNumbered ? list.number + 1 : nil, isLoose: list.isLoose, hasSingleItems: list.hasOneItem)
        layout.openItem(marker: marker, width: marker.count, isTight: !list.isLoose)
        if list.isOrdered, !isNumbered { inline.run.append("\(list.number). ") }
        list.number += list.step
        lists[lists.count - 1] = list
    }

    /// The greatest number of an item in Markdown.
    private static let maximumNumber = 999_999_999

    /// Begins a list, or continues the ordered list before it: some editors write a list for each item.
    private mutating func begin(_ list: inout ListLevel, isNumbered: Bool) {
        let container = layout.container
        if isNumbered, list.hasOneItem, container.last == .list, let last = container.lastList, last.hasSingleItems,
            last.nextNumber == list.number
        {
            list.marker = container.lastMarker
            if list.isLoose || last.isLoose { layout.requestBlankLine() }
            return
        }
        chooseMarker(&list, isNumbered: isNumbered)
        // Only a list that starts with 1 may follow a paragraph without an empty line.
        let interrupts = !isNumbered || list.number == 1
        list.followsParagraph = interrupts && container.isTight && container.last == .paragraph
        layout.startBlock(.list, forcesBlankLine: !interrupts && container.last == .paragraph)
        layout.setLastMarker(list.marker)
    }

    /// Chooses a marker that separates the item from the list before it. A bullet differs from the bullet of that list, and from those on
    /// the line of the item. A number that does not continue that list gets the other delimiter; plain text has only one.
    private mutating func chooseMarker(_ list: inout ListLevel, isNumbered: Bool) {
        let container = layout.container
        let neighbour = container.last == .list ? container.lastMarker : 0
        if isNumbered {
            if list.itemCount > 0, let last = container.lastList, container.last == .list, last.nextNumber == list.number { return }
            list.marker = neighbour == 0x2E && !options.isPlain ? 0x29 : 0x2E
        } else if list.itemCount == 0 || list.marker == 0x2E || list.marker == 0x29 {
            let bullet = options.markdown.bullet.byte
            let before = layout.lastBullet
            list.marker = [bullet, 0x2D, 0x2A, 0x2B].first { $0 != neighbour && $0 != before } ?? bullet
        }
        layout.setLastMarker(list.marker)
    }

    mutating func closeItem() {
        endParagraph()
        if !lists.isEmpty { lists[lists.count - 1].lastItemIsEmpty = layout.container.last == .none }
        // An empty item cannot interrupt a paragraph.
        if layout.container.last == .none, let list = lists.last, list.itemCount == 1, list.followsParagraph { layout.requestBlankLine() }
        layout.closeContainer()
    }
}

extension MarkdownOptions.Bullet {
    /// The bullet as an ASCII byte.
    var byte: UInt8 {
        switch self {
        case .dash: 0x2D
        case .asterisk: 0x2A
        case .plus: 0x2B
        }
    }
}

/// The boxes of tasks at the start of list items: `[x]` and `[ ]`.
extension FlowBuilder {
    /// Writes an element that shows the box of a task.
    ///
    /// - Returns: Whether the element needs no other output.
    mutating func writeTaskBox(_ node: HTMLNode, _ tag: HTMLTag) -> Bool {
        if tag == .input {
            inline.run.appendSpace()
            if let type = document.attributeRange("type", of: node), bytes.matches("checkbox", type) {
                write(box: document.attributeRange("checked", of: node) != nil)
            }
            return true
        }
        // Only the first element of an item can be a box.
        guard layout.isAtMarker, inline.run.isEmpty, tag != .li, let isDone = boxState(of: node) else { return false }
        write(box: isDone)
        return true
    }

    /// Writes the box of an item whose attributes hold the state of a task.
    mutating func writeTaskBox(ofItem node: HTMLNode) {
        if let isDone = itemState(of: node) { write(box: isDone) }
    }

    private mutating func write(box isDone: Bool) {
        guard layout.isAtMarker, inline.run.isEmpty, !isInline else { return }
        inline.run.append(atom: Array((isDone ? "[x]" : "[ ]").utf8))
        inline.run.appendSpace()
    }

    /// Whether a checkbox is checked: an element with that role, or with a class of Notion; nil for all other elements.
    private func boxState(of node: HTMLNode) -> Bool? {
        if let role = document.attributeRange("role", of: node), bytes.matches("checkbox", role) {
            return document.attributeRange("aria-checked", of: node).map { bytes.matches("true", $0) }
        }
        guard document.firstChild(of: node) == nil else { return nil }
        if hasClass("checkbox-on", node) { return true }
        return hasClass("checkbox-off", node) ? false : nil
    }

    /// Whether a task is done, by the attributes that editors write to its item (Google Docs, Tiptap, Quill, Confluence); nil for other
    /// items.
    func itemState(of item: HTMLNode) -> Bool? {
        if let state = document.attributeRange("aria-checked", of: item) { return bytes.matches("true", state) }
        if let state = document.attributeRange("data-checked", of: item) { return bytes.matches("true", state) }
        if let state = document.attributeRange("data-list", of: item) {
            return bytes.matches("checked", state) ? true : bytes.matches("unchecked", state) ? false : nil
        }
        guard document.attributeRange("data-inline-task-id", of: item) != nil else { return nil }
        return hasClass("checked", item)
    }

    private func hasClass(_ name: StaticString, _ node: HTMLNode) -> Bool {
        guard let range = document.attributeRange("class", of: node), range.count >= name.utf8CodeUnitCount else { return false }
        return bytes[range].split(whereSeparator: \.isFoldedSpace).contains { bytes.matches(name, $0.indices) }
    }
}

extension InlineRun {
    /// Whether the run holds the box of a task and nothing else.
    var isTaskBox: Bool { events.count == 1 && text.isEmpty && atoms.count == 3 && atoms[0] == 0x5B && atoms[2] == 0x5D }
}

/// An open list.
struct ListLevel {
    let isOrdered: Bool
    /// The number of the next item.
    var number: Int
    /// The step from one number to the next: -1 for a list that counts down.
    var step = 1
    /// How plain text writes the numbers.
    var style = ListNumberStyle.decimal
    /// Whether empty lines separate the items (a loose list in CommonMark).
    let isLoose: Bool
    /// Whether the list has exactly one item. Some editors write such a list for each item.
    var hasOneItem = false
    /// The bullet, or the delimiter after the number, as an ASCII byte.
    var marker: UInt8 = 0
    var itemCount = 0
    /// Whether the last item has no content.
    var lastItemIsEmpty = false
    /// The width of the last marker, in bytes.
    var indent = 0
    /// Whether a paragraph of a tight item directly precedes the list.
    var followsParagraph = false
}
