import Pipeline

/// Writes one file with a field's texts.
struct Joined: OutputSink {
    static let name = "joined"
    static let summary = "Writes a field's texts with a bar behind each."
    static let example = #"{ "type": "joined", "to": "out/texts.txt" }"#
    let output: FileOutput
    private let field: FieldPath

    init(options: inout OptionReader) {
        output = FileOutput(options.read("to", .output, help: "The file."))
        field = options.read("field", .field, default: FieldPath(name: "text"), help: "The field.")
    }

    var hooks: Hooks { .none }
    var traits: SinkTraits { output.traits }
    var admission: Admission<String> { .all }

    func render(_ record: Record, in context: RunContext) throws -> String { try record.string(field) + "|" }

    func write(_ documents: Batches<String>) async throws {
        try await output.fill(from: documents) { documents, file in
            for try await batch in documents { try await file.write(Array(batch.joined().utf8)) }
        }
    }
}
