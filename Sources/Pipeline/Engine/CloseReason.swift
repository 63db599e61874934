/// How a stream of records or documents ended. The end that closes it first gives the reason.
enum CloseReason: Sendable {
    /// The sending end has sent everything.
    case complete
    /// The receiving end needs no more. What it has not received counts as filtered.
    case enough
    /// The run fails. What the receiving end has not received counts as unfinished.
    case failed(any Error)

    /// Why the run fails; nil after a good end.
    var failure: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}
