/// Receives the warnings and rejects of a run as they occur.
public protocol RunObserver: Sendable {
    /// Receives a warning.
    func warn(_ warning: RunWarning)
    /// Receives a record that failed.
    func reject(_ reject: Reject)
}
