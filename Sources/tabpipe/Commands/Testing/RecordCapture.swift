internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// A sink that keeps records in memory, for tests that compare them. A class, because the test reads what the run has stored.
final class RecordCapture: Sink {
    static let name = "capture"
    static let summary = "Keeps records in memory for a test."
    /// The largest number of records that a test compares.
    static let maxRecords = 10_000

    private let stored = Mutex<[JSONValue]>([])

    init() {}

    /// No pipeline file can name this sink.
    init(options: inout OptionReader) {}

    /// The records so far.
    var records: [JSONValue] { stored.withLock { $0 } }

    func render(_ record: Record) -> JSONValue { record.value }

    func write(_ documents: Batches<JSONValue>) async throws {
        for try await batch in documents {
            let count = stored.withLock { records in
                records += batch
                return records.count
            }
            guard count <= Self.maxRecords else {
                throw PipelineFailure(.badData, "a test compares at most \(Self.maxRecords) records; \"limit\" makes it read fewer")
            }
        }
    }
}
