internal import HTMLParsing

/// The visible elements and texts of a page in document order, with the facts that scoring and cleaning need about each.
///
/// The nodes of an element are those from its index to its end. So a pass over the array from the last node to the first one knows all of
/// an element before the element itself, and needs no recursion.
struct PageTree {
    /// An element, or a text with more than white space.
    struct Node {
        let node: HTMLNode
        /// The tag of an element of HTML; `other` for texts, and for other elements.
        let tag: HTMLTag
        /// The index of the parent; -1 for the root.
        let parent: Int32
        /// The index after the last descendant.
        var end: Int32
        var traits: Traits = []
        /// The known words in the class and the identifier.
        var words: PageWords = []
        /// How much class and identifier speak for text, in points.
        var weight: Int16 = 0
        /// The characters of a text. White space counts as one, between words alone.
        var characters: Int32 = 0
        /// The commas of a text, in any script.
        var commas: Int32 = 0
        /// How many levels above the next table, figure and code are; more than ``PageTree/nearLevels`` is far.
        var table = UInt8.max
        var figure = UInt8.max
        var code = UInt8.max
        var isRemoved = false
    }

    /// Properties of a node that do not change while the page is cleaned.
    struct Traits: OptionSet {
        let rawValue: UInt16
        static let isText = Traits(rawValue: 1)
        /// An inline node, all descendants of which are inline, too.
        static let isPhrasing = Traits(rawValue: 2)
        static let isDataTable = Traits(rawValue: 4)
        static let isInDataTable = Traits(rawValue: 8)
        /// A role of ARIA that is no text: navigation, menus, dialogs.
        static let hasOtherRole = Traits(rawValue: 16)
        /// The element says that it is the body of an article.
        static let isMarkedBody = Traits(rawValue: 32)
        /// A film of a well-known host, or other content that belongs to the text.
        static let isFilm = Traits(rawValue: 64)
        /// A link to a place in the same page.
        static let isInnerLink = Traits(rawValue: 128)
        /// The element is a note, or a list of notes.
        static let isNotes = Traits(rawValue: 512)
        /// Two line breaks in a row divide its text into paragraphs.
        static let hasBreaks = Traits(rawValue: 1024)
        /// A link that says how its target relates to the page, such as `author` or `tag`.
        static let hasRelation = Traits(rawValue: 2048)
        /// Text stands directly in the element.
        static let hasText = Traits(rawValue: 4096)
        /// A part of a line with words around it: they belong together, whatever the element's name.
        static let isInLine = Traits(rawValue: 8192)
        /// The element holds what readers have written below the text, or stands in such an element.
        static let isInComments = Traits(rawValue: 16384)
        /// The only element in a heading without other text, or the source of a quotation.
        static let isPartOfBlock = Traits(rawValue: 32768)
    }

    /// The largest number of levels at which an enclosing table, figure or code counts as near.
    static let nearLevels: UInt8 = 4

    let document: HTMLDocument
    let bytes: [UInt8]
    var nodes: [Node] = []

    subscript(index: Int32) -> Node {
        @inline(__always) get { nodes[Int(index)] }
        @inline(__always) set { nodes[Int(index)] = newValue }
    }

    var count: Int32 { Int32(truncatingIfNeeded: nodes.count) }

    func contains(_ index: Int32, in ancestor: Int32) -> Bool { index >= ancestor && index < self[ancestor].end }

    /// Calls a function for each child that is not removed.
    @inline(__always)
    func forEachChild(of index: Int32, _ body: (Int32) -> Void) {
        var child = index + 1
        let end = self[index].end
        while child < end {
            if !self[child].isRemoved { body(child) }
            child = self[child].end
        }
    }

    /// Whether all children that are not removed pass a test.
    @inline(__always)
    func allChildren(of index: Int32, _ passes: (borrowing Node) -> Bool) -> Bool {
        var child = index + 1
        let end = self[index].end
        while child < end {
            if !self[child].isRemoved, !passes(self[child]) { return false }
            child = self[child].end
        }
        return true
    }

    /// The only child that is an element; nil if there are none, or several, or if there is text beside it.
    func onlyChild(of index: Int32) -> Int32? {
        var found: Int32?
        var count = 0
        forEachChild(of: index) { child in
            count += 1
            found = child
        }
        guard count == 1, let found, !self[found].traits.contains(.isText) else { return nil }
        return found
    }

    /// Whether an element has one child element, with or without text beside it.
    func hasOneElement(_ index: Int32) -> Bool {
        var count = 0
        forEachChild(of: index) { if !self[$0].traits.contains(.isText) { count += 1 } }
        return count == 1
    }

    /// How many nodes are looked at for the text of an element.
    private static let maximumNodes: Int32 = 500

    /// The words of an element with blanks between them.
    ///
    /// - Parameter limit: How many bytes are enough; there may be a few more.
    func text(of index: Int32, limit: Int) -> [UInt8] {
        var text: [UInt8] = []
        var isSpaceOpen = false
        for place in index..<min(self[index].end, index + Self.maximumNodes) where self[place].traits.contains(.isText) {
            for byte in bytes[document.textRange(of: self[place].node).prefix(limit)] {
                if byte.isFoldedSpace {
                    isSpaceOpen = true
                    continue
                }
                if isSpaceOpen, !text.isEmpty { text.append(0x20) }
                isSpaceOpen = false
                text.append(byte)
            }
            if text.count > limit { break }
            isSpaceOpen = true
        }
        return text
    }
}
