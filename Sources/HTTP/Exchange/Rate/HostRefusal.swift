/// The reason why a request to a host does not start.
enum HostRefusal: Error, Equatable {
    /// The server takes requests again after a number of seconds, which exceeds the limit for waits.
    case waitTooLong(seconds: Double, reason: HostBudget.Reason)
    /// Earlier requests to the host have failed.
    case failuresInRow(Int)
}
