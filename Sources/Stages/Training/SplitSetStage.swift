internal import Checksums
internal import JSONQuery
internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// The stage `split_set`: assigns each record to a set, such as train and test, by a hash of its id.
struct SplitSetStage: Stage {
    static let name = "split_set"
    static let summary =
        "Assigns each record to a set, such as train, validation or test, by a hash of its id: in every run the same, also when records are added."
    static let example = #"{ "type": "split_set", "by": ".id", "shares": { "train": 0.9, "test": 0.1 }, "into": "split" }"#

    private static let defaultShares = [("train", 0.9), ("validation", 0.05), ("test", 0.05)]
    /// How far from 1 the sum of shares may be. Sums of decimal fractions are not exact.
    private static let tolerance = 1e-6

    /// Counts the records of each set. A class, because the copies of a stage for workers count together.
    private final class SetCounts: Sendable {
        let records = Mutex<[String: Int]>([:])
    }

    private var id: RecordQuery
    private let seed: Int
    /// The sets, each with the end of its range between 0 and 1.
    private let sets: [(name: String, end: Double)]
    private let into: FieldPath
    private let counts = SetCounts()

    init(options: inout OptionReader) {
        id = options.read(
            "by", .query, default: .fixed(".id"),
            help:
                "A jq program that gives the id of a record. Records with one id are in one set, so that .thread.id keeps threads together."
        )
        seed = options.read("seed", .integer(0...Int.max), default: 0, help: "Another number gives another division.")
        let shares = options.readIfPresent(
            "shares", .map(of: .number(0...1)),
            help: #"The sets and their shares, which add up to 1. The default is {"train": 0.9, "validation": 0.05, "test": 0.05}."#)
        let named = shares?.map { ($0.key, $0.value) } ?? Self.defaultShares
        let sum = named.reduce(0) { $0 + $1.1 }
        if abs(sum - 1) > Self.tolerance { options.report("the shares add up to \(sum), and 1 was expected", option: "shares") }
        into = options.read("into", .newField, default: FieldPath(name: "split"), help: "The field that the name of the set is put into.")
        var end = 0.0
        sets = named.map { name, share in
            end += share
            return (name, end)
        }
    }

    var hooks: Hooks { Hooks(changedFields: [into], notes: notes) }

    func process(_ record: inout Record) throws -> Verdict {
        guard let value = try id.first(record), !value.isNull else {
            throw RecordError("by gives null or nothing, and a record without an id has no set")
        }
        let decoded = try value.decoded()
        let text = try decoded.string ?? decoded.canonicalText()
        let set = set(at: Self.place(of: text, seed: seed))
        counts.records.withLock { $0[set, default: 0] += 1 }
        try record.set(into, to: .string(set))
        return .keep
    }

    func copyForWorker() -> SplitSetStage {
        var copy = self
        copy.id = id.recompiled()
        return copy
    }

    /// The place of an id between 0 and 1: the first 53 bits of the SHA-256 hash of `SEED:ID`, divided by 2^53.
    static func place(of id: String, seed: Int) -> Double {
        var hash = SHA256Hasher()
        hash.update(Array("\(seed):\(id)".utf8))
        let number = hash.digest().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(number >> 11) / 0x1p53
    }

    /// The set whose range has a place. The sum of shares can be a little less than 1; the rest belongs to the last set that has a share.
    private func set(at place: Double) -> String {
        if let set = sets.first(where: { place < $0.end }) { return set.name }
        let last = sets.last?.end
        return sets.first { $0.end == last }?.name ?? ""
    }

    private var notes: [String] {
        let counts = counts.records.withLock { $0 }
        return counts.isEmpty ? [] : [sets.map { "\($0.name) \(counts[$0.name] ?? 0)" }.joined(separator: ", ")]
    }
}
