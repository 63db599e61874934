/// The records that a stream stage looks at, where a run is one of several that share the records.
///
/// Package access: the option `scope` of a step sets it, and the commands `validate` and `explain` show it.
package enum StageScope: String, CaseIterable, Sendable {
    /// All records of all runs. Such a stage cannot run in partitions.
    case all
    /// The records of the partition that one run gets.
    case partition
}
