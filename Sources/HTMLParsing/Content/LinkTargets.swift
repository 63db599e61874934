internal import WebAddresses

/// The links inside a document, such as `<a href="#name">`, and the elements that they lead to.
///
/// Only these elements and headings, to which other pages link, keep their IDs, with the prefix of ``ContentID``.
public struct LinkTargets: Sendable {
    /// The elements that are written with their IDs.
    public enum WrittenIDs: Sendable {
        /// No element is written with its ID.
        case none
        /// Headings outside of cells, with IDs that need no quotation marks.
        case headings
        /// All elements that links of the document lead to, and headings.
        case all
    }

    /// The IDs and anchor names in the document that links can lead to.
    private var names: Set<String> = []
    /// The names of the elements that are written with their IDs.
    private var written: Set<String> = []
    private var ids: [HTMLNode: String] = [:]
    private let keepsUnknown: Bool

    /// Leaves all links as they are, and gives no element an ID.
    public init() { keepsUnknown = true }

    /// Finds the links inside a document, and their targets.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - node: The part of the document that is written; nil for all of it.
    ///   - places: The elements that are written with their IDs.
    ///   - keepsUnknown: Whether a link stays whose target is missing in the document. The text may become part of a page that has the
    ///     target.
    public init(of document: HTMLDocument, below node: HTMLNode? = nil, places: WrittenIDs, keepsUnknown: Bool) {
        self.keepsUnknown = keepsUnknown
        guard Self.mayHaveAny(document, places: places) else { return }
        if places == .none {
            names = Self.knownNames(in: document)
            return
        }
        var search = LinkTargetSearch(document)
        document.walk(node ?? document.root, &search)
        var used: Set<String> = []
        for target in search.found {
            names.insert(target.name)
            let isWritten =
                switch places {
                case .none: false
                case .headings: target.isHeading && !target.isInCell && Self.isPlain(target.name)
                case .all: target.isHeading || search.wanted.contains(target.name)
                }
            guard isWritten, !target.isHidden else { continue }
            let id = ContentID.prefixed(target.name)
            // The first element with an ID counts.
            if ids[target.node] == nil, used.insert(id).inserted { ids[target.node] = id }
            if used.contains(id) { written.insert(target.name) }
        }
    }

    /// The ID to write for an element; nil for an element without one.
    public func id(of node: HTMLNode) -> String? { ids.isEmpty ? nil : ids[node] }

    /// Returns the address of a link as it is written.
    ///
    /// - Parameter address: The value of `href`.
    /// - Returns: nil if the target is missing or is not written. The link then becomes text.
    public func address(_ address: String) -> String? {
        guard let fragment = Self.fragment(of: address) else { return address }
        guard let name = [fragment, PercentEncoding.decoded(fragment)].first(where: names.contains) else {
            return keepsUnknown || Self.isTop(fragment) ? address : nil
        }
        return written.contains(name) ? "#" + ContentID.prefixed(fragment) : nil
    }

    /// The fragment of an address that consists of a fragment alone, without `#`; nil for other addresses.
    static func fragment(of address: String) -> String? {
        let trimmed = address.utf8.drop(while: \.isHTMLWhitespace)
        guard trimmed.first == UInt8(ascii: "#") else { return nil }
        var name = trimmed.dropFirst()
        while let last = name.last, last.isHTMLWhitespace { name.removeLast() }
        return String(name) ?? ""
    }

    /// Whether a fragment means the top of the page, whatever is there.
    ///
    /// - SeeAlso: [HTML 7.4.6.4, Scrolling to a fragment](https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment)
    private static func isTop(_ fragment: String) -> Bool { fragment.isEmpty || fragment.lowercased() == "top" }

