public import HTMLParsing

/// Writes HTML as readable plain text: paragraphs, lists, quotes with `> `, table rows with ` | ` between the cells.
///
/// Hidden content, scripts, styles and tracking pixels are left out. Images are replaced by their alternative text.
public struct TextWriter: Sendable {
    /// The options of the output.
    public var options: TextOptions

    /// Creates a writer.
    ///
    /// - Parameter options: The options of the output.
    public init(options: TextOptions = TextOptions()) {
        self.options = options
    }

    /// Writes a document, or one node with its descendants.
    ///
    /// - Parameters:
    ///   - node: The node to write; nil for the whole document.
    ///   - document: The document that the node belongs to.
    /// - Returns: UTF-8, with a line end after every line; empty if there is no visible content.
    public func bytes(_ node: HTMLNode? = nil, of document: HTMLDocument) -> [UInt8] {
        var flow = FlowOptions(isPlain: true, showsAddresses: options.links == .inline)
        flow.markdown.wrapWidth = options.wrapWidth
        flow.markdown.supSub =
            switch options.supSub {
            case .unicode: .unicode
            case .caret: .caret
            case .plain: .plain
            }
        return FlowBuilder.write(node, of: document, options: flow)
    }

    /// Writes a document, or one node with its descendants, as a string.
    ///
    /// - Parameters:
    ///   - node: The node to write; nil for the whole document.
    ///   - document: The document that the node belongs to.
    /// - Returns: The output of ``bytes(_:of:)``.
    public func string(_ node: HTMLNode? = nil, of document: HTMLDocument) -> String {
        String(decoding: bytes(node, of: document), as: UTF8.self)
    }

    /// Returns the beginning of the visible text in one line, with collapsed white space.
    ///
    /// - Parameters:
    ///   - node: The node to read; nil for the whole document.
    ///   - document: The document that the node belongs to.
    ///   - maxCharacters: The limit in characters, including the ellipsis. Longer text is cut after a word and gets an ellipsis.
    public func blurb(_ node: HTMLNode? = nil, of document: HTMLDocument, maxCharacters: Int) -> String {
        var collector = BlurbCollector(document: document, maximumCharacters: maxCharacters)
        document.walk(node ?? document.root, &collector)
        return collector.blurb
    }
}

/// The options of ``TextWriter``.
public struct TextOptions: Sendable, Hashable {
    /// The treatment of link addresses.
    public enum LinkStyle: String, Sendable, CaseIterable {
        /// Writes only the text of a link.
        case none
        /// Writes the address in parentheses after the text, unless the text is the address.
        case inline
    }

    /// The treatment of superscripts and subscripts. Ordinals (`1st`), signs such as TM, and footnotes are always plain text.
    public enum SupSubPolicy: String, Sendable, CaseIterable {
        /// Writes digits and signs with the characters that Unicode has for them: 10⁶, m², H₂O. Other exponents get a caret, `2^n`, and sums an
        /// underscore below the line, `a_(n+1)`.
        case unicode
        /// Writes exponents after a caret, `10^6`, and subscripts as plain text.
        case caret
        /// Writes only their text.
        case plain
    }

    /// The treatment of link addresses.
    public var links = LinkStyle.none
    /// The limit of a paragraph's lines with their prefix, in characters; nil for no limit. Lines are broken at spaces only.
    public var wrapWidth: Int?
    /// The treatment of superscripts and subscripts.
    public var supSub = SupSubPolicy.unicode

    /// Creates the default options.
    public init() {}
}

/// Collects visible text from the beginning of a document, up to the length of a blurb.
private struct BlurbCollector: HTMLVisitor {
    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private let maximumCharacters: Int
    private var run = InlineRun()
    /// The elements that switched text of size zero on or off, each with the state before it.
    private var textSizes: [(node: HTMLNode, wasZero: Bool)] = []
    private var textIsInvisible = false
    /// The open elements that a style or their position separates from their neighbours, or joins with them, unlike others of their tag.
    private var unusual: [(node: HTMLNode, isSeparated: Bool)] = []
    private var boxParents = BoxParents()
    private let hasFormulas: Bool

    /// The limit of bytes per character on average. A character can have any number of bytes, so text above the limit is cut earlier.
    private static let bytesPerCharacter = 16

