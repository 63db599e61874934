/// The attempts of one request.
struct Attempts: Sendable {
    /// The number of the current attempt, from 1.
    var number = 1
    /// The time of the first attempt, of a monotonic clock in seconds.
    let start: Double
    /// Whether the request was refused with credentials that were renewed for it, and that no other request had used.
    var isRefused = false
}
