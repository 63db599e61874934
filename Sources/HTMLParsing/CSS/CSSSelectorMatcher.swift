/// Matches selectors against the elements of a document.
///
/// In a mail, pseudo-classes are assumed to match or not, and steps alone limit the time. A search in a page evaluates them, and remembers
/// results in a ``CSSMatchCache``, so that no combinator is followed twice from one element.
struct CSSSelectorMatcher {
    /// The bytes of an attribute that count as one comparison.
    private static let bytesPerStep = 64
    /// The number of comparisons that limits the time for a hostile mail.
    private static let mailSteps = 1_000_000

    let document: HTMLDocument
    let bytes: [UInt8]
    /// The number of comparisons that are left.
    var remainingSteps: Int
    /// Whether the document is a mail.
    let isMail: Bool
    /// The cache of a search in a page; empty for a mail. The cache is in an array because the matcher is copied often and must stay small.
    var memory: [CSSMatchCache] = []
    /// The element in which a search looks; the root for the whole document. Not used for a mail.
    private(set) var scope: HTMLNode
    /// Whether the scope lies outside of all elements: for a mail, and for a search in a whole fragment.
    private var hasOuterScope = true
    /// The element `html` of a whole document; nil for a fragment.
    private let documentElement: HTMLNode?

    /// Whether the limit of comparisons is reached.
    var isExhausted: Bool { remainingSteps <= 0 }

    /// Prepares the matching of a mail's style sheets.
    init(_ document: HTMLDocument) {
        self.init(document, steps: Self.mailSteps, isMail: true)
    }

    private init(_ document: HTMLDocument, steps: Int, isMail: Bool) {
        self.document = document
        self.isMail = isMail
        bytes = document.textBytes
        scope = document.root
        documentElement = document.children(of: document.root).first { document.isHTML($0, .html) }
        remainingSteps = steps
    }

    /// Prepares a search in a page.
    init(_ document: HTMLDocument, _ selector: HTMLSelector, steps: Int) {
        self.init(document, steps: steps, isMail: false)
        memory = [CSSMatchCache(slots: selector.slotCount, nodes: document.nodeCount, dependsOnScope: selector.namesScope)]
        hasOuterScope = documentElement == nil
    }

    /// Sets the element that `:scope` stands for; nil for the root of the document.
    mutating func setScope(_ node: HTMLNode?) {
        let node = node ?? document.root
        guard node != scope else { return }
        scope = node
        hasOuterScope = document.kind(of: node) != .element && documentElement == nil
        if !isMail { remainingSteps -= memory[0].forgetScope() / Self.bytesPerStep }
    }

    /// Whether a selector matches an element.
    ///
    /// - Parameter assumed: The result for a pseudo-class of a mail that depends on the reader or on siblings, and beyond the limit of
    ///   comparisons.
    mutating func matches(_ selector: [CSSSelectorPart], _ node: HTMLNode, assuming assumed: Bool) -> Bool {
        matches(selector[...], node, assumed)
    }

    /// Whether one of several selectors matches an element.
    mutating func matches(anyOf selectors: [[CSSSelectorPart]], _ node: HTMLNode, assuming assumed: Bool) -> Bool {
        for selector in selectors where matches(selector[...], node, assumed) { return true }
        return false
    }

    /// Matches the last compound, then calls itself for the rest before each combinator.
    private mutating func matches(_ parts: ArraySlice<CSSSelectorPart>, _ node: HTMLNode, _ assumed: Bool) -> Bool {
        remainingSteps -= 1
        guard remainingSteps > 0 else { return assumed }
        let combinatorPlace = parts.lastIndex { if case .combinator = $0 { true } else { false } }
        let start = combinatorPlace.map { $0 + 1 } ?? parts.startIndex
        guard matches(compound: parts[start...], node, assumed) else { return false }
        guard let combinatorPlace, case .combinator(let combinator, let slot) = parts[combinatorPlace] else { return true }
        let rest = parts[..<combinatorPlace]
        switch combinator {
        case .child: return parent(of: node).map { matches(rest, $0, assumed) } ?? isOuterScope(rest)
        case .next: return previous(node).map { matches(rest, $0, assumed) } ?? false
        case .descendant where isOuterScope(rest): return true
        case .descendant, .later: return isBehind(rest, node, combinator, slot, assumed)
        }
    }

