/// Something that the user should know, but that does not stop the run.
public struct RunWarning: Sendable {
    /// The kinds of warnings.
    public enum Kind: Sendable {
        /// A record that failed was dropped, because the step skips such records.
        case skipped
        /// A remark of a component.
        case remark
    }

    /// The place of the step, such as `stages[2]`.
    public let step: String
    /// The kind.
    public let kind: Kind
    /// The record's place in the input.
    public let origin: Origin
    /// The warning in one sentence.
    public let text: String
}
