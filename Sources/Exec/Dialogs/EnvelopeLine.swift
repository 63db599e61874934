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

/// The last line of the protocol `envelope`: what the program has counted.
struct EnvelopeEnd: Sendable, Equatable {
    let read: Int
    let written: Int
    let rejected: Int
    /// Records that the program has dropped; 0 if it names none.
    let filtered: Int
    /// Records that the program has written beyond one for each that it has read; 0 if it names none.
    let made: Int
    /// The lines and the bytes of the input; nil if the program does not count them.
    var inputLines: Int?
    var inputBytes: Int?

    init(_ value: JSONValue) throws(RecordError) {
        guard case .object(let object) = try value.decoded(at: ".end") else {
            throw RecordError("expected an object, found \(value.kind.phrase)", at: ".end")
        }
        read = try Self.count("read", in: object)
        written = try Self.count("written", in: object)
        rejected = try Self.count("rejected", in: object)
        filtered = object["filtered"] == nil ? 0 : try Self.count("filtered", in: object)
        made = object["made"] == nil ? 0 : try Self.count("made", in: object)
        guard let given = object["input"] else { return }
        guard case .object(let input) = try given.decoded(at: ".end.input") else {
            throw RecordError("expected an object, found \(given.kind.phrase)", at: ".end.input")
        }
        if input["lines"] != nil { inputLines = try Self.count("lines", in: input, at: ".end.input") }
        if input["bytes"] != nil { inputBytes = try Self.count("bytes", in: input, at: ".end.input") }
    }

    private static func count(_ name: String, in object: JSONObject, at place: String = ".end") throws(RecordError) -> Int {
        guard let count = object[name]?.number?.int64, count >= 0 else {
            throw RecordError(
                "expected a whole number from 0, found \(object[name].map { $0.kind.phrase } ?? "nothing")", at: "\(place).\(name)")
        }
        return Int(count)
    }
}

/// Counts the lines of the protocol `envelope`, and compares the counts with those in the last line.
struct EnvelopeTally: Sendable, Equatable {
    /// The number of lines and bytes that the program received; nil for a program that reads nothing.
    var sent: (lines: Int, bytes: Int)?
    private(set) var ok = 0
    private(set) var rejected = 0
    private(set) var end: EnvelopeEnd?

    static func == (left: EnvelopeTally, right: EnvelopeTally) -> Bool {
        left.ok == right.ok && left.rejected == right.rejected && left.end == right.end && left.sent?.lines == right.sent?.lines
            && left.sent?.bytes == right.sent?.bytes
    }

    /// Counts a line.
    ///
    /// - Returns: What is wrong, as a clause whose subject is the program; nil if nothing is.
    mutating func count(_ line: EnvelopeLine) -> String? {
        if end != nil { return "wrote a line behind the line \"end\"" }
        switch line {
        case .ok: ok += 1
        case .reject: rejected += 1
        case .end(let end): self.end = end
        }
        return nil
    }

    /// The fault at the end of the output, as a clause whose subject is the program; nil if the counts agree.
    var fault: String? {
        guard let end else { return "wrote no line \"end\", so its output is not complete" }
        if let sent {
            if end.read != sent.lines { return "counts \(end.read.counted("record")) as read, and \(sent.lines) were sent" }
            if let lines = end.inputLines, lines != sent.lines {
                return "counts \(lines.counted("line")) of input, and \(sent.lines) were sent"
            }
            if let bytes = end.inputBytes, bytes != sent.bytes {
                return "counts \(bytes.counted("byte")) of input, and \(sent.bytes) were sent"
            }
        }
        if end.written != ok { return "counts \(end.written.counted("record")) as written, and \(ok) came" }
        if end.rejected != rejected { return "counts \(end.rejected.counted("record")) as rejected, and \(rejected) came" }
        return nil
    }

    /// The fault of a stage whose counts do not add up, as a clause whose subject is the program; nil if no record is missing.
    var sumFault: String? {
        guard let end else { return nil }
        let (given, isTooLarge) = end.read.addingReportingOverflow(end.made)
        let (explained, isSumTooLarge) = end.filtered.addingReportingOverflow(ok + rejected)
        guard isTooLarge || isSumTooLarge || given != explained else { return nil }
        return
            "counts read \(end.read) + made \(end.made), but written \(end.written) + filtered \(end.filtered) + rejected \(end.rejected): "
            + "\"end\" has to name records that were dropped as \"filtered\", and further ones as \"made\""
    }
}
