/// The layout mode of a document. The parser needs it for one rule: in quirks mode a table may be inside a paragraph.
///
/// - SeeAlso: [DOM 4.5, document mode](https://dom.spec.whatwg.org/#concept-document-mode)
public enum HTMLQuirksMode: UInt8, Sendable {
    /// Standards mode.
    case noQuirks
    /// Almost standards mode, which differs in the line height of table cells.
    case limitedQuirks
    /// Layout as in browsers of the 1990s.
    case quirks
}
