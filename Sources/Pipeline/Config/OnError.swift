/// The handling of a record that fails in a step: the option `on_error`.
public enum OnError: String, CaseIterable, Sendable {
    /// The run stops.
    case fail
    /// The record goes to the rejects file, and the run continues.
    case reject
    /// The record is dropped and counted, with one warning for each step.
    case skip
}

/// The records that a stream stage must process together, if several runs share the records of a source.
///
/// Package access: the option `scope` of a step sets it, and the commands `validate` and `explain` show it.
package enum StageScope: String, CaseIterable, Sendable {
    /// All records of all runs. Such a stage cannot run in partitions.
    case all
    /// Only the records of the run's own partition.
    case partition
}
