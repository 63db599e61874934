/// How the next attempt of a request begins.
enum AttemptStep: Sendable {
    /// The request is sent at once.
    case send
    /// The retry policy decides about a failure, and may wait. Then the request is sent.
    case retry(after: RequestFault)
    /// The request was sent already, with renewed credentials, and got this reply.
    case use(Reply)
}
