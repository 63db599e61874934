/// The tokenizer's document type token.
struct HTMLDocumentTypeToken: Equatable {
    /// The name in lower case; nil if missing.
    var name: [UInt8]?
    var publicIdentifier: [UInt8]?
    var systemIdentifier: [UInt8]?
    /// The standard's force-quirks flag.
    var forcesQuirks = false
}
