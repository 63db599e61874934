internal import JSONParsing
internal import Pipeline

/// How a program and this process exchange records over its standard input and output.
enum ProgramProtocol: String, CaseIterable, Sendable {
    /// A record is a line of JSON. A stage answers each line with one line, in order; an empty one drops the record.
    case lines
    /// As `tabpipe pipe --envelope` writes: `{"ok": …}` and `{"reject": …}`, and `{"end": …}` as the last line.
    case envelope
}

/// A line that a program has written.
enum ProgramLine: Sendable, Equatable {
    case json(JSONValue)
    case empty
    /// A line that is not JSON, with the beginning of its text and the fault.
    case garbage(text: String, fault: String)
    case tooLong(limit: Int)

    /// The greatest number of characters of a line in a message.
    private static let maxShown = 200

    /// Parses a line without its line break.
    init(_ bytes: ArraySlice<UInt8>) {
        guard bytes.contains(where: { !Self.isSpace($0) }) else {
            self = .empty
            return
        }
        do throws(JSONError) {
            self = .json(try JSONValue(parsing: Array(bytes)))
        } catch {
            self = .garbage(text: Self.shown(bytes), fault: "\(error)".printable)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// The beginning of a line, for messages.
    static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(4 * maxShown), as: UTF8.self)
        return (text.count > maxShown ? text.prefix(maxShown) + "…" : text[...]).printable
    }

    /// The beginning of the line, for messages.
    var shown: String {
        switch self {
        case .json(let value): Self.shown(value)
        case .empty: "an empty line"
        case .garbage(let text, _): text
        case .tooLong(let limit): "a line of more than \(limit) bytes"
        }
    }

    /// The fault of the line, as a clause whose subject is the program; nil for JSON and empty lines.
    var fault: String? {
        switch self {
        case .json, .empty: nil
        case .garbage(let text, let fault): "wrote a line that is not JSON: \(fault): \(text)"
        case .tooLong(let limit): "wrote a line of more than \(limit) bytes (max_line_bytes)"
        }
    }
}

extension JSONWriter {
    /// Appends a record as a line.
    mutating func writeLine(_ record: Record) {
        write(record.value)
        append(UInt8(ascii: "\n"))
    }
}
