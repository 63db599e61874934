internal import Checksums
internal import JSONParsing
package import JSONQuery

/// One of several runs that share the records of a source: the number of the run, and which records are its own.
///
/// Package access: the command line makes it, and the built-in sources divide their inputs by it; a plug-in's records are divided by the
/// writer.
package struct Shard: Sendable {
    /// The largest number of runs.
    package static let maxCount = 99_999
    /// The number of digits in ``name``, so that names have the order of the numbers.
    private static let digits = 5

    /// The number of the run, from 1.
    package let index: Int
    /// The number of runs.
    package let count: Int
    /// The program of the key that divides the records; nil if whole inputs are divided.
    package private(set) var key: RecordQuery?

    /// A run that processes all records.
    package static let whole = Shard(index: 1, count: 1)

    private init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    /// Reads the form of the command line, such as `3/100`.
    ///
    /// - Returns: nil if the text is no shard.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let index = Int(parts[0]), let count = Int(parts[1]), 1...Self.maxCount ~= count, 1...count ~= index
        else { return nil }
        self.init(index: index, count: count)
    }

    /// Returns the same shard, whose records are selected by the hash of a key.
    ///
    /// - Throws: ``QueryError`` if the key is no jq program.
    package func by(_ key: String) throws(QueryError) -> Shard {
        var shard = self
        shard.key = try RecordQuery(key)
        return shard
    }

    /// The text of the run in paths, such as `00003-of-00100`.
    package var name: String { "\(Self.padded(index))-of-\(Self.padded(count))" }

    private static func padded(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The inputs of this run: a contiguous range, so that the outputs of all runs, joined in their order, equal the output of a single
    /// run.
    package func inputs<Element>(of all: [Element]) -> [Element] {
        key == nil ? Array(all[Self.part(index, of: count, in: all.count)]) : all
    }

    /// The indices of the inputs of a run, if whole inputs are divided.
    static func part(_ index: Int, of count: Int, in total: Int) -> Range<Int> { (index - 1) * total / count..<index * total / count }

    /// The hash of a record's key; nil without a key. A key that cannot be computed counts as null.
    func hash(of record: Record) -> UInt64? {
        guard let key else { return nil }
        let text = (try? key.first(record)?.canonicalText()) ?? "null"
        var hash = XXH64Hasher()
        hash.update(Array(text.utf8).span)
        return hash.value
    }

    /// Whether records whose key has a hash are those of this run.
    func has(_ hash: UInt64) -> Bool { Int(hash % UInt64(count)) == index - 1 }
}

/// The number of all records of a source that are divided by a key, including those of other shards, and the sum of the hashes of their
/// keys, which does not depend on the order. Shards that have read the same records have equal values.
struct RecordSetChecksum: Sendable, Equatable {
    private(set) var count = 0
    private var keys: UInt64 = 0

    /// Creates the sum of no records.
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

extension Shard {
    /// A path or an argument with the name of the run in place of each `{{$shard}}`.
    package func naming(_ text: String) -> String {
        text.contains("$shard") ? text.replacing(#/\{\{\s*\$shard\s*\}\}/#, with: name) : text
    }

    /// A value with the name of the run in place of each `{{$shard}}`.
    func naming(_ value: ConfigValue) -> ConfigValue {
        guard !value.isFilled, case .string(let text) = value.content else { return value }
        let named = naming(text)
        return named == text ? value : value.with(.string(named))
    }
}
