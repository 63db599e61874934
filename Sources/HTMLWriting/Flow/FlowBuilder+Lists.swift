import HTMLParsing

/// Lists and their items.
///
/// - SeeAlso: [CommonMark 5.2, List items](https://spec.commonmark.org/0.31.2/#list-items)
extension FlowBuilder {
    mutating func enterList(_ node: HTMLNode, isOrdered: Bool) {
        endParagraph()
        guard !isInline, layout.canNest else { return push(.block, node) }
        var start = 1
        if isOrdered, let range = document.attributeRange("start", of: node) { start = bytes.pixels(bytes.trimmed(range)) ?? 1 }
        let shape = ListShape(of: node, in: document, bytes: bytes, visibility: visibility)
        lists.append(ListFrame(isOrdered: isOrdered, number: start, isLoose: shape.isLoose))
        push(.list, node)
    }

    mutating func enterItem(_ node: HTMLNode) {
        endParagraph()
        guard case .list = frames.last?.action else { return push(.block, node) }
        if lists[lists.count - 1].itemCount == 0, let range = document.attributeRange("value", of: node), lists[lists.count - 1].isOrdered {
            lists[lists.count - 1].number = bytes.pixels(bytes.trimmed(range)) ?? lists[lists.count - 1].number
        }
        openItem()
        writeTaskBox(ofItem: node)
        push(.item, node)
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
        if list.itemCount == 0 {
            begin(&list)
        } else if list.isLoose {
            layout.requestBlankLine()
        }
        var marker: [UInt8] = []
        if list.isOrdered { marker.append(contentsOf: String(list.number).utf8) }
        marker.append(list.marker)
        marker.append(0x20)
        list.itemCount += 1
        list.indent = marker.count
        if list.number < 999_999_999 { list.number += 1 }
        layout.openItem(marker: marker, width: marker.count, isTight: !list.isLoose)
        lists[lists.count - 1] = list
    }

    /// Chooses the marker of a list: not the marker of the previous list, nor the bullet that its first line already begins with.
    private mutating func begin(_ list: inout ListFrame) {
        let container = layout.container
        let neighbour = container.last == .list ? container.lastMarker : 0
        if list.isOrdered {
            list.marker = neighbour == 0x2E ? 0x29 : 0x2E
        } else {
            let bullet = options.markdown.bullet.byte
            let before = layout.lastBullet
            list.marker = [bullet, 0x2D, 0x2A, 0x2B].first { $0 != neighbour && $0 != before } ?? bullet
        }
        // Only a list that starts with 1 may follow a paragraph without an empty line.
        let interrupts = !list.isOrdered || list.number == 1
        list.followsParagraph = interrupts && container.isTight && container.last == .paragraph
        layout.startBlock(.list, forcesBlankLine: !interrupts && container.last == .paragraph)
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
