/// The complete response of a token server.
struct TokenReply: Sendable {
    /// The limit of the body in bytes. A client reads no longer one.
    static let maxBytes = 1 << 20

    let status: Int
    let body: [UInt8]
}
