/// What a node is.
public enum HTMLNodeKind: UInt8, Sendable {
    /// The document itself, the root of the tree. A fragment's root is of this kind too.
    case document
    /// `<!DOCTYPE …>`
    case documentType
    /// An element, of HTML, SVG or MathML.
    case element
    /// Text.
    case text
    /// `<!-- … -->`
    case comment
    /// What stands inside a `template` element: a tree of its own, which is not among the element's children.
    case templateContent
}
