/// The limits for the requests to a host.
struct RateSettings: Sendable, Equatable {
    /// The limit of concurrent requests.
    var concurrency = 4
    /// The limit of requests in any 60 seconds; nil for none.
    var requestsPerMinute: Double?

    /// The limits that satisfy both settings.
    func stricter(_ other: RateSettings) -> RateSettings {
        RateSettings(
            concurrency: min(concurrency, other.concurrency),
            requestsPerMinute: [requestsPerMinute, other.requestsPerMinute].compactMap(\.self).min())
    }
}