    /// Whether an ancestor or an earlier sibling matches the rest of a selector. Remembers the result for all elements on the way.
    private mutating func isBehind(
        _ rest: ArraySlice<CSSSelectorPart>, _ node: HTMLNode, _ combinator: CSSSelectorPart.Combinator, _ slot: Int, _ assumed: Bool
    ) -> Bool {
        var current = node
        var found = false
        while true {
            if !isMail, let known = memory[0].result(slot, current) {
                found = known
                break
            }
            guard let next = combinator == .later ? previous(current) : parent(of: current) else { break }
            if matches(rest, next, assumed) {
                found = true
                break
            }
            if combinator == .later { remainingSteps -= 1 }
            current = next
        }
        guard !isMail else { return found }
        let end = current
        var passed: HTMLNode? = node
        while let node = passed {
            memory[0].remember(found, slot, node)
            passed = node == end ? nil : combinator == .later ? previous(node) : parent(of: node)
        }
        return found
    }

    private func isOuterScope(_ parts: ArraySlice<CSSSelectorPart>) -> Bool {
        hasOuterScope && parts.count == 1 && parts.first == .scope
    }

    /// The parent, if it is an element.
    func parent(of node: HTMLNode) -> HTMLNode? {
        document.parent(of: node).flatMap { document.kind(of: $0) == .element ? $0 : nil }
    }

    /// The previous sibling that is an element.
    func previous(_ node: HTMLNode) -> HTMLNode? {
        var sibling = document.previousSibling(of: node)
        while let current = sibling, document.kind(of: current) != .element { sibling = document.previousSibling(of: current) }
        return sibling
    }

    /// The next sibling that is an element.
    func next(_ node: HTMLNode) -> HTMLNode? {
        var sibling = document.nextSibling(of: node)
        while let current = sibling, document.kind(of: current) != .element { sibling = document.nextSibling(of: current) }
        return sibling
    }
}

/// Compounds and simple selectors.
extension CSSSelectorMatcher {
    mutating func matches(compound: ArraySlice<CSSSelectorPart>, _ node: HTMLNode, _ assumed: Bool) -> Bool {
        for part in compound where !matches(simple: part, node, assumed) { return false }
        return true
    }

    private mutating func matches(simple part: CSSSelectorPart, _ node: HTMLNode, _ assumed: Bool) -> Bool {
        if case .list(let list, let selectors, let slot) = part {
            remainingSteps -= 1
            return switch list {
            case .is, .where: matches(anyOf: selectors, node, assuming: assumed)
            case .not: !matches(anyOf: selectors, node, assuming: !assumed)
            case .has: hasRelative(selectors, node, slot)
            }
        }
        remainingSteps -= isMail ? 2 : 1
        guard remainingSteps > 0 else { return assumed }
        return switch part {
        case .any: true
        case .scope: isScope(node)
        case .type(let name): isNamed(name, node)
        case .class(let name): hasClass(name, node)
        case .id(let name): hasID(name, node)
        case .attributeValue("id", .equal, let name, .ofAttribute) where isMail: hasID(name, node)
        case .attribute(let name): attributeRange(name, node) != nil
        case .attributeValue(let name, let comparison, let value, let caseRule):
            hasAttribute(name, comparison, value, ignoresCase: ignoresCase(caseRule, name, node), node)
        case .pseudo(let name): isMail ? assumed : isInState(name, node)
        case .nth(let nth): isMail ? assumed : nth.contains(number(of: node, for: nth))
        case .language(let ranges, let slot): isMail ? assumed : isInLanguage(ranges, node, slot)
        case .combinator, .list: false
        }
    }

    private func isScope(_ node: HTMLNode) -> Bool {
        if isMail { return document.isHTML(node, .body) }
        return scope == document.root ? node == documentElement : node == scope
    }

    /// - Parameter name: The name in lower case, as in HTML elements. Names in SVG may have capitals.
    private func isNamed(_ name: String, _ node: HTMLNode) -> Bool {
        if document.isNamed(name, node) { return true }
        guard !isMail, document.namespace(of: node) != .html else { return false }
        return document.name(of: node).asciiLowercased == name
    }

