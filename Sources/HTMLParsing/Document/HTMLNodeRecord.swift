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

/// Flags of a node.
struct HTMLNodeFlags: OptionSet, Sendable {
    let rawValue: UInt8
    /// The element is on the stack of open elements.
    static let open = HTMLNodeFlags(rawValue: 1)
    /// The document type has a public identifier.
    static let hasPublicIdentifier = HTMLNodeFlags(rawValue: 2)
    /// The document type has a system identifier.
    static let hasSystemIdentifier = HTMLNodeFlags(rawValue: 4)
    /// The start tag of the `time` element ended in `/>`, which does not close it in HTML.
    static let selfClosing = HTMLNodeFlags(rawValue: 8)
}

/// One attribute in the document's array, 12 bytes. The attributes of an element are contiguous, and a bit marks the last one.
struct HTMLAttributeRecord: Sendable {
    private static let lastBit: UInt32 = 1 << 31

    private var nameAndLast: UInt32
    /// The offset of the value in the document's `bytes`.
    var start: UInt32
    /// The length of the value, in bytes.
    var count: UInt32

    init(name: HTMLNameID, start: Int, count: Int, isLast: Bool) {
        nameAndLast = UInt32(bitPattern: name) | (isLast ? Self.lastBit : 0)
        self.start = UInt32(truncatingIfNeeded: start)
        self.count = UInt32(truncatingIfNeeded: count)
    }

    var name: HTMLNameID {
        get { HTMLNameID(bitPattern: nameAndLast & ~Self.lastBit) }
        set { nameAndLast = nameAndLast & Self.lastBit | UInt32(bitPattern: newValue) }
    }

    var isLast: Bool {
        get { nameAndLast & Self.lastBit != 0 }
        set { nameAndLast = nameAndLast & ~Self.lastBit | (newValue ? Self.lastBit : 0) }
    }

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
