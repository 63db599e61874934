/// The window of a server's rate limit, by the words of its responses. Times are in seconds of a monotonic clock.
struct ServerWindow: Sendable {
    /// The difference between two times of one reset that rounding explains, in seconds.
    private static let rounding = 1.0
    /// The difference between two times that belong to two windows for certain, in seconds.
    private static let certainDifference = 2.0

    /// The number of requests that the server takes, by its last word.
    var remaining: Int
    var resetTime: Double

    /// Takes the words of the next response.
    ///
    /// - Parameters:
    ///   - new: The window by that response.
    ///   - isOverlapping: Whether requests overlapped, so that responses may have overtaken each other.
    mutating func update(_ new: ServerWindow, isOverlapping: Bool) {
        let difference = new.resetTime - resetTime
        if isOverlapping, difference < Self.certainDifference {
            // This may be an overtaken response, or one of the next window: the careful numbers count.
            self = ServerWindow(remaining: min(remaining, new.remaining), resetTime: max(resetTime, new.resetTime))
        } else if !isOverlapping, new.remaining < remaining, difference < Self.rounding {
            // The same window. The server rounds the time to seconds, so that the smallest is the exact one.
            self = ServerWindow(remaining: new.remaining, resetTime: min(resetTime, new.resetTime))
        } else {
            self = new
        }
    }
}
