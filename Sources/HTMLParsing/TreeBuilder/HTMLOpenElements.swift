/// The stack of open elements.
///
/// - SeeAlso: [HTML 13.2.4.2](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements)
struct HTMLOpenElements {
    private(set) var entries: [HTMLOpenElement] = []
    /// The number of open HTML elements with each tag, so that a search for a tag that is not open takes constant time.
    private var counts = [Int32](repeating: 0, count: 256)

    var count: Int { entries.count }

    @inline(__always)
    var last: HTMLOpenElement? { entries.last }

    @inline(__always)
    mutating func push(_ element: HTMLOpenElement) {
        entries.append(element)
        counts[Int(element.tag.rawValue)] += 1
    }

    @inline(__always)
    mutating func pop() -> HTMLOpenElement? {
        guard let element = entries.popLast() else { return nil }
        counts[Int(element.tag.rawValue)] -= 1
        return element
    }

    mutating func insert(_ element: HTMLOpenElement, at index: Int) {
        entries.insert(element, at: index)
        counts[Int(element.tag.rawValue)] += 1
    }

    mutating func remove(at index: Int) {
        let element = entries.remove(at: index)
        counts[Int(element.tag.rawValue)] -= 1
    }

    mutating func replace(at index: Int, with element: HTMLOpenElement) {
        counts[Int(entries[index].tag.rawValue)] -= 1
        entries[index] = element
        counts[Int(element.tag.rawValue)] += 1
    }

    /// Whether an HTML element with this tag is open.
    @inline(__always)
    func contains(_ tag: HTMLTag) -> Bool { counts[Int(tag.rawValue)] > 0 }

    /// Returns the index of a node's entry, searching from the top.
    func index(of node: Int32) -> Int? { entries.lastIndex { $0.node == node } }

    func lastIndex(of tag: HTMLTag) -> Int? { contains(tag) ? entries.lastIndex { $0.tag == tag } : nil }

    /// Whether the stack has such an element [in scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
    @inline(__always)
    func isInScope(_ tag: HTMLTag) -> Bool {
        contains(tag) && isInScope { $0.tag == tag }
    }

    func isInScope(_ isWanted: (HTMLOpenElement) -> Bool) -> Bool {
        var index = entries.count
        while index > 0 {
            index &-= 1
            let entry = entries[index]
            if isWanted(entry) { return true }
            if entry.traits.contains(.endsScope) { return false }
        }
        return false
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope>
    @inline(__always)
    func isInButtonScope(_ tag: HTMLTag) -> Bool {
        contains(tag) && isInScope(tag, endedAlsoBy: .button, .button)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope>
    func isInListItemScope(_ tag: HTMLTag) -> Bool {
        contains(tag) && isInScope(tag, endedAlsoBy: .ol, .ul)
    }

    private func isInScope(_ tag: HTMLTag, endedAlsoBy first: HTMLTag, _ second: HTMLTag) -> Bool {
        var index = entries.count
        while index > 0 {
            index &-= 1
            let entry = entries[index]
            if entry.tag == tag { return true }
            if entry.traits.contains(.endsScope) || entry.tag == first || entry.tag == second { return false }
        }
        return false
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope>
    func isInTableScope(_ tag: HTMLTag) -> Bool {
        contains(tag) && isInTableScope { $0 == tag }
    }

    func isInTableScope(_ isWanted: (HTMLTag) -> Bool) -> Bool {
        for entry in entries.reversed() {
            if isWanted(entry.tag) { return true }
            if entry.tag == .html || entry.tag == .table || entry.tag == .template { return false }
        }
        return false
    }
}
