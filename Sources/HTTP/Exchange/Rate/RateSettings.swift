/// The limits for the requests to a host.
package struct RateSettings: Sendable, Equatable {
    /// The limit of concurrent requests where no step of the pipeline sets one.
    package static let defaultConcurrency = 4

    /// The limit of concurrent requests that a step sets; nil for none.
    package var concurrency: Int?
    /// The limit of requests in any 60 seconds; nil for none.
    package var requestsPerMinute: Double?

    /// The limit of concurrent requests in effect.
    package var maxConcurrent: Int { concurrency ?? Self.defaultConcurrency }

    /// The limits that satisfy both settings.
    func stricter(_ other: RateSettings) -> RateSettings {
        RateSettings(
            concurrency: [concurrency, other.concurrency].compactMap(\.self).min(),
            requestsPerMinute: [requestsPerMinute, other.requestsPerMinute].compactMap(\.self).min())
    }
}
