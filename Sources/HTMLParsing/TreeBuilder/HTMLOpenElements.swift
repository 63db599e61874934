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

/// An entry of the stack of open elements, with the properties that the rules check most.
struct HTMLOpenElement {
    struct Traits: OptionSet {
        let rawValue: UInt8
        /// In the category "special".
        static let special = Traits(rawValue: 1)
        /// Limits every kind of scope.
        static let endsScope = Traits(rawValue: 2)
        /// An element of MathML whose content is read as HTML, such as `<mi>` and `<mtext>`.
        static let mathMLTextIntegrationPoint = Traits(rawValue: 4)
        /// An HTML integration point.
        static let htmlIntegrationPoint = Traits(rawValue: 8)
    }

    let node: Int32
    /// The tag of an HTML element; `.other` for other namespaces.
    let tag: HTMLTag
    /// The tag in any namespace.
    let localTag: HTMLTag
    let namespace: HTMLNamespace
    let traits: Traits

    /// - Parameter isHTMLAnnotation: Whether the element is MathML's `annotation-xml` with an HTML encoding.
    init(node: Int32, tag: HTMLTag, namespace: HTMLNamespace, isHTMLAnnotation: Bool = false) {
        self.node = node
        self.namespace = namespace
        localTag = tag
        switch namespace {
        case .html:
            self.tag = tag
            traits = tag.endsScope ? [.special, .endsScope] : tag.isSpecial ? .special : []
        case .svg:
            self.tag = .other
            let isPoint = tag == .foreignObject || tag == .desc || tag == .title
            traits = isPoint ? [.special, .endsScope, .htmlIntegrationPoint] : []
        case .mathML:
            self.tag = .other
            switch tag {
            case .mi, .mo, .mn, .ms, .mtext: traits = [.special, .endsScope, .mathMLTextIntegrationPoint]
            case .annotationXML: traits = isHTMLAnnotation ? [.special, .endsScope, .htmlIntegrationPoint] : [.special, .endsScope]
            default: traits = []
            }
        }
    }
}

/// The list of active formatting elements.
///
/// - SeeAlso: [HTML 13.2.4.3](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements)
struct HTMLFormattingElements {
    struct Entry {
        /// The element's node; -1 for a marker.
        var node: Int32
        var tag: HTMLTag
        /// A hash of the attributes, equal for elements with equal attributes.
        var hash: UInt32

        static let marker = Entry(node: -1, tag: .other, hash: 0)

        var isMarker: Bool { node < 0 }
    }

    /// The maximum number of elements after the last marker. The standard has no limit, and no real page comes near this one. Without it, a
    /// page of many different unclosed `<font>` would take quadratic time.
    static let maximumCount = 512

    private(set) var entries: [Entry] = []

    var last: Entry? { entries.last }

    mutating func addMarker() { entries.append(.marker) }

    mutating func clearToLastMarker() {
        while let entry = entries.popLast(), !entry.isMarker {}
    }

    mutating func append(_ entry: Entry) {
        let start = (entries.lastIndex { $0.isMarker } ?? -1) + 1
        if entries.count - start >= Self.maximumCount { entries.remove(at: start) }
        entries.append(entry)
    }

    mutating func remove(at index: Int) { entries.remove(at: index) }

    mutating func insert(_ entry: Entry, at index: Int) { entries.insert(entry, at: index) }

    mutating func replace(at index: Int, with node: Int32) { entries[index].node = node }

    /// Removes the entries after the last marker, and keeps the marker.
    mutating func removeEntriesAfterLastMarker() {
        while let last, !last.isMarker { entries.removeLast() }
    }

    func index(of node: Int32) -> Int? { entries.lastIndex { $0.node == node } }

    /// Returns the index of the last element with this tag after the last marker.
    func lastIndex(of tag: HTMLTag) -> Int? {
        var index = entries.count
        while index > 0 {
            index -= 1
            if entries[index].isMarker { return nil }
            if entries[index].tag == tag { return index }
        }
        return nil
    }
}
