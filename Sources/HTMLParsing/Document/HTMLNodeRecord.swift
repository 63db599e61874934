/// One node in the document's array, 32 bytes.
///
///     links       parent, firstChild, lastChild, next, previous     5 × 4 bytes, -1 for none
///     identity    kind, namespace, tag, flags                       4 × 1 byte
///     first       element: number of its name                       text, comment: where the data starts in `bytes`
///     second      element: where its attributes start, or none      text, comment: how many bytes
///
/// For a document type, `first` is the index of three attribute records: name, public identifier, system identifier. The content of a
/// `template` element is the node right after the element.
struct HTMLNodeRecord: Sendable {
    /// The value of `second` for an element without attributes.
    static let noAttributes = UInt32.max

    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
    let kind: HTMLNodeKind
    let namespace: HTMLNamespace
    let tag: HTMLTag
    var flags: HTMLNodeFlags = []
    var first: UInt32
    var second: UInt32

    /// Creates a node that is not an element.
    init(_ kind: HTMLNodeKind, start: Int = 0, count: Int = 0) {
        self.kind = kind
        namespace = .html
        tag = .other
        first = UInt32(truncatingIfNeeded: start)
        second = UInt32(truncatingIfNeeded: count)
    }

    /// Creates an element.
    init(_ tag: HTMLTag, _ namespace: HTMLNamespace, name: HTMLNameID, attributes: UInt32) {
        kind = .element
        self.namespace = namespace
        self.tag = tag
        first = UInt32(bitPattern: name)
        second = attributes
    }

    /// The range of the data of a text node or comment in `bytes`.
    var dataRange: Range<Int> { Int(first)..<Int(first) + Int(second) }

    /// The node without its links.
    var detached: HTMLNodeRecord {
        var copy = self
        (copy.parent, copy.firstChild, copy.lastChild, copy.next, copy.previous) = (-1, -1, -1, -1, -1)
        return copy
    }

    var nameID: HTMLNameID { HTMLNameID(bitPattern: first) }
}
