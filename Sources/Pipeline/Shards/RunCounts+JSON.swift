package import JSONParsing

extension RunCounts {
    /// The counts of a complete run by their names in end records, reports, tests and the output of `collect`.
    private static var members: [(name: String, path: WritableKeyPath<RunCounts, Int>)] {
        [
            ("read", \.read), ("made", \.made), ("written", \.written), ("filtered", \.filtered), ("rejected", \.rejected),
            ("skipped", \.skipped),
        ]
    }

    /// The names of the counts of a complete run; ``named`` has one more, `unfinished`.
    package static var names: [String] { members.map(\.name) }

    /// All counts with their names.
    package var named: [(name: String, count: Int)] {
        Self.members.map { ($0.name, self[keyPath: $0.path]) } + [("unfinished", unfinished)]
    }

    /// The members of an end record.
    package var json: JSONObject {
        JSONObject(Self.members.map { ($0.name, .number(JSONNumber(self[keyPath: $0.path]))) })
    }

    /// Reads the members of an end record.
    ///
    /// - Throws: ``ShardRecordFault`` if one is missing or no count, or if they do not add up.
    init(json: JSONObject) throws(ShardRecordFault) {
        for (name, path) in Self.members {
            guard let value = json[name] else { throw ShardRecordFault("it has no \"\(name)\"") }
            guard let count = value.integer, count >= 0 else {
                throw ShardRecordFault("\"\(name)\" is not a whole number from 0: \(String(value.compactText.prefix(40)).printable)")
            }
            self[keyPath: path] = count
        }
        guard !overflows else { throw ShardRecordFault("its numbers are too large") }
        guard addUp else { throw ShardRecordFault("its records do not add up: \(line)") }
    }

    /// The sums of the counts of several runs; nil if one is too large.
    package static func sum(of runs: [RunCounts]) -> RunCounts? {
        var sums = RunCounts()
        for run in runs {
            for (_, path) in members {
                guard let sum = sum(sums[keyPath: path], run[keyPath: path]) else { return nil }
                sums[keyPath: path] = sum
            }
        }
        return sums.overflows ? nil : sums
    }

    /// Whether the sums that ``addUp`` compares are too large.
    private var overflows: Bool {
        let sides = [[read, made], [written, filtered, rejected, skipped]]
        return sides.contains { side in side.reduce(Optional(0)) { total, count in total.flatMap { Self.sum($0, count) } } == nil }
    }

    private static func sum(_ first: Int, _ second: Int) -> Int? {
        let (sum, overflows) = first.addingReportingOverflow(second)
        return overflows ? nil : sum
    }
}
