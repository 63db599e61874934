/// Markup whose element has been entered and not been left.
struct OpenMark {
    var mark: InlineMark
    var payload: Int
    /// The index of the event that opened it in this run; -1 as long as no content has come.
    var event = -1
    /// A link inside a link is open: the outer one goes on after it.
    var isSuspended = false
    /// Set by b and i, which say how it looks: inside each other they add nothing.
    var isPresentational: Bool
}
