/// A CSS selector, such as `article > h1.title`, or several with commas between them.
///
/// It has the selectors of level 3 and, of level 4, `:is`, `:where`, `:not` and `:has` with lists, `:nth-child(… of …)`, `:lang`, `:scope`
/// and the case flags of attributes. There are no namespaces, no pseudo-elements, and no states of a reader such as `:hover`.
///
///     let titles = try document.all(matching: HTMLSelector(parsing: "article > h1.title"))
///
/// - SeeAlso: [Selectors 4](https://www.w3.org/TR/selectors-4/)
public struct HTMLSelector: Sendable, Hashable, CustomStringConvertible {
    /// The text of the selector.
    public let text: String
    let selectors: [[CSSSelectorPart]]
    let slotCount: Int
    /// Whether a part of the selector is `:scope`, so that its matches depend on where a search begins.
    let namesScope: Bool

    /// The names of the pseudo-classes that selectors can have, without their colon.
    public static var pseudoClasses: [String] { CSSSelectorParser.names }

    /// Parses a selector.
    ///
    /// - Parameter text: The selector.
    /// - Throws: ``HTMLSelectorError`` with the offset in bytes.
    public init(parsing text: String) throws(HTMLSelectorError) {
        let bytes = Array(text.utf8)
        var tokenizer = CSSTokenizer(0..<bytes.count)
        var tokens: [CSSToken] = []
        while true {
            let token = tokenizer.next(bytes.span)
            if token.kind == .end { break }
            tokens.append(token)
        }
        var parser = CSSSelectorParser(tokens[...], allowsReaderStates: false)
        selectors = try parser.parseSelectors(bytes.span)
        slotCount = parser.slotCount
        namesScope = parser.namesScope
        self.text = text
    }

    /// The selector `*`, which matches every element.
    public static let any = HTMLSelector(text: "*", [[.any]])

    private init(text: String, _ selectors: [[CSSSelectorPart]]) {
        (self.text, self.selectors, slotCount, namesScope) = (text, selectors, 0, false)
    }

    /// The text of the selector.
    public var description: String { text }

    /// Whether two selectors have the same text.
    public static func == (one: HTMLSelector, other: HTMLSelector) -> Bool { one.text == other.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension HTMLDocument {
    /// Returns the elements that match a selector, in document order. Each element is in the list once.
    ///
    /// The content of a `template` is not searched. For several searches with one selector, an ``HTMLSelectorSearch`` is faster.
    ///
    /// - Parameters:
    ///   - selector: The selector. `:scope` stands for `node`.
    ///   - node: The element whose descendants are searched; nil for the whole document. Ancestors outside of it count for combinators, as in
    ///     `querySelectorAll`.
    /// - Throws: ``HTMLSelectorError`` with the reason ``HTMLSelectorError/Reason/tooCostly(limit:)``.
    public func all(matching selector: HTMLSelector, in node: HTMLNode? = nil) throws(HTMLSelectorError) -> [HTMLNode] {
        var search = HTMLSelectorSearch(selector, in: self)
        return try search.all(in: node)
    }
}

/// Finds the matches of one selector in one document, also in many parts of it.
///
/// A search caches its results. Its time is linear in the size of the document and of the selector. Many searches in parts of a document
/// take as long as one in all of it. Where the selector names `:scope`, a search in another part drops these results.
public struct HTMLSelectorSearch {
    /// The number of steps that every document allows. A step compares a name, or 64 bytes of a value.
    private static let baseSteps = 20_000_000
    /// The number of steps for each node.
    private static let stepsPerNode = 200

    private let selector: HTMLSelector
    private let document: HTMLDocument
    private var matcher: CSSSelectorMatcher
    private let limit: Int

    /// Prepares a search.
    public init(_ selector: HTMLSelector, in document: HTMLDocument) {
        (self.selector, self.document) = (selector, document)
        limit = Self.baseSteps + Self.stepsPerNode * document.nodeCount
        matcher = CSSSelectorMatcher(document, selector, steps: limit)
    }

    /// The number of steps so far.
    var steps: Int { limit - matcher.remainingSteps }

    /// Returns the matching descendants of an element in document order; without an element, those of the document.
    ///
    /// - Throws: ``HTMLSelectorError`` if the search takes too many steps, counted over all searches of this value.
    public mutating func all(in node: HTMLNode? = nil) throws(HTMLSelectorError) -> [HTMLNode] {
        matcher.setScope(node)
        var found: [HTMLNode] = []
        for descendant in document.descendants(of: node ?? document.root) where try isMatch(descendant) { found.append(descendant) }
        return found
    }

    /// Returns the first matching descendant of an element; without an element, that of the document.
    ///
    /// - Throws: ``HTMLSelectorError`` as ``all(in:)`` does.
    public mutating func first(in node: HTMLNode? = nil) throws(HTMLSelectorError) -> HTMLNode? {
        matcher.setScope(node)
        for descendant in document.descendants(of: node ?? document.root) where try isMatch(descendant) { return descendant }
        return nil
    }

    private mutating func isMatch(_ node: HTMLNode) throws(HTMLSelectorError) -> Bool {
        guard document.kind(of: node) == .element else { return false }
        let found = matcher.matches(anyOf: selector.selectors, node, assuming: false)
        guard !matcher.isExhausted else { throw HTMLSelectorError(.tooCostly(limit: limit), at: 0) }
        return found
    }
}
