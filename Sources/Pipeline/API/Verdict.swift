/// What becomes of a record after a stage.
public enum Verdict: Sendable {
    /// It goes on, as it is now.
    case keep
    /// It ends here and is counted as filtered.
    case drop
    /// These go on in its place, in this order.
    case replace(with: [Record])
}
