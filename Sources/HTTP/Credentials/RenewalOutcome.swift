/// What became of credentials that a server refused with the status 401.
package enum RenewalOutcome: Sendable {
    /// There are no others.
    case unchanged
    /// Another request has renewed them. The request is worth repeating.
    case renewedBefore
    /// They were renewed for this request, which got this reply with the new ones.
    case renewed(Reply)
}
