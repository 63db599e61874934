/// The insertion modes of the tree construction.
///
/// - SeeAlso: [HTML 13.2.4.1, The insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode)
enum HTMLInsertionMode: UInt8 {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text
    case inTable, inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell
    case inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
}
