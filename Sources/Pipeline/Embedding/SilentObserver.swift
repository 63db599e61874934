/// An observer that ignores all events of a run. The report has the counts.
public struct SilentObserver: RunObserver {
    /// Creates an observer that ignores all events.
    public init() {}

    /// Ignores a warning.
    public func warn(_ warning: RunWarning) {}
    /// Ignores a rejected record.
    public func reject(_ reject: Reject) {}
}
