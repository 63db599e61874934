/// A source that sends records from memory, for pipelines that are built in code.
///
///     var plan = PipelinePlan(name: "titles", source: RecordsSource([Record(["title": "A"])]))
public struct RecordsSource: Source {
    /// The name in messages and in the origins of records. No pipeline file can name this source.
    public static let name = "records"
    /// The purpose of the source in one sentence.
    public static let summary = "Sends records that a program has in memory."
    /// Empty, because no pipeline file can name this source.
    public static let example = ""

    private let send: @Sendable (inout RecordWriter) async throws -> Void

    /// Creates a source that sends the records of a sequence, in order.
    public init(_ records: some Sequence<Record> & Sendable) {
        send = { output in for record in records { try await output.send(record) } }
    }

    /// Creates a source that sends the records of an asynchronous sequence, in order. It asks for the next record when the pipeline has
    /// room.
    public init<Records: AsyncSequence & Sendable>(_ records: Records) where Records.Element == Record {
        send = { output in for try await record in records { try await output.send(record) } }
    }

    /// Creates a source without records. Options cannot contain records.
    public init(options: inout OptionReader) { self.init([]) }

    /// No hooks: the source has no output and starts no programs.
    public var hooks: Hooks { .none }
    /// Each run sends all records.
    public var continuation: SourceContinuation { .none }

    /// Sends the records.
    public func run(into output: inout RecordWriter) async throws { try await send(&output) }
}
