/// The error of a run that a signal or the embedding program has stopped.
struct Interrupted: Error, Equatable, CustomStringConvertible {
    /// The number of the signal; nil if there was none.
    let signal: Int32?

    var description: String { signal == nil ? "stopped" : "stopped by a signal" }
}
