public import Pipeline
internal import Synchronization

/// Counts records by remark, for warnings at the end of a run. A remark is a sentence about a record, such as one about a key that a stage
/// does not read. A class, because the copies of a stage for workers count together.
public final class CountedRemarks: Sendable {
    private struct Count {
        var records = 0
        /// The place of the first record.
        var example: Origin
    }

    private struct Counts {
        var remarks: [String: Count] = [:]
        /// The number of records with remarks beyond the limit.
        var others = 0
    }

    /// The largest number of different remarks to count. Content decides how many there are.
    private static let maxRemarks = 20

    private let counts = Mutex(Counts())
    private let others: String

    /// - Parameter others: The remark that replaces all remarks beyond the limit.
    public init(others: String) { self.others = others }

    /// Counts a record for each of its remarks. A remark that occurs several times counts once.
    ///
    /// - Parameter origin: The place of the record.
    public func note(_ remarks: some Collection<String>, at origin: Origin) {
        if remarks.isEmpty { return }
        counts.withLock { counts in
            var hasOthers = false
            for remark in Set(remarks) {
                guard counts.remarks[remark] != nil || counts.remarks.count < Self.maxRemarks else {
                    hasOthers = true
                    continue
                }
                counts.remarks[remark, default: Count(example: origin)].records += 1
                // Workers take the records in any order, so that a later call can have an earlier record.
                if let example = counts.remarks[remark]?.example, Self.place(of: origin) < Self.place(of: example) {
                    counts.remarks[remark]?.example = origin
                }
            }
            if hasOthers { counts.others += 1 }
        }
    }

    private static func place(of origin: Origin) -> (Int, Int) { (origin.page ?? 0, origin.line ?? origin.item) }

    /// A warning for each remark, in their alphabetical order.
    public var warnings: [String] {
        let counts = counts.withLock { $0 }
        var warnings = counts.remarks.sorted { $0.key < $1.key }.map { remark, count in
            let example = count.example == Origin() ? "" : ", the first one in \(count.example)"
            return "\(remark), which \(Self.records(count.records))\(example)"
        }
        if counts.others > 0 { warnings.append("\(others), which \(Self.records(counts.others))") }
        return warnings
    }

    private static func records(_ count: Int) -> String { count.counted("record has", plural: "records have") }
}

extension CountedRemarks {
    /// Counts the remarks on macros of Confluence that are left out.
    public static var onMacros: CountedRemarks { CountedRemarks(others: "left out: other macros") }
}
