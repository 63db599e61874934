/// The attempts of one request.
package struct Attempts: Sendable {
    /// The number of the current attempt, from 1.
    var number = 1
    /// The time of the first attempt, of a monotonic clock in seconds.
    let start: Double
    /// The time that the request waited before the current attempt, because of the one before, in seconds.
    var waited = 0.0
    /// Whether the request was refused with credentials that were renewed for it, and that no other request had used.
    var isRefused = false
    /// The fault that ended the attempts; nil before, and for a wait that the server asks for.
    var finalFault: RequestFault?
}
