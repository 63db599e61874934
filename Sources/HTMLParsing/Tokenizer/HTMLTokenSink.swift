/// Receives the tokens of a tokenizer in document order.
///
/// Text is a range in a span that is valid only during the call. The values of attributes are ranges in `source` or in `decoded`, as
/// `HTMLTokenAttribute.isDecoded` says.
protocol HTMLTokenSink {
    /// Receives text without NUL and carriage returns. One text may arrive in several pieces, cut anywhere, even inside a character.
    mutating func characters(_ range: Range<Int>, in bytes: Span<UInt8>)

    /// Receives U+0000 where its handling depends on the tree.
    mutating func nullCharacter()

    /// Receives a start tag and returns the tokenizer's next state.
    mutating func startTag(_ token: HTMLTagToken, source: Span<UInt8>, decoded: Span<UInt8>) -> HTMLTokenizerState

    mutating func endTag(_ token: HTMLTagToken)

    mutating func comment(_ range: Range<Int>, in bytes: Span<UInt8>)

    mutating func documentType(_ token: HTMLDocumentTypeToken)

    mutating func endOfFile()

    /// Returns the number of an element name or attribute name. The name of a known tag has the tag's number.
    mutating func intern(_ name: Span<UInt8>) -> HTMLNameID

    /// Whether `<![CDATA[` begins a CDATA section: the adjusted current node is an SVG or MathML element, or
    /// one of Confluence's storage format.
    var allowsCDATA: Bool { get }

    /// The standard's self-closing flag acknowledgement: whether the `/>` of the last start tag had an effect.
    var acknowledgesSelfClosing: Bool { get }
}
