/// Matches selectors against the elements of a document.
struct CSSSelectorMatcher {
    private let document: HTMLDocument
    private let bytes: [UInt8]
    /// The bytes of an attribute that count as one comparison.
    private static let bytesPerStep = 64
    /// The number of comparisons that are left, which limits the time for a hostile mail.
    private var remainingSteps = 1_000_000

    /// Whether the limit of comparisons is reached.
    var isExhausted: Bool { remainingSteps <= 0 }

    init(_ document: HTMLDocument) {
        self.document = document
        bytes = document.textBytes
    }

    /// Whether a selector matches an element.
    ///
    /// - Parameter assumed: The result for a pseudo-class that depends on the reader or on siblings, and beyond the limit of comparisons.
    mutating func matches(_ selector: [CSSSelectorPart], _ node: HTMLNode, assuming assumed: Bool) -> Bool {
        matches(selector[...], node, assumed)
    }

    private mutating func matches(_ parts: ArraySlice<CSSSelectorPart>, _ node: HTMLNode, _ assumed: Bool) -> Bool {
        remainingSteps -= 1
        guard remainingSteps > 0 else { return assumed }
        let combinatorPlace = parts.lastIndex { if case .combinator = $0 { true } else { false } }
        let start = combinatorPlace.map { $0 + 1 } ?? parts.startIndex
        guard matches(compound: parts[start...], node, assumed) else { return false }
        guard let combinatorPlace, case .combinator(let combinator) = parts[combinatorPlace] else { return true }
        let rest = parts[..<combinatorPlace]
        switch combinator {
        case .child: return parent(of: node).map { matches(rest, $0, assumed) } ?? isScope(rest)
        case .descendant:
            if isScope(rest) { return true }
            var ancestor = parent(of: node)
            while let current = ancestor {
                if matches(rest, current, assumed) { return true }
                ancestor = parent(of: current)
            }
            return false
        case .next, .later:
            var sibling = previous(node)
            while let current = sibling {
                if matches(rest, current, assumed) { return true }
                if combinator == .next { return false }
                remainingSteps -= 1
                sibling = previous(current)
            }
            return false
        }
    }

    private func isScope(_ parts: ArraySlice<CSSSelectorPart>) -> Bool { parts.count == 1 && parts.first == .scope }

    /// The parent inside of the mail.
    private func parent(of node: HTMLNode) -> HTMLNode? {
        document.parent(of: node).flatMap { document.kind(of: $0) == .element ? $0 : nil }
    }

    private func previous(_ node: HTMLNode) -> HTMLNode? {
        var sibling = document.previousSibling(of: node)
        while let current = sibling, document.kind(of: current) != .element { sibling = document.previousSibling(of: current) }
        return sibling
    }

    private mutating func matches(compound: ArraySlice<CSSSelectorPart>, _ node: HTMLNode, _ assumed: Bool) -> Bool {
        var index = compound.startIndex
        while index < compound.endIndex {
            remainingSteps -= 1
            if case .open(let list) = compound[index] {
                let end = compound[index...].firstIndex(of: .close) ?? compound.endIndex
                var found = false
                for alternative in compound[(index + 1)..<end].split(separator: .alternative) where !found {
                    found = true
                    for part in alternative where found { found = matches(simple: part, node, list == .not ? !assumed : assumed) }
                }
                if found == (list == .not) { return false }
                index = end + 1
                continue
            }
            guard matches(simple: compound[index], node, assumed) else { return false }
            index += 1
        }
        return true
    }

    private mutating func matches(simple part: CSSSelectorPart, _ node: HTMLNode, _ assumed: Bool) -> Bool {
        remainingSteps -= 1
        guard remainingSteps > 0 else { return assumed }
        return switch part {
        case .any: true
        case .scope: document.isHTML(node, .body)
        case .type(let name): document.isNamed(name, node)
        case .class(let name): hasClass(name, node)
        case .id(let name), .attributeValue("id", .equal, let name, ignoresCase: false):
            hasID(name, node)
        case .attribute(let name): document.attributeRange(name, of: node) != nil
        case .attributeValue(let name, .equal, let value, ignoresCase: false):
            document.attributeRange(name, of: node).map { $0.count == value.utf8.count && bytes[$0].elementsEqual(value.utf8) } ?? false
        case .attributeValue(let name, let comparison, let value, let ignoresCase):
            hasAttribute(name, comparison, value, ignoresCase: ignoresCase, node)
        case .pseudo, .nth: assumed
        case .combinator, .open, .alternative, .close: false
        }
    }

    /// Compares no more bytes than the name has, as IDs can be long.
    ///
    /// - Parameter name: The ID with the prefix, which the attribute may lack.
    private func hasID(_ name: String, _ node: HTMLNode) -> Bool {
        guard let range = document.attributeRange("id", of: node), range.count <= name.utf8.count else { return false }
        let isWhole = bytes[range].starts(with: ContentID.prefix.utf8)
        return bytes[range].elementsEqual(isWhole ? name.utf8[...] : name.utf8.dropFirst(ContentID.prefix.utf8.count))
    }

    /// - SeeAlso: [Selectors 4, 6.1 and 6.2](https://www.w3.org/TR/selectors-4/#attribute-representation)
    private mutating func hasAttribute(
        _ name: String, _ comparison: CSSSelectorPart.Comparison, _ value: String, ignoresCase: Bool, _ node: HTMLNode
    ) -> Bool {
        guard let range = document.attributeRange(name, of: node) else { return false }
        remainingSteps -= range.count * max(value.utf8.count, 1) / Self.bytesPerStep
        guard remainingSteps > 0 else { return false }
        let text = ignoresCase ? bytes[range].map(\.asciiLowercased)[...] : bytes[range]
        let wanted = ignoresCase ? value.utf8.map(\.asciiLowercased) : Array(value.utf8)
        switch comparison {
        case .equal: return text.elementsEqual(wanted)
        case .language: return text.starts(with: wanted) && [nil, UInt8(ascii: "-")].contains(text.dropFirst(wanted.count).first)
        case .word: return !wanted.isEmpty && text.split(whereSeparator: \.isHTMLWhitespace).contains { $0.elementsEqual(wanted) }
        case .prefix: return !wanted.isEmpty && text.starts(with: wanted)
        case .suffix: return !wanted.isEmpty && text.suffix(wanted.count).elementsEqual(wanted)
        case .part: return !wanted.isEmpty && text.indices.contains { text[$0...].starts(with: wanted) }
        }
    }

    private mutating func hasClass(_ name: String, _ node: HTMLNode) -> Bool {
        guard let range = document.attributeRange("class", of: node) else {
            return name == CSSScope.bodyClass && document.isHTML(node, .body)
        }
        if name == CSSScope.bodyClass, document.isHTML(node, .body) { return true }
        remainingSteps -= range.count / Self.bytesPerStep
        return bytes[range].split(whereSeparator: \.isHTMLWhitespace).contains { $0.elementsEqual(name.utf8) }
    }
}
