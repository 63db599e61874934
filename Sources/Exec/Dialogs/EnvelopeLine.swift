internal import JSONParsing
internal import Pipeline

/// A line of the protocol `envelope`.
enum EnvelopeLine: Sendable, Equatable {
    /// A record.
    case ok(JSONValue)
    /// A record that the program refused.
    case reject(EnvelopeReject)
    /// The last line: what the program has counted.
    case end(EnvelopeEnd)

    /// Reads a line.
    ///
    /// - Throws: ``RecordError`` with what was expected and found.
    init(_ value: JSONValue) throws(RecordError) {
        guard case .object(let object) = try value.decoded(at: ""), object.count == 1, let member = object.first else {
            throw RecordError("expected an object with \"ok\", \"reject\" or \"end\" alone, found \(ProgramLine.shown(value))")
        }
        switch member.key {
        case "ok": self = .ok(member.value)
        case "reject": self = .reject(try EnvelopeReject(member.value))
        case "end": self = .end(try EnvelopeEnd(member.value))
        default: throw RecordError("expected \"ok\", \"reject\" or \"end\", found \"\(member.key.printable)\"")
        }
    }
}

extension ProgramLine {
    /// The beginning of a value, for messages.
    static func shown(_ value: JSONValue) -> String { shown(Array(value.compactText.utf8)[...]) }
}
