/// How a browser would lay the document out; the parser itself only asks whether a table may stand in a paragraph.
///
/// - SeeAlso: [DOM 4.5, document mode](https://dom.spec.whatwg.org/#concept-document-mode)
public enum HTMLQuirksMode: UInt8, Sendable {
    /// By the standards.
    case noQuirks
    /// By the standards, but for the height of lines in table cells.
    case limitedQuirks
    /// As the browsers of the nineties did.
    case quirks
}
