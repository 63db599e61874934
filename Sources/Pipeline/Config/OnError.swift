/// The handling of a record that fails in a step: the option `on_error`.
public enum OnError: String, CaseIterable, Sendable {
    /// The run stops.
    case fail
    /// The record goes to the rejects file, and the run continues.
    case reject
    /// The record is dropped and counted, with one warning for each step.
    case skip
}
