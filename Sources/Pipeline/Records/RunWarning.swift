/// Something that the user should know, but that does not stop the run.
public struct RunWarning: Sendable {
    /// The kinds of warnings.
    public enum Kind: Sendable {
        /// A record that failed was dropped, because the step skips such records.
        case skipped
        /// A remark of a component.
        case remark
        /// A value that a jq program logs with `debug` or `stderr`. ``step`` is then the option with the program.
        case message
    }

    /// The place of the step, such as `stages[2]`.
    public let step: String
    /// The kind.
    public let kind: Kind
    /// The record's place in the input.
    public let origin: Origin
    /// The warning in one sentence.
    public private(set) var text: String
    /// Whether records may be missing from the outputs, so that even a quiet run shows the warning.
    package var mayMissRecords = false
    /// The number of messages that this one stands for, because more of them were dropped.
    package var count = 1

    /// Returns the warning with secret texts masked. The origin stays, because it connects the warning with its record.
    func masked(by secrets: SecretValues) -> RunWarning {
        var warning = self
        warning.text = AddressMask.masked(in: secrets.masked(text))
        return warning
    }
}
