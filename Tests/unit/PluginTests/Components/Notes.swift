import JSONParsing
import Pipeline

struct Note: Sendable {
    let value: JSONValue
    let key: RecordKey?
}

struct Notes: OutputSink {
    static let name = "notes"
    static let summary = "Writes records as lines of JSON."
    static let example = ""
    let output: FileOutput

    init(options: inout OptionReader) {
        let to = options.read("to", .output, help: "The file.")
        output = FileOutput(to, update: options.fileUpdate(of: to))
    }

    var traits: SinkTraits { output.traits }
    var admission: Admission<Note> { .all }

    func render(_ record: Record, in context: RunContext) throws -> Note { Note(value: record.value, key: try output.key(of: record)) }

    func write(_ notes: Batches<Note>) async throws {
        try await output.fill(from: notes, as: JSONLinesFormat(key: output.key)) { note, bytes in
            bytes += "\(note.value.compactText)\n".utf8
            return note.key
        }
    }

    var hooks: Hooks { Hooks(explanation: output.explanation) }
}
