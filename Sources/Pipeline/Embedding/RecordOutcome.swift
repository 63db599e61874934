/// The end of one record's way through the stages of a pipeline.
public enum RecordOutcome: Sendable {
    /// The record as the last stage left it. A stage that splits a record makes several of these.
    case kept(Record)
    /// A record that failed, with the reason and the record as it reached the stage.
    case rejected(Reject)
}
