/// The result for one record after all stages of a pipeline.
public enum RecordOutcome: Sendable {
    /// The record after the last stage. A stage that splits a record causes several of these.
    case kept(Record)
    /// A record that failed, with the reason and the content before the failing stage.
    case rejected(Reject)
}
