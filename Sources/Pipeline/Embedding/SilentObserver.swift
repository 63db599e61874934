/// Ignores what happens while a pipeline runs; the report has the counts.
public struct SilentObserver: RunObserver {
    /// Makes an observer.
    public init() {}

    /// Does nothing.
    public func warn(_ warning: RunWarning) {}
    /// Does nothing.
    public func reject(_ reject: Reject) {}
}
