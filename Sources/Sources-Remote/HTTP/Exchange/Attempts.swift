/// The attempts of one request.
struct Attempts: Sendable {
    /// The number of the current attempt, from 1.
    var number = 1
    /// The time of the first attempt, of a monotonic clock in seconds.
    let start: Double
    /// The limit of renewals for one request.
    static let maxRenewals = 20

    /// The number of times that the credentials were renewed for this request.
    var renewals = 0
}
