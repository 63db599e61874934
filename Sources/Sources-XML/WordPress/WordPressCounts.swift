internal import Pipeline

/// Counts for the warnings of the source `wordpress`.
struct WordPressCounts {
    /// The limit of types and of remarks that are counted by name, because content decides how many there are.
    private static let maxNames = 50
    /// The longest name of a type in a warning, in characters.
    private static let maxNameLength = 40

    /// The number of items of an input that are left out, by their status.
    var statuses: [String: Int] = [:]
    /// The number of items of an input that are left out, by their type.
    private var types: [String: Int] = [:]
    /// The number of items of an input that are of another kind of feed.
    var otherItems = 0
    /// The number of records of an input.
    var sent = 0
    /// The number of records of the run with something in their content that needs a plug-in.
    private(set) var remarks: [String: Int] = [:]

    /// Whether an input gave no record at all.
    var isWithoutRecords: Bool { sent == 0 }

    mutating func beginInput() {
        statuses = [:]
        types = [:]
        otherItems = 0
        sent = 0
    }

    mutating func note(_ found: Set<String>) {
        for remark in found where remarks[remark] != nil || remarks.count < Self.maxNames { remarks[remark, default: 0] += 1 }
    }

    /// Counts an item whose type the options do not name.
    mutating func leaveOut(_ item: WordPressItem) {
        guard !item.isInternal else { return }
        let type = String(item.type.prefix(Self.maxNameLength))
        types[types[type] != nil || types.count < Self.maxNames ? type : "other types", default: 0] += 1
    }

    /// The warnings of an input.
    var warnings: [String] {
        var warnings: [String] = []
        if otherItems > 0 {
            let start = statuses.isEmpty && types.isEmpty && sent == 0 ? "no item of WordPress is in it: " : ""
            warnings.append(
                "\(start)\(otherItems.counted("item")) without elements of WordPress left out; the source feed reads feeds")
        }
        if !types.isEmpty { warnings.append("items left out because of their type: \(Self.words(types))") }
        if !statuses.isEmpty { warnings.append("items left out because of their status: \(Self.words(statuses))") }
        return warnings
    }

    private static func words(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key.printable) (\($0.value))" }.joined(separator: ", ")
    }
}
