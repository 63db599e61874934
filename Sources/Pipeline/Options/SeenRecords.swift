internal import JSONParsing

/// All records of a source whose records are divided by a key, those of other shards, too: how many there are, and a sum over their keys
/// that does not depend on the order. Shards that have read the same records have seen the same.
struct SeenRecords: Sendable, Equatable {
    private(set) var count = 0
    private var keys: UInt64 = 0

    /// Begins without records.
    init() {}

    /// Adds a record.
    ///
    /// - Parameter hash: The hash of its key.
    mutating func add(_ hash: UInt64) {
        count += 1
        keys &+= hash
    }

    /// Reads the members of an end record.
    ///
    /// - Returns: nil if they are not those of ``json``.
    init?(json: JSONValue?) {
        guard let object = json?.object, let count = object["records"]?.integer, let text = object["keys"]?.string,
            let keys = UInt64(text, radix: 16)
        else { return nil }
        self.count = count
        self.keys = keys
    }

    /// The members of an end record.
    var json: JSONValue {
        let digits = String(keys, radix: 16)
        return [
            "records": .number(JSONNumber(count)), "keys": .string(String(repeating: "0", count: 16 - digits.count) + digits),
        ]
    }
}
