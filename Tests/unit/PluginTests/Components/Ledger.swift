import Foundation
import Pipeline

/// Adds a line for each record to a file in a way of its own, as a sink does that writes to a database. It does not support plans.
struct Ledger: Sink {
    static let name = "ledger"
    static let summary = "Adds a line for each record to a file."
    static let example = ""
    private let file: String

    init(options: inout OptionReader) { file = options.read("to", .string, help: "The file.") }

    var hooks: Hooks { .none }
    var admission: Admission<String> { .all }
    var traits: SinkTraits { SinkTraits() }

    func render(_ record: Record, in context: RunContext) throws -> String { record.value.compactText + "\n" }

    func write(_ documents: Batches<String>) async throws {
        var text = ""
        for try await batch in documents { text += batch.joined() }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
}
