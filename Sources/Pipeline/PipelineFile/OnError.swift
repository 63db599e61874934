/// What happens to a record that fails a step.
public enum OnError: String, CaseIterable, Sendable {
    /// The run stops.
    case fail
    /// The record goes to the rejects file, the others go on.
    case reject
    /// The record is dropped, counted, and warned about once.
    case skip
}