    /// Whether a name can stand in `{#name}`.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0 >= 0x80 || $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x2E || $0 == 0x3A || $0 == 0x5F }
    }

    /// The fragments of links that are also an ID or a name of an element, in two passes over the attributes.
    private static func knownNames(in document: HTMLDocument) -> Set<String> {
        var wanted: Set<String> = []
        for attribute in document.attributeRecords where attribute.name == HTMLKnownName.link {
            guard document.bytes[attribute.range].first(where: { !$0.isHTMLWhitespace }) == UInt8(ascii: "#"),
                let fragment = fragment(of: document.string(attribute.range))
            else { continue }
            wanted.insert(fragment)
            wanted.insert(PercentEncoding.decoded(fragment))
        }
        let lengths = Set(wanted.map(\.utf8.count))
        var known: Set<String> = []
        for attribute in document.attributeRecords
        where (attribute.name == HTMLKnownName.identifier || attribute.name == HTMLKnownName.anchor)
            && lengths.contains(attribute.range.count)
        {
            let name = document.string(attribute.range)
            if wanted.contains(name) { known.insert(name) }
        }
        return known
    }

    /// Whether the document may have links or targets to handle: a fast check in one pass over the attributes.
    private static func mayHaveAny(_ document: HTMLDocument, places: WrittenIDs) -> Bool {
        document.attributeRecords.contains { attribute in
            if attribute.name == HTMLKnownName.identifier { return places != .none }
            guard attribute.name == HTMLKnownName.link else { return false }
            return document.bytes[attribute.range].first { !$0.isHTMLWhitespace } == UInt8(ascii: "#")
        }
    }
}

/// Finds the elements with IDs and the links inside a document, in its order.
private struct LinkTargetSearch: HTMLVisitor {
    struct Target {
        let node: HTMLNode
        let name: String
        let isHeading: Bool
        let isInCell: Bool
        let isHidden: Bool
    }

    private let document: HTMLDocument
    private let bytes: [UInt8]
    /// The hidden element around the current node; nil for none.
    private var hidden: HTMLNode?
    private let visibility: HTMLVisibility
    /// The number of open cells and preformatted blocks.
    private var cells = 0
    private var ids: [Target] = []
    /// The names of `<a name>`. IDs take precedence over them.
    private var anchors: [Target] = []
    /// The fragments of all links, as written and percent-decoded.
    private(set) var wanted: Set<String> = []

    var found: [Target] { ids + anchors }

    init(_ document: HTMLDocument) {
        self.document = document
        bytes = document.textBytes
        visibility = HTMLVisibility(of: document)
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        switch document.kind(of: node) {
        case .element: break
        case .document: return true
        case .text, .comment, .documentType, .templateContent: return false
        }
        guard document.namespace(of: node) == .html else { return true }
        let tag = document.tag(of: node)
        if hidden == nil {
            let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
            if HiddenContent.hides(node, in: document, style: style, visibility: visibility) { hidden = node }
        }
        if Self.isCell(tag) { cells += 1 }
        if let name = document.attribute("id", of: node), !name.isEmpty { ids.append(target(node, name, tag)) }
        guard tag == .a else { return true }
        if let name = document.attribute("name", of: node), !name.isEmpty { anchors.append(target(node, name, tag)) }
        if hidden == nil, let range = document.attributeRange("href", of: node),
            bytes[range].first(where: { !$0.isHTMLWhitespace }) == UInt8(ascii: "#"),
            let fragment = LinkTargets.fragment(of: document.attribute("href", of: node) ?? "")
        {
            wanted.insert(fragment)
            wanted.insert(PercentEncoding.decoded(fragment))
        }
        return true
    }

    mutating func leave(_ node: HTMLNode) {
        if hidden == node { hidden = nil }
        if document.kind(of: node) == .element, document.namespace(of: node) == .html, Self.isCell(document.tag(of: node)) { cells -= 1 }
    }

    private func target(_ node: HTMLNode, _ name: String, _ tag: HTMLTag) -> Target {
        let isHeading =
            switch tag {
            case .h1, .h2, .h3, .h4, .h5, .h6: true
            default: false
            }
        return Target(node: node, name: name, isHeading: isHeading, isInCell: cells > 0, isHidden: hidden != nil)
    }

    private static func isCell(_ tag: HTMLTag) -> Bool { tag == .td || tag == .th || tag == .pre }
}
