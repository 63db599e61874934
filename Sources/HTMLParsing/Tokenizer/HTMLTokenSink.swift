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

/// A start tag or an end tag.
struct HTMLTagToken {
    /// The tag of a known name, otherwise `.other`.
    var tag = HTMLTag.other
    /// The number of the name, as the sink assigned it.
    var name: HTMLNameID = 0
    /// Whether the tag ends with `/>`.
    var isSelfClosing = false
    /// The attributes, without duplicates; empty for an end tag.
    var attributes: [HTMLTokenAttribute] = []
}

/// An attribute of a tag token. The value is a range and is not copied.
struct HTMLTokenAttribute {
    /// The number of the name, as the sink assigned it.
    var name: HTMLNameID
    /// The offset of the value, in the source or in the decoded bytes.
    var start: Int
    var count: Int
    /// Whether the value is in the decoded bytes, because it differs from the source (character references, line ends, NUL).
    var isDecoded: Bool

    var range: Range<Int> { start..<start &+ count }
}

/// The tokenizer's document type token.
struct HTMLDocumentTypeToken: Equatable {
    /// The name in lower case; nil if missing.
    var name: [UInt8]?
    var publicIdentifier: [UInt8]?
    var systemIdentifier: [UInt8]?
    /// The standard's force-quirks flag.
    var forcesQuirks = false
}
