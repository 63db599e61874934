package import JSONParsing
package import Pipeline
internal import Synchronization

/// A table with one row a record (RFC 4180).
package struct CSVSink: Sink {
    package static let name = "csv"
    package static let summary = "Writes records as rows of a CSV table (RFC 4180) to a file, or to standard output."
    package static let example: String? = #"{ "type": "csv", "to": "out/studies.csv", "fields": ["id", "title"] }"#

    private let to: String
    private let columns: Columns
    private let delimiter: Delimiter
    private let remark = Remark()

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

    package init(options: inout OptionReader) {
        to = options.output("to", help: "A file, which appears when the run has ended well, or '-' for standard output.")
        let fields = options.strings(
            "fields", help: "The columns. Without them, those of the first record; later records must then have no others.")
        columns = Columns(fields)
        delimiter = options.choice("delimiter", default: Delimiter.comma, help: "What stands between two cells.")
    }

    package func render(_ record: Record) throws -> JSONObject {
        try record.object()
    }

    package func admit(_ document: JSONObject) throws {
        try columns.admit(document)
    }

    package func write(_ documents: Batches<JSONObject>) async throws {
        var output = try OutputStream(to)
        var needsHeader = true
        for try await batch in documents {
            var bytes: [UInt8] = []
            let names = columns.names
            if needsHeader { appendRow(names.map { .string($0) }, to: &bytes) }
            needsHeader = false
            for document in batch { appendRow(names.map { document[$0] ?? .null }, to: &bytes) }
            try output.write(bytes)
        }
        if needsHeader, !columns.names.isEmpty {
            var header: [UInt8] = []
            appendRow(columns.names.map { .string($0) }, to: &header)
            try output.write(header)
        }
        if try output.finish() { remark.set("\(to.printable) is unchanged") }
    }

    package var appearsWhole: Bool { OutputStream.appearsWhole(to) }
    package var outputPath: String? { to == "-" ? nil : to }
    package var notes: [String] { remark.texts }

    /// Null is an empty cell, a string its text, anything else its JSON.
    private func appendRow(_ cells: [JSONValue], to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(delimiter.byte) }
            if cell.isNull { continue }
            let text = Array((cell.string ?? cell.compactText).utf8)
            let needsQuotes = text.contains { $0 == delimiter.byte || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }
            guard needsQuotes || text.isEmpty else {
                bytes.append(contentsOf: text)
                continue
            }
            bytes.append(UInt8(ascii: "\""))
            for byte in text {
                if byte == UInt8(ascii: "\"") { bytes.append(byte) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }
}

/// The columns of a table: given, or those of the first record. Found at the turnstile and used by the sink's task, and so
/// a class.
private final class Columns: Sendable {
    private struct State {
        var names: [String]
        var known: Set<String>
    }

    private let areGiven: Bool
    private let state: Mutex<State>

    init(_ names: [String]) {
        areGiven = !names.isEmpty
        state = Mutex(State(names: names, known: Set(names)))
    }

    var names: [String] { state.withLock { $0.names } }

    func admit(_ document: JSONObject) throws {
        guard !areGiven else { return }
        try state.withLock { state in
            if state.names.isEmpty {
                state.names = document.keys
                state.known = Set(document.keys)
            }
            if let other = document.keys.first(where: { !state.known.contains($0) }) {
                throw RecordError("not among the columns, which are those of the first record; name them in \"fields\"", at: ".\(other)")
            }
        }
    }
}
