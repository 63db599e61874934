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
