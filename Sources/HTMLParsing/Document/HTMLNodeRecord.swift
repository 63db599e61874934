/// One node as it lies in the document's array: 32 bytes.
///
///     links       parent, firstChild, lastChild, next, previous     5 × 4 bytes, -1 for none
///     what it is  kind, namespace, tag, flags                       4 × 1 byte
///     first       element: number of its name                       text, comment: where the data starts in `bytes`
///     second      element: where its attributes start, or none      text, comment: how many bytes
///
/// `first` of a document type says where its name, public and system identifier lie in the array of attributes. The content of a `template` element is the node right behind the element.
struct HTMLNodeRecord: Sendable {
    /// Stands for "has no attributes".
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

    /// A node that is no element.
    init(_ kind: HTMLNodeKind, start: Int = 0, count: Int = 0) {
        self.kind = kind
        namespace = .html
        tag = .other
        first = UInt32(truncatingIfNeeded: start)
        second = UInt32(truncatingIfNeeded: count)
    }

    /// An element.
    init(_ tag: HTMLTag, _ namespace: HTMLNamespace, name: HTMLNameID, attributes: UInt32) {
        kind = .element
        self.namespace = namespace
        self.tag = tag
        first = UInt32(bitPattern: name)
        second = attributes
    }

    /// Where the data of a text or a comment stands.
    var dataRange: Range<Int> { Int(first)..<Int(first) + Int(second) }

    /// The same node without its links.
    var detached: HTMLNodeRecord {
        var copy = self
        (copy.parent, copy.firstChild, copy.lastChild, copy.next, copy.previous) = (-1, -1, -1, -1, -1)
        return copy
    }

    var nameID: HTMLNameID { HTMLNameID(bitPattern: first) }
}
