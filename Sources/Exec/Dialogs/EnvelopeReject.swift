internal import JSONParsing
internal import Pipeline

/// A record that a program refused, in the protocol `envelope`.
struct EnvelopeReject: Sendable, Equatable {
    let reason: String
    /// The step of the program that refused it, such as `stages[0] filter`; empty if the program names none.
    let step: String
    /// The number of the line that the record came from, counted from 1; nil if the program does not name it.
    let line: Int?
    /// The record, or what the program has of it.
    let record: JSONValue

    init(_ value: JSONValue) throws(RecordError) {
        guard case .object(let object) = try value.decoded(at: ".reject") else {
            throw RecordError("expected an object, found \(value.kind.phrase)", at: ".reject")
        }
        guard let reason = object["reason"]?.string else { throw RecordError("missing; a string was expected", at: ".reject.reason") }
        self.reason = reason
        step = [object["step"]?.string, object["stage"]?.string].compactMap(\.self).joined(separator: " ")
        let origin = object["origin"]?.object
        line = (origin?["line"] ?? origin?["item"])?.number?.int64.flatMap { $0 > 0 ? Int($0) : nil }
        guard let record = object["record"] else {
            throw RecordError("missing; the record was expected, because nothing else keeps it", at: ".reject.record")
        }
        self.record = record
    }

    /// The reason in messages, with the program and its step.
    func words(of program: String) -> String { "\(program)\(step.isEmpty ? "" : ", \(step.printable)"): \(reason.printable)" }
}