    init(document: HTMLDocument, maximumCharacters: Int) {
        self.document = document
        bytes = document.textBytes
        visibility = HTMLVisibility(of: document)
        hasFormulas = document.mayHaveElement(.math)
        self.maximumCharacters = max(maximumCharacters, 0)
    }

    private var byteLimit: Int { min(maximumCharacters, Int(Int32.max)) * BlurbCollector.bytesPerCharacter + 64 }

    mutating func enter(_ node: HTMLNode) -> Bool {
        if run.text.count > byteLimit { return false }
        switch document.kind(of: node) {
        case .text:
            if textIsInvisible || visibility.hides(node) { return false }
            let range = document.textRange(of: node)
            run.append(bytes, in: range.lowerBound..<min(range.upperBound, range.lowerBound + cut(range)))
            return false
        case .element:
            if document.namespace(of: node) != .html { return enter(foreign: node) }
            let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
            if HiddenContent.hides(node, in: document, style: style, visibility: visibility) { return false }
            if hasFormulas, document.isCopyOfFormula(node, bytes: bytes) { return false }
            if let isZero = style?.hasZeroTextSize, isZero != textIsInvisible {
                textSizes.append((node, textIsInvisible))
                textIsInvisible = isZero
            }
            return enter(node, document.tag(of: node), style)
        case .document, .templateContent: return true
        case .comment, .documentType: return false
        }
    }

    /// Collects a formula.
    ///
    /// - Returns: Whether to visit the children.
    private mutating func enter(foreign node: HTMLNode) -> Bool {
        guard document.tag(of: node) == .math else { return document.namespace(of: node) == .mathML }
        if textIsInvisible { return false }
        let text = FormulaText(in: document, bytes: bytes, visibility: visibility, supSub: .unicode).text(of: node)
        run.append(text, in: 0..<text.count)
        return false
    }

    private mutating func enter(_ node: HTMLNode, _ tag: HTMLTag, _ style: HTMLInlineStyle?) -> Bool {
        let isSeparated =
            tag.isSeparated(style) || document.isKeyBehindKey(node) || boxParents.holds(node, in: document)
            || document.standsAside(node, style, bytes: bytes)
        boxParents.enter(node, style)
        if isSeparated == tag.isPhrasing { unusual.append((node, isSeparated)) }
        if isSeparated { run.appendSpace() }
        guard tag == .sup || tag == .sub, !run.pendingSpace, !textIsInvisible else { return true }
        let text = RaisedText(in: document, bytes: bytes, visibility: visibility)
            .text(of: node, isRaised: tag == .sup, behind: run.text, as: .unicode)
        guard let text else { return true }
        run.append(text, in: 0..<text.count)
        leave(node)
        return false
    }

    mutating func leave(_ node: HTMLNode) {
        if let last = textSizes.last, last.node == node {
            textIsInvisible = last.wasZero
            textSizes.removeLast()
        }
        boxParents.leave(node)
        var isSeparated = !document.tag(of: node).isPhrasing
        if let last = unusual.last, last.node == node {
            isSeparated = last.isSeparated
            unusual.removeLast()
        }
        if isSeparated { run.appendSpace() }
    }

    /// The length of the prefix of a text node to collect, in bytes: more than the limit, because white space is collapsed.
    private func cut(_ range: Range<Int>) -> Int {
        var count = min(range.count, 4 * byteLimit)
        // Do not cut inside a character.
        while count > 0, count < range.count, bytes[range.lowerBound + count] & 0xC0 == 0x80 { count -= 1 }
        return count
    }

    /// The collected text. Longer text is cut after a word and ends with an ellipsis.
    var blurb: String {
        let text = String(decoding: run.text, as: UTF8.self)
        guard let end = text.index(text.startIndex, offsetBy: maximumCharacters, limitedBy: text.endIndex), end < text.endIndex else {
            return text
        }
        guard maximumCharacters > 0 else { return "" }
        // The ellipsis takes one character.
        let cut = text.index(before: end)
        var kept = text[..<cut]
        if text[cut] != " ", let space = kept.lastIndex(of: " ") { kept = kept[..<space] }
        while let last = kept.last, last == " " || last == "," || last == ";" || last == ":" { kept.removeLast() }
        return kept + "…"
    }
}
