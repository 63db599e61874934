internal import Pipeline
internal import Synchronization

/// Counts the keys of records that a stage does not read, for warnings at the end of a run. A class, because the copies of a stage for
/// workers count together.
final class UnreadKeys: Sendable {
    private struct Count {
        var records = 0
        /// The place of the first record.
        var example: Origin
    }

    private struct Counts {
        var keys: [String: Count] = [:]
        /// The number of records with keys beyond the limit.
        var others = 0
    }

    /// How many keys are counted; content decides how many there are.
    private static let maxKeys = 20

    private let counts = Mutex(Counts())

    /// Counts a record with keys that were not read. A key that the record has several times counts once.
    ///
    /// - Parameter origin: The place of the record.
    func note(_ keys: [String], at origin: Origin) {
        if keys.isEmpty { return }
        counts.withLock { counts in
            var hasOthers = false
            for key in Set(keys) {
                guard counts.keys[key] != nil || counts.keys.count < Self.maxKeys else {
                    hasOthers = true
                    continue
                }
                counts.keys[key, default: Count(example: origin)].records += 1
                // Workers meet the records in any order.
                if let example = counts.keys[key]?.example, Self.place(of: origin) < Self.place(of: example) {
                    counts.keys[key]?.example = origin
                }
            }
            if hasOthers { counts.others += 1 }
        }
    }

    private static func place(of origin: Origin) -> (Int, Int) { (origin.page ?? 0, origin.line ?? origin.item) }

    /// A warning for each key, in the order of the keys.
    func warnings(of stage: String) -> [String] {
        let counts = counts.withLock { $0 }
        var warnings = counts.keys.sorted { $0.key < $1.key }.map { key, count in
            let example = count.example == Origin() ? "" : ", the first one in \(count.example)"
            return "\(stage) does not read \(key.printable), which \(Self.records(count.records))\(example)"
        }
        if counts.others > 0 { warnings.append("\(stage) does not read other keys, which \(Self.records(counts.others))") }
        return warnings
    }

    private static func records(_ count: Int) -> String { count == 1 ? "1 record has" : "\(count) records have" }
}
