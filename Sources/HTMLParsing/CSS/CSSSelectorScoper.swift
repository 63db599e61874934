/// Confines the selectors of a mail's style sheet to the elements of the mail.
///
/// A selector that could match other elements, or that costs browsers much time, is refused.
struct CSSSelectorScoper {
    /// The maximum number of combinators. Browsers match each of them against all ancestors of an element.
    private static let maximumCombinators = 10
    /// The maximum number of parts of one selector, including those in lists.
    private static let maximumParts = 60
    private static let pseudoClasses: Set<CSSPseudoClass> = [
        .link, .anyLink, .hover, .active, .focus, .firstChild, .lastChild, .onlyChild, .firstOfType, .lastOfType, .onlyOfType, .empty,
    ]

    private let hasBody: Bool
    /// The selector of the scope. A selector that begins with it comes from a mail that was sanitised before.
    private let own: [CSSSelectorPart]

    init(_ scope: StyleSheetScope) {
        hasBody = scope.hasBody
        let text = String(decoding: scope.selector, as: UTF8.self)
        own = (try? HTMLSelector(parsing: text))?.selectors.first ?? []
    }

    /// Returns the parts of a selector, the scope first; nil if the selector is not allowed.
    func confined(_ selector: [CSSSelectorPart]) -> [CSSSelectorPart]? {
        var result: [CSSSelectorPart] = [.scope]
        var size = 1
        var isAtScope = true
        var combinator = CSSSelectorPart.Combinator.descendant
        var rest = selector[...]
        if !own.isEmpty, rest.starts(with: own) {
            rest = rest.dropFirst(own.count)
            guard let next = rest.first else { return result }
            guard case .combinator(let found, _) = next else { return nil }
            combinator = found
            rest = rest.dropFirst()
        }
        for combinators in 0...Self.maximumCombinators {
            let end = rest.firstIndex { if case .combinator = $0 { true } else { false } } ?? rest.endIndex
            // Siblings of the scope are not part of the mail.
            guard !isAtScope || combinator == .descendant || combinator == .child else { return nil }
            if isScopeName(rest.first) {
                // `html > body` is the scope itself.
                guard isAtScope, end == rest.startIndex + 1 else { return nil }
            } else {
                result.append(.combinator(combinator, slot: 0))
                size += 1
                guard let compound = compound(rest[..<end], inList: false, &size) else { return nil }
                result += compound
                isAtScope = false
            }
            guard end < rest.endIndex else { return result }
            guard combinators < Self.maximumCombinators, case .combinator(let found, _) = rest[end] else { return nil }
            combinator = found
            rest = rest[(end + 1)...]
        }
        return nil
    }

    /// Whether a part is a name of the scope: `html`, `body`, `:root` or `:host`.
    private func isScopeName(_ part: CSSSelectorPart?) -> Bool {
        switch part {
        case .type("html"), .pseudo(.root), .pseudo(.host): true
        case .type("body"): !hasBody
        default: false
        }
    }

    /// Returns the parts of a compound as they may be written; nil if one is not allowed.
    ///
    /// - Parameter size: The number of parts so far. Commas and parentheses of lists count too.
    private func compound(_ parts: ArraySlice<CSSSelectorPart>, inList: Bool, _ size: inout Int) -> [CSSSelectorPart]? {
        var result: [CSSSelectorPart] = []
        for part in parts {
            guard size < Self.maximumParts, let allowed = allowed(part, inList: inList, &size) else { return nil }
            result.append(allowed)
        }
        return result
    }

    private func allowed(_ part: CSSSelectorPart, inList: Bool, _ size: inout Int) -> CSSSelectorPart? {
        if case .list(let list, let selectors, _) = part {
            guard !inList, list != .has else { return nil }
            size += selectors.count
            var compounds: [[CSSSelectorPart]] = []
            for selector in selectors {
                guard let compound = compound(selector[...], inList: true, &size) else { return nil }
                compounds.append(compound)
            }
            size += 1
            return .list(list, compounds, slot: 0)
        }
        size += 1
        switch part {
        case .type("body"):
            size += 2
            return inList ? nil : .list(.where, [[.class(StyleSheetScope.bodyClass)]], slot: 0)
        case .type(let name): return Self.isPlain(name) ? part : nil
        case .id(let name): return Self.isShort(name) ? .id(ContentID.prefixed(name)) : nil
        case .class(let name): return Self.isShort(name) ? part : nil
        case .any: return part
        case .attribute(let name): return Self.isOfContent(name) && name != "id" ? part : nil
        case .attributeValue(let name, let comparison, let value, let caseRule):
            // The output puts a prefix before IDs, so only comparisons with a whole ID still match.
            guard Self.isOfContent(name), Self.isShort(value), caseRule != .kept, name != "id" || comparison == .equal else { return nil }
            return name == "id" ? .attributeValue(name, comparison, ContentID.prefixed(value), caseRule) : part
        case .pseudo(let name): return Self.pseudoClasses.contains(name) ? part : nil
        case .nth(let nth): return nth.selectors.isEmpty ? part : nil
        case .scope, .combinator, .language, .list: return nil
        }
    }

    private static func isShort(_ name: String) -> Bool { name.utf8.count <= CSSEscaping.maximumBytes }

    /// Whether a name needs no escapes, as in all elements and attributes of HTML.
    private static func isPlain(_ name: String) -> Bool {
        isShort(name) && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D }
    }

    /// Whether an attribute belongs to the content of a mail, and not to the page around it.
    private static func isOfContent(_ name: String) -> Bool { isPlain(name) && !name.hasPrefix("data-") && name != "hidden" }
}