    /// Compares no more bytes than the name has, as IDs can be long.
    ///
    /// - Parameter name: The ID. For a mail, it has the prefix, which the attribute may lack.
    private func hasID(_ name: String, _ node: HTMLNode) -> Bool {
        guard let range = document.attributeRange("id", of: node), range.count <= name.utf8.count else { return false }
        if !isMail { return bytes[range].elementsEqual(name.utf8) }
        let isWhole = bytes[range].starts(with: ContentID.prefix.utf8)
        return bytes[range].elementsEqual(isWhole ? name.utf8[...] : name.utf8.dropFirst(ContentID.prefix.utf8.count))
    }

    /// The range of an attribute's value in the document's text, in bytes.
    ///
    /// - Parameter name: The name in lower case, as in HTML elements. Names in SVG may have capitals.
    private func attributeRange(_ name: String, _ node: HTMLNode) -> Range<Int>? {
        if let range = document.attributeRange(name, of: node) { return range }
        guard !isMail, document.namespace(of: node) != .html else { return nil }
        for index in document.attributeIndices(of: document.record(node)) {
            let attribute = document.attributeRecords[index]
            if document.names.string(attribute.name).asciiLowercased == name { return attribute.range }
        }
        return nil
    }

    /// - SeeAlso: [Selectors 4, 6.1 and 6.2](https://www.w3.org/TR/selectors-4/#attribute-representation)
    private mutating func hasAttribute(
        _ name: String, _ comparison: CSSSelectorPart.Comparison, _ value: String, ignoresCase: Bool, _ node: HTMLNode
    ) -> Bool {
        guard let range = attributeRange(name, node) else { return false }
        if comparison == .equal, range.count != value.utf8.count { return false }
        if comparison == .equal, !ignoresCase { return bytes[range].elementsEqual(value.utf8) }
        remainingSteps -= range.count * max(value.utf8.count, 1) / Self.bytesPerStep
        guard remainingSteps > 0 else { return false }
        let text = ignoresCase ? bytes[range].map(\.asciiLowercased)[...] : bytes[range]
        let wanted = ignoresCase ? value.utf8.map(\.asciiLowercased) : Array(value.utf8)
        switch comparison {
        case .equal: return text.elementsEqual(wanted)
        case .language: return text.starts(with: wanted) && [nil, UInt8(ascii: "-")].contains(text.dropFirst(wanted.count).first)
        case .word: return Self.hasWord(wanted, in: text)
        case .prefix: return !wanted.isEmpty && text.starts(with: wanted)
        case .suffix: return !wanted.isEmpty && text.suffix(wanted.count).elementsEqual(wanted)
        case .part: return !wanted.isEmpty && text.indices.contains { text[$0...].starts(with: wanted) }
        }
    }

    private mutating func hasClass(_ name: String, _ node: HTMLNode) -> Bool {
        // In a mail, an element with this class stands for the body.
        if isMail, name == StyleSheetScope.bodyClass, document.isHTML(node, .body) { return true }
        guard let range = document.attributeRange("class", of: node) else { return false }
        remainingSteps -= range.count / Self.bytesPerStep
        return Self.hasWord(name.utf8, in: bytes[range])
    }

    /// Whether a list separated by white space contains a word. An empty word, or one with white space, is in no list.
    private static func hasWord(_ word: some Collection<UInt8>, in text: ArraySlice<UInt8>) -> Bool {
        let count = word.count
        if count == 0 { return false }
        var start = text.startIndex
        while start < text.endIndex {
            var end = start
            while end < text.endIndex, !text[end].isHTMLWhitespace { end += 1 }
            if end - start == count, text[start..<end].elementsEqual(word) { return true }
            start = end + 1
        }
        return false
    }

    /// Whether the case of an attribute's value does not matter. HTML lists the attributes for which it does not.
    ///
    /// - SeeAlso: [HTML 4.16.2, Case-sensitivity of selectors](https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors)
    private func ignoresCase(_ rule: CSSSelectorPart.CaseRule, _ name: String, _ node: HTMLNode) -> Bool {
        switch rule {
        case .ignored: true
        case .kept: false
        case .ofAttribute: !isMail && Self.namesWithoutCase.contains(name) && document.namespace(of: node) == .html
        }
    }

    private static let namesWithoutCase: Set<String> = [
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype", "color", "compact",
        "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang", "http-equiv", "lang", "language",
        "link", "media", "method", "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly", "rel", "rev", "rules", "scope",
        "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype", "vlink",
    ]
}
