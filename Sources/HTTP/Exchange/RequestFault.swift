/// The reason why an attempt gave no usable response.
package enum RequestFault: Sendable, Equatable {
    /// A response with an error status, or one that a rule refuses.
    package struct Response: Sendable, Equatable {
        package let status: Int
        /// The waits that the headers of the response request, such as `Retry-After`.
        var delay = ServerDelay()
        /// The server's text to quote in the message; nil to quote nothing.
        var quote: String?
        /// Whether a rule of the option `responses` requests another attempt.
        var isRetryWanted = false

        /// Whether the response says that the request exceeds a rate limit.
        var isRateLimit: Bool { delay.isRateLimit(status: status) }

        /// Whether the response refuses the request because of a rate limit, and does not say when the server accepts the next one.
        var isWithoutTime: Bool { isRateLimit && (askedSeconds ?? 0) == 0 }

        /// Whether a server that works refuses the request for now, and does not say when it takes more.
        var isRefusalWithoutTime: Bool { isWithoutTime || (isRetryWanted && status < 500 && (askedSeconds ?? 0) == 0) }

        /// The wait that the server requests, in seconds; nil if it requests none.
        ///
        /// The headers of rate limits also come with other failures, where they say nothing about the next attempt.
        var askedSeconds: Double? {
            if let seconds = delay.retryAfter { return seconds }
            guard isRateLimit, let window = delay.window, window.remaining ?? 0 == 0 else { return nil }
            return window.reset
        }
    }

    /// The transport failed before the response was complete.
    case transport(TransportError)
    case response(Response)

    /// Whether the server has answered, and requests no wait.
    var isPrompt: Bool { if case .response(let response) = self { !response.isRateLimit && response.askedSeconds == nil } else { false } }

    /// The status of a response; nil without one.
    var status: Int? { if case .response(let response) = self { response.status } else { nil } }
}

extension HTTPExchange {
    /// The fault for a response with an error status.
    func fault(quote: String?, isRetryWanted: Bool = false) -> RequestFault {
        .response(RequestFault.Response(status: status, delay: delay, quote: quote, isRetryWanted: isRetryWanted))
    }
}
