internal import JSONParsing
internal import Pipeline

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
