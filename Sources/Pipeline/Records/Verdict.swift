/// The result of a stage for one record.
public enum Verdict: Sendable {
    /// The record continues with the changes of the stage.
    case keep
    /// The record leaves the pipeline and counts as filtered.
    case drop
    /// These records continue in its place, in this order.
    case replace(with: [Record])
}
