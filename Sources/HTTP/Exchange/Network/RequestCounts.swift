/// The numbers of a run's requests.
package struct RequestCounts: Sendable, Equatable {
    /// The requests that were sent.
    package var requests = 0
    /// The attempts after a failed one.
    package var retries = 0
    /// The responses that a cache gave.
    package var fromCache = 0
    /// The bytes of all bodies after decompression.
    package var bytes = 0
    /// The time that tasks waited for rate limits and between attempts, in seconds.
    package var secondsWaited = 0.0
}
