internal import CSVParsing
internal import JSONParsing
internal import Pipeline

/// Writes a CSV table with one row per record (RFC 4180).
struct CSVSink: OutputSink {
    static let name = "csv"
    static let summary = "Writes records as rows of a CSV table (RFC 4180) to a file, or to standard output."
    static let example = #"{ "type": "csv", "to": "out/studies.csv", "fields": ["id", "title"] }"#

    let output: RecordOutput
    private let columns: CSVColumns
    private let fields: [FieldPath]
    private let format: CSVFormat

    /// The cells of a record, and its place in the output.
    struct Row: PlacedDocument {
        let cells: JSONObject
        var place: OutputPlace
    }

    enum Delimiter: String, CaseIterable {
        case comma
        case semicolon
        case tab

        var dialect: CSVDialect {
            switch self {
            case .comma: .standard
            case .semicolon: .semicolons
            case .tab: .tabs
            }
        }
    }

    init(options: inout OptionReader) {
        output = options.recordOutput(
            help: "A file, which appears when the run has ended well, or '-' for standard output. A file whose name ends with .gz or .zst "
                + "is compressed.")
        fields = options.read(
            "fields", .fields(), default: [],
            help:
                "The columns, by name or path, each headed as it is written here. Without them, those of the first record; later records must then have no others."
        )
        columns = CSVColumns(fields.map(\.source))
        let delimiter = options.read("delimiter", .choice, default: Delimiter.comma, help: "What stands between two cells.")
        format = CSVFormat(columns: columns, dialect: delimiter.dialect, key: output.key)
    }

    /// Returns the record's cells. Decodes strings here, so that an invalid escape rejects only its own record.
    func render(_ record: Record, in context: RunContext) throws -> Row {
        let object = try record.object()
        var cells = JSONObject()
        for name in columns.given == nil ? object.keys : [] {
            guard let value = object[name] else { continue }
            cells[name] = value.kind == .string ? try value.decoded(at: ".\(name)") : value
        }
        for field in fields {
            guard let value = try field.name.map({ object[$0] }) ?? record.get(field) else { continue }
            cells[field.source] = value.kind == .string ? try value.decoded(at: field.description) : value
        }
        if let first = fields.first { record.notePresence(of: first) }
        return Row(cells: cells, place: try output.place(of: record, keyed: format.row(cells)))
    }

    var traits: SinkTraits { output.traits }
    var admission: Admission<Row> {
        let places: Admission<Row> = output.admission()
        return Admission { [columns] row in
            try columns.admit(row.cells)
            do {
                try places.admit(&row)
            } catch {
                columns.withdraw()
                throw error
            }
        } withdraw: { [columns] row in
            columns.withdraw()
            places.withdraw(row)
        }
    }

    func write(_ rows: Batches<Row>) async throws {
        try await output.fill(from: rows, as: format) { row, bytes in format.append(row.cells, to: &bytes) }
    }

    var hooks: Hooks { Hooks(explanation: output.explanation) }
}
