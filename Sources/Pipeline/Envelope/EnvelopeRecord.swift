internal import JSONParsing

/// A record that an envelope sends, and its place in the order of the input, which decides the rejects that come before it.
struct EnvelopeRecord: Sendable {
    let value: JSONValue
    let place: RecordPlace
}
