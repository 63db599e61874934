internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// A sink that keeps records in memory, for tests that compare them. A class, because the test reads what the run has stored.
final class RecordCapture: Sink {
    static let name = "capture"
    static let summary = "Keeps records in memory for a test."
    static let example = ""
    /// The largest number of records that a test compares.
    static let maxRecords = 10_000

    private let keepsRecords: Bool
    private let stored = Mutex<[JSONValue]>([])

    /// - Parameter keepsRecords: Whether the test compares records. Otherwise their number has no limit.
    init(keepsRecords: Bool) { self.keepsRecords = keepsRecords }

    /// No pipeline file can name this sink.
    init(options: inout OptionReader) { keepsRecords = false }

    /// The records so far.
    var records: [JSONValue] { stored.withLock { $0 } }

    var hooks: Hooks { .none }
    var admission: Admission<JSONValue> { .all }
    var traits: SinkTraits { SinkTraits() }

    func render(_ record: Record) -> JSONValue { keepsRecords ? record.value : .null }

    func write(_ documents: Batches<JSONValue>) async throws {
        for try await batch in documents where keepsRecords {
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
