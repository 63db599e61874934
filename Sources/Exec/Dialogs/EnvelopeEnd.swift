internal import JSONParsing
internal import Pipeline

/// The last line of the protocol `envelope`: what the program has counted.
struct EnvelopeEnd: Sendable, Equatable {
    let read: Int
    let written: Int
    let rejected: Int
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
        let input = object["input"]?.object
        inputLines = input?["lines"]?.number?.int64.map { Int($0) }
        inputBytes = input?["bytes"]?.number?.int64.map { Int($0) }
    }

    private static func count(_ name: String, in object: JSONObject) throws(RecordError) -> Int {
        guard let count = object[name]?.number?.int64, count >= 0 else {
            throw RecordError("a number of records was expected", at: ".end.\(name)")
        }
        return Int(count)
    }
}
