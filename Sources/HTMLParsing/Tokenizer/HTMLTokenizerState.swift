/// The tokenizer's state between two tokens. The standard's states within a tag, comment or document type are not listed, because the
/// tokenizer reads such a token in one pass, and again from its start if it was incomplete.
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
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state>, after 0, 1 or 2 dashes
    case scriptDataEscaped(dashes: UInt8)
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state>, after 0, 1 or 2 dashes
    case scriptDataDoubleEscaped(dashes: UInt8)
    /// <https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state>
    case plaintext
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state>
    case cdataSection
}
