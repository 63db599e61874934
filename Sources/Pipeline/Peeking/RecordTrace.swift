/// One record's way through the stages of a pipeline.
package struct RecordTrace: Sendable {
    /// The end of the way.
    package enum End: Sendable {
        /// The record is behind the last stage.
        case kept
        /// A stage dropped the record as intended.
        case filtered
        /// The run failed before a stage had processed the record.
        case unfinished
        /// A stage could not process the record.
        case rejected(reason: String)
        /// A stage could not process the record, which was dropped because of `on_error`.
        case skipped(reason: String)
        /// A stage made these records of it.
        case made([RecordTrace])
    }

    /// The record in front of the stage ``first``, and behind each stage that passed it on.
    package let states: [Record]
    /// The number of the stage in front of which the way begins.
    package let first: Int
    /// The end of the way: at the stage with the number `first + states.count - 1`, unless the record was kept.
    package let end: End
}
