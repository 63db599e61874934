/// Where records come from.
public protocol Source: Component {
    /// Produces all records and returns.
    ///
    /// `send` suspends while the pipeline is full; so a source that reads on only after `send` returned never runs ahead.
    ///
    /// - Parameter output: Takes the records, in order.
    /// - Throws: What ends the reading. The records sent before are carried to the end all the same. A ``PipelineFailure``
    ///   decides the exit code; faults of JSON count as bad data, anything else as input that cannot be read.
    func run(into output: inout RecordWriter) async throws
}
