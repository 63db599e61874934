/// Whoever wants to hear of a run while it goes on.
public protocol RunObserver: Sendable {
    /// Something that the user should know and that stops nothing.
    func warn(_ warning: RunWarning)
    /// A record that failed and is left out.
    func reject(_ reject: Reject)
}
