/// Pseudo-classes that depend on other elements: `:nth-child()` and its variants, `:has()` and `:lang()`.
extension CSSSelectorMatcher {
    /// The index of an element among its siblings, from 1; -1 if it does not count.
    mutating func number(of node: HTMLNode, for nth: CSSNthSelector) -> Int {
        let filter: CSSMatchCache.SiblingFilter =
            switch nth.kind {
            case .ofType, .lastOfType: .ofType
            case .child, .lastChild: nth.selectors.isEmpty ? .all : .matching(slot: nth.slot)
            }
        return number(of: node, in: filter, fromLast: nth.kind == .lastChild || nth.kind == .lastOfType, nth.selectors)
    }

    /// The index of an element among the siblings that a filter counts, from 1; -1 if it does not count. Numbers all siblings at once.
    mutating func number(
        of node: HTMLNode, in filter: CSSMatchCache.SiblingFilter, fromLast: Bool, _ selectors: [[CSSSelectorPart]] = []
    ) -> Int {
        let known = memory[0].number(of: node, in: filter, fromLast: fromLast)
        if known != 0 { return known }
        var first = node
        if let parent = document.parent(of: node), let child = document.firstChild(of: parent) {
            first = child
        } else {
            while let earlier = document.previousSibling(of: first) { first = earlier }
        }
        var counted: [(node: HTMLNode, group: UInt64)] = []
        var others: [HTMLNode] = []
        var sibling: HTMLNode? = first
        while let current = sibling, remainingSteps > 0 {
            remainingSteps -= 1
            sibling = document.nextSibling(of: current)
            guard document.kind(of: current) == .element else { continue }
            if selectors.isEmpty || matches(anyOf: selectors, current, assuming: false) {
                counted.append((current, filter == .ofType ? group(of: current) : 0))
            } else {
                others.append(current)
            }
        }
        memory[0].number(counted, others: others, in: filter)
        return memory[0].number(of: node, in: filter, fromLast: fromLast)
    }

    /// A number for the name and the namespace of an element.
    private func group(of node: HTMLNode) -> UInt64 {
        let record = document.record(node)
        return UInt64(record.namespace.rawValue) << 32 | UInt64(UInt32(bitPattern: record.nameID))
    }

    /// Whether `:has()` with these selectors matches an element. The first call computes the results of all elements.
    mutating func hasRelative(_ selectors: [[CSSSelectorPart]], _ node: HTMLNode, _ slot: Int) -> Bool {
        // The style sheet of a mail never contains `:has()`.
        if isMail { return false }
        if !memory[0].isComplete(slot) {
            if memory[0].order.isEmpty {
                remainingSteps -= document.nodeCount
                memory[0].order = document.descendants(of: document.root).filter { document.kind(of: $0) == .element }
            }
            var found = [Bool](repeating: false, count: document.nodeCount)
            for selector in selectors {
                let anchors = anchors(of: selector)
                for index in found.indices where anchors[index] { found[index] = true }
            }
            memory[0].complete(slot, with: found)
        }
        return memory[0].result(slot, node) ?? false
    }

    /// Returns for each node whether a relative selector, such as `> a`, finds a match from there. Works from the last compound to the
    /// first.
    private mutating func anchors(of selector: [CSSSelectorPart]) -> [Bool] {
        let order = memory[0].order
        var marked: [Bool]?
        var rest = selector[...]
        while let place = rest.lastIndex(where: { if case .combinator = $0 { true } else { false } }),
            case .combinator(let combinator, _) = rest[place]
        {
            var matching = [Bool](repeating: false, count: document.nodeCount)
            remainingSteps -= document.nodeCount
            for node in order where remainingSteps > 0 && marked?[Int(node.index)] != false {
                matching[Int(node.index)] = matches(compound: rest[(place + 1)...], node, false)
            }
            marked = related(to: matching, combinator, order)
            rest = rest[..<place]
        }
        return marked ?? [Bool](repeating: false, count: document.nodeCount)
    }

    /// Marks the nodes that have a marked one as child, descendant, next or later sibling.
    private mutating func related(to marked: [Bool], _ combinator: CSSSelectorPart.Combinator, _ order: [HTMLNode]) -> [Bool] {
        var result = [Bool](repeating: false, count: marked.count)
        remainingSteps -= order.count
        // In reverse order, each result is known before an ancestor or an earlier sibling needs it.
        for node in order.reversed() where remainingSteps > 0 {
            let index = Int(node.index)
            let isDistant = combinator == .descendant || combinator == .later
            guard marked[index] || isDistant && result[index] else { continue }
            let other = combinator == .next || combinator == .later ? previous(node) : document.parent(of: node)
            if let other { result[Int(other.index)] = true }
        }
        return result
    }

    /// Whether the language of an element is in one of the ranges. The nearest element with `lang` decides it.
    ///
    /// - SeeAlso: [Selectors 4, 11.2](https://www.w3.org/TR/selectors-4/#the-lang-pseudo)
    mutating func isInLanguage(_ ranges: [String], _ node: HTMLNode, _ slot: Int) -> Bool {
        var current: HTMLNode? = node
        var found = false
        var end = node
        while let element = current {
            remainingSteps -= 1
            end = element
            if let known = memory[0].result(slot, element) {
                found = known
                break
            }
            if let range = document.attributeRange("lang", of: element) ?? document.attributeRange("xml:lang", of: element) {
                remainingSteps -= ranges.count
                let language = document.string(range.prefix(CSSSelectorParser.maximumBytes)).asciiLowercased
                found = ranges.contains { Self.isLanguage(language, in: $0) }
                break
            }
            current = parent(of: element)
        }
        current = node
        while let element = current {
            memory[0].remember(found, slot, element)
            current = element == end ? nil : parent(of: element)
        }
        return found
    }

    /// Extended filtering: each part of the range stands in the language, in order, and skips no part of a single letter.
    ///
    /// - SeeAlso: [RFC 4647, 3.3.2](https://www.rfc-editor.org/rfc/rfc4647#section-3.3.2)
    private static func isLanguage(_ language: String, in range: String) -> Bool {
        if range.isEmpty || language.isEmpty { return range.isEmpty && language.isEmpty }
        var tags = language.split(separator: "-", omittingEmptySubsequences: false)[...]
        var wanted = range.split(separator: "-", omittingEmptySubsequences: false)[...]
        guard let first = tags.popFirst(), let primary = wanted.popFirst(), primary == "*" || primary == first else { return false }
        while let next = wanted.first {
            if next == "*" {
                wanted.removeFirst()
                continue
            }
            guard let tag = tags.popFirst() else { return false }
            if tag == next {
                wanted.removeFirst()
            } else if tag.utf8.count == 1 {
                return false
            }
        }
        return true
    }
}
