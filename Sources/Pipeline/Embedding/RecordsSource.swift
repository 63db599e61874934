/// Records that a program already has, as the source of a pipeline.
///
///     var plan = PipelinePlan(name: "titles", source: RecordsSource([Record(["title": "A"])]))
public struct RecordsSource: Source {
    /// The name in messages and in the origins of records. No pipeline file can name this source.
    public static let name = "records"
    /// One sentence for `list` and `describe`.
    public static let summary = "Sends records that a program has in memory."

    private let send: @Sendable (inout RecordWriter) async throws -> Void

    /// Sends the records of a sequence, in order.
    public init(_ records: some Sequence<Record> & Sendable) {
        send = { output in for record in records { try await output.send(record) } }
    }

    /// Sends the records of an asynchronous sequence, in order. The pipeline takes the next record only when it has room for it.
    public init<Records: AsyncSequence & Sendable>(_ records: Records) where Records.Element == Record {
        send = { output in for try await record in records { try await output.send(record) } }
    }

    /// A source without records: pipeline files hold none.
    public init(options: inout OptionReader) { self.init([]) }

    /// Sends the records.
    public func run(into output: inout RecordWriter) async throws { try await send(&output) }
}
