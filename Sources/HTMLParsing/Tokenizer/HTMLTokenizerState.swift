/// What kind of content the tokenizer is in. The states within a tag, a comment or a document type need no name here: such a token is read
/// in one go, and from its start again if it was not whole.
///
/// - SeeAlso: [HTML 13.2.5, Tokenization](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)
enum HTMLTokenizerState: Equatable {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    case data
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>
    case rcdata
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state>
    case rawtext
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
    case scriptData
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state>, after so many dashes (0, 1 or 2)
    case scriptDataEscaped(dashes: UInt8)
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state>, after so many dashes (0, 1 or 2)
    case scriptDataDoubleEscaped(dashes: UInt8)
    /// <https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state>
    case plaintext
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state>
    case cdataSection
}
