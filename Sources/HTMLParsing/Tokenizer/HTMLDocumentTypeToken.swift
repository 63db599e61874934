/// A document type as the tokenizer found it.
struct HTMLDocumentTypeToken: Equatable {
    /// The name in lower case; nil if it is missing.
    var name: [UInt8]?
    var publicIdentifier: [UInt8]?
    var systemIdentifier: [UInt8]?
    /// Whether the document type is so broken that the document is to be in quirks mode.
    var forcesQuirks = false
}
