/// The reason why an attempt gave no usable response.
enum RequestFault: Sendable, Equatable {
    /// A response with an error status, or one that a rule refuses.
    struct Response: Sendable, Equatable {
        let status: Int
        /// The waits that the response asks for.
        var delay = ServerDelay()
        /// The text to quote; nil for none.
        var quote: String?
        /// Whether a rule of the source asks for another attempt.
        var isRetryWanted = false

        /// Whether the response says that a rate limit was met. Some servers say it with 403.
        var isRateLimit: Bool { status == 429 || (status == 403 && (delay.retryAfter != nil || delay.window?.isExhausted == true)) }
    }

    /// No complete response.
    case transport(TransportError)
    case response(Response)
}
