internal import JSONParsing
internal import Pipeline

/// Writes a CSV table with one row per record (RFC 4180).
struct CSVSink: OutputSink {
    static let name = "csv"
    static let summary = "Writes records as rows of a CSV table (RFC 4180) to a file, or to standard output."
    static let example: String? = #"{ "type": "csv", "to": "out/studies.csv", "fields": ["id", "title"] }"#

    let output: FileOutput
    private let columns: CSVColumns
    private let fields: [FieldPath]
    private let delimiter: Delimiter

    enum Delimiter: String, CaseIterable {
        case comma
        case semicolon
        case tab

        var byte: UInt8 {
            switch self {
            case .comma: UInt8(ascii: ",")
            case .semicolon: UInt8(ascii: ";")
            case .tab: UInt8(ascii: "\t")
            }
        }
    }

    init(options: inout OptionReader) {
        output = FileOutput(
            options.output(
                "to",
                help:
                    "A file, which appears when the run has ended well, or '-' for standard output. A file whose name ends with .gz or .zst "
                    + "is compressed."))
        fields = options.fields(
            "fields",
            default: [],
            help:
                "The columns, by name or path, each headed as it is written here. Without them, those of the first record; later records must then have no others."
        )
        columns = CSVColumns(fields.map(\.source))
        delimiter = options.choice("delimiter", default: Delimiter.comma, help: "What stands between two cells.")
    }

    /// Returns the record's cells. Decodes strings here, so that an invalid escape rejects only its own record.
    func render(_ record: Record) throws -> JSONObject {
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
        return cells
    }

    func admit(_ document: JSONObject) throws { try columns.admit(document) }
    func withdraw(_ document: JSONObject) { columns.withdraw() }

    func write(_ documents: Batches<JSONObject>) async throws {
        try await output.fill(from: documents) { documents, file in
            var count = 0
            var bytes: [UInt8] = []
            for try await batch in documents {
                let names = columns.names ?? []
                if count == 0 { bytes = header }
                for document in batch { appendRow(names, to: &bytes) { document[$0] ?? .null } }
                try await file.writeBlocks(of: &bytes)
                count += batch.count
            }
            try await file.write(count == 0 ? header : bytes)
            return count
        }
    }

    /// The header row; empty if the columns are not known.
    private var header: [UInt8] {
        var bytes: [UInt8] = []
        if let names = columns.names { appendRow(names, to: &bytes) { .string($0) } }
        return bytes
    }

    private func appendRow(_ names: [String], to bytes: inout [UInt8], _ cell: (String) -> JSONValue) {
        for (index, name) in names.enumerated() {
            if index > 0 { bytes.append(delimiter.byte) }
            append(cell(name), to: &bytes)
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// Appends a cell: null as an empty cell, a string as its text, any other value as JSON.
    private func append(_ cell: JSONValue, to bytes: inout [UInt8]) {
        if cell.isNull { return }
        let text = (cell.string ?? cell.compactText).utf8
        let needsQuotes = text.contains { $0 == delimiter.byte || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }
        guard needsQuotes || text.isEmpty else { return bytes.append(contentsOf: text) }
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
