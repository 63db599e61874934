/// Receives the tokens of a tokenizer in document order.
///
/// Bytes come as a range in a span, which is only valid during the call. Values of attributes lie either in `source` or in `decoded`, as
/// the attribute says.
protocol HTMLTokenSink {
    /// Text without NUL and carriage returns. One text may come in several pieces; a piece may end inside a character.
    mutating func characters(_ range: Range<Int>, in bytes: Span<UInt8>)

    /// U+0000 where the tree decides what becomes of it.
    mutating func nullCharacter()

    /// A start tag. The answer is the state that the tokenizer goes on in.
    mutating func startTag(_ token: HTMLTagToken, source: Span<UInt8>, decoded: Span<UInt8>) -> HTMLTokenizerState

    mutating func endTag(_ token: HTMLTagToken)

    mutating func comment(_ range: Range<Int>, in bytes: Span<UInt8>)

    mutating func documentType(_ token: HTMLDocumentTypeToken)

    mutating func endOfFile()

    /// The number for a name of an element or an attribute; a known tag's name has the tag's number.
    mutating func intern(_ name: Span<UInt8>) -> HTMLNameID

    /// Whether `<![CDATA[` is allowed here: the adjusted current node is an element of SVG or MathML.
    var allowsCDATA: Bool { get }

    /// Whether the last start tag's `/>` meant something.
    var acknowledgesSelfClosing: Bool { get }
}
