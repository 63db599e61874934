/// A response whose body arrives as a stream.
struct OpenStream: Sendable {
    let reply: Reply
    /// The bytes that were read already.
    let first: [UInt8]
    /// Whether a rule of the source passes the content over.
    var isSkipped = false
}
