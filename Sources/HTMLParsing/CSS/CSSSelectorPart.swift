/// A part of a selector: a combinator, or a simple selector, which may hold other selectors.
///
/// A slot is the index of a part in the matcher's cache. Slots are unique within one parser.
///
/// - SeeAlso: [Selectors 4](https://www.w3.org/TR/selectors-4/)
enum CSSSelectorPart: Hashable, Sendable {
    enum Combinator: UInt8 { case descendant, child, next, later }
    enum List: String, CaseIterable { case not, `is`, `where`, has }
    /// How an attribute's value is compared; the raw value is the operator's first character.
    enum Comparison: UInt8 {
        case equal = 0x3D
        case word = 0x7E
        case language = 0x7C
        case prefix = 0x5E
        case suffix = 0x24
        case part = 0x2A
    }
    /// Whether the case of an attribute's value matters: as HTML defines for the attribute, never (`i`), or always (`s`).
    enum CaseRule: Hashable { case ofAttribute, ignored, kept }

    /// The element that contains the mail, or in which a search looks.
    case scope
    case combinator(Combinator, slot: Int)
    case any
    /// An element's name in lower case.
    case type(String)
    case `class`(String)
    case id(String)
    case attribute(String)
    case attributeValue(String, Comparison, String, CaseRule)
    /// A pseudo-class without arguments.
    case pseudo(CSSPseudoClass)
    /// A pseudo-class such as `:nth-child(2n+1)`.
    case nth(CSSNthSelector)
    /// The ranges of `:lang()`, in lower case.
    case language([String], slot: Int)
    /// A pseudo-class with selectors in it. Those of `:has()` begin with a combinator.
    case list(List, [[CSSSelectorPart]], slot: Int)

    /// The IDs that the part names.
    var identifiers: [String] {
        switch self {
        case .id(let name), .attributeValue("id", _, let name, _): [name]
        case .list(_, let selectors, _): selectors.flatMap { $0.flatMap(\.identifiers) }
        default: []
        }
    }
}

/// The pseudo-classes without arguments, except `:scope`.
enum CSSPseudoClass: String, CaseIterable {
    case root, empty, link, checked, enabled, disabled
    case anyLink = "any-link"
    case firstChild = "first-child"
    case lastChild = "last-child"
    case onlyChild = "only-child"
    case firstOfType = "first-of-type"
    case lastOfType = "last-of-type"
    case onlyOfType = "only-of-type"
    // Known only to a reader's browser, or to a page around the document.
    case hover, active, focus, visited, target, host

    /// Whether the pseudo-class depends on a reader or on a page around the document.
    var isOfReader: Bool {
        switch self {
        case .hover, .active, .focus, .visited, .target, .host: true
        default: false
        }
    }
}

/// A pseudo-class that counts siblings, such as `:nth-last-child(2n+1 of .a)`.
struct CSSNthSelector: Hashable, Sendable {
    enum Kind: String, CaseIterable {
        case child = "nth-child"
        case lastChild = "nth-last-child"
        case ofType = "nth-of-type"
        case lastOfType = "nth-last-of-type"
    }

    let kind: Kind
    let step: Int
    let offset: Int
    /// The selectors after `of`, one of which the counted siblings match; empty if all siblings count.
    var selectors: [[CSSSelectorPart]] = []
    var slot = 0

    /// Whether the pseudo-class matches the element with this index among its siblings: from 1, or -1 if it does not count.
    func contains(_ number: Int) -> Bool {
        guard number > 0 else { return false }
        let difference = number - offset
        return step == 0 ? difference == 0 : difference.isMultiple(of: step) && difference / step >= 0
    }
}

/// Writes selectors in one canonical form.
enum CSSSelectorWriter {
    /// Appends a selector.
    static func append(_ parts: [CSSSelectorPart], _ scope: StyleSheetScope, to output: inout [UInt8]) {
        for part in parts { append(part, scope, to: &output) }
    }

    private static func append(_ part: CSSSelectorPart, _ scope: StyleSheetScope, to output: inout [UInt8]) {
        switch part {
        case .scope: output.append(contentsOf: scope.selector)
        case .combinator(let combinator, _):
            switch combinator {
            case .descendant: output.append(0x20)
            case .child: output.append(contentsOf: " > ".utf8)
            case .next: output.append(contentsOf: " + ".utf8)
            case .later: output.append(contentsOf: " ~ ".utf8)
            }
        case .any: output.append(UInt8(ascii: "*"))
        case .type(let name): output.append(contentsOf: name.utf8)
        case .class(let name):
            output.append(UInt8(ascii: "."))
            CSSEscaping.append(name, to: &output)
        case .id(let name):
            output.append(UInt8(ascii: "#"))
            CSSEscaping.append(name, to: &output)
        case .attribute(let name): output.append(contentsOf: "[\(name)]".utf8)
        case .attributeValue(let name, let comparison, let value, let caseRule):
            output.append(contentsOf: "[\(name)".utf8)
            if comparison != .equal { output.append(comparison.rawValue) }
            output.append(UInt8(ascii: "="))
            CSSEscaping.append(quoted: value, to: &output)
            switch caseRule {
            case .ofAttribute: break
            case .ignored: output.append(contentsOf: " i".utf8)
            case .kept: output.append(contentsOf: " s".utf8)
            }
            output.append(UInt8(ascii: "]"))
        case .pseudo(let name): output.append(contentsOf: ":\(name.rawValue)".utf8)
        case .nth(let nth):
            output.append(contentsOf: ":\(nth.kind.rawValue)(\(nth.step)n\(nth.offset < 0 ? "" : "+")\(nth.offset)".utf8)
            if !nth.selectors.isEmpty { output.append(contentsOf: " of ".utf8) }
            append(list: nth.selectors, scope, to: &output)
        case .language(let ranges, _):
            output.append(contentsOf: ":lang(".utf8)
            for (index, range) in ranges.enumerated() {
                if index > 0 { output.append(contentsOf: ", ".utf8) }
                CSSEscaping.append(quoted: range, to: &output)
            }
            output.append(UInt8(ascii: ")"))
        case .list(let list, let selectors, _):
            output.append(contentsOf: ":\(list.rawValue)(".utf8)
            append(list: selectors, scope, to: &output)
        }
    }

    /// Appends the selectors of a pseudo-class and its closing parenthesis.
    private static func append(list: [[CSSSelectorPart]], _ scope: StyleSheetScope, to output: inout [UInt8]) {
        for (index, selector) in list.enumerated() {
            if index > 0 { output.append(contentsOf: ", ".utf8) }
            append(selector, scope, to: &output)
        }
        output.append(UInt8(ascii: ")"))
    }
}

/// The elements of a page to which the style sheets of a mail are confined.
struct StyleSheetScope {
    /// The selector of the elements that contain a mail.
    let selector: [UInt8]
    /// Whether an element with the class ``bodyClass`` stands for the mail's `body`.
    var hasBody = false

    /// The class of the element that stands for the `body` of a mail with attributes.
    static let bodyClass = "mail-body"

    init(_ selector: String) {
        self.selector = Array(selector.utf8)
    }
}
