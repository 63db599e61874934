internal import JSONParsing

/// The size of an input, and its hash.
struct InputTotals: Sendable, Equatable {
    let lines: Int
    let bytes: Int
    /// The hash in hexadecimal digits.
    let xxh64: String

    /// The members of the end record.
    var json: JSONObject {
        ["lines": .number(JSONNumber(lines)), "bytes": .number(JSONNumber(bytes)), "xxh64": .string(xxh64)]
    }
}
