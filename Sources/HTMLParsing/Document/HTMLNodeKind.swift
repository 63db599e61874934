/// The kinds of nodes.
public enum HTMLNodeKind: UInt8, Sendable {
    /// The root of a document or of a fragment.
    case document
    /// `<!DOCTYPE …>`
    case documentType
    /// An element of HTML, SVG or MathML.
    case element
    /// A text node.
    case text
    /// `<!-- … -->`
    case comment
    /// The content of a `template` element: a separate tree, which is not among the element's children.
    case templateContent
}
