/// The place of a record in the order of the input. Rejects are sorted by it, for every number of workers.
struct RecordPlace: Comparable, Hashable, Sendable {
    /// The indexes among siblings after the first split. A class, because few records are split twice, and copying nil costs nothing.
    private final class DeepBranch: Sendable {
        let indexes: [Int]

        init(_ indexes: [Int]) { self.indexes = indexes }
    }

    /// The number of the source's record, from 1; 0 until the engine has set it.
    var number = 0
    /// For a record that a stage made from another one: its index among its siblings, from 1; 0 for other records.
    private var child = 0
    private var deepBranch: DeepBranch?

    /// The place of a record of the source.
    init(number: Int = 0) {
        self.number = number
    }

    /// Makes the place with this ``branch``.
    init(number: Int, branch: some Collection<Int>) {
        self.number = number
        child = branch.first.map { $0 + 1 } ?? 0
        deepBranch = branch.count > 1 ? DeepBranch(Array(branch.dropFirst())) : nil
    }

    /// For a record that a stage made from another one: its index among its siblings, from 0, for each split on the way.
    var branch: [Int] { child == 0 ? [] : [child - 1] + (deepBranch?.indexes ?? []) }

    static func == (a: RecordPlace, b: RecordPlace) -> Bool {
        a.number == b.number && a.child == b.child && (a.deepBranch?.indexes ?? []) == (b.deepBranch?.indexes ?? [])
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(child)
        hasher.combine(deepBranch?.indexes ?? [])
    }

    static func < (a: RecordPlace, b: RecordPlace) -> Bool {
        if a.number != b.number { return a.number < b.number }
        if a.child != b.child { return a.child < b.child }
        guard a.deepBranch != nil || b.deepBranch != nil else { return false }
        return (a.deepBranch?.indexes ?? []).lexicographicallyPrecedes(b.deepBranch?.indexes ?? [])
    }

    /// The place of one of the records that a stage made from the record at this place.
    ///
    /// - Parameter index: The index among its siblings, from 0.
    func child(_ index: Int) -> RecordPlace {
        var place = self
        if child == 0 { place.child = index + 1 } else { place.deepBranch = DeepBranch((deepBranch?.indexes ?? []) + [index]) }
        return place
    }

    /// The place of the record that a stage made this one from; nil for a record of the source or of a stream stage.
    var parent: RecordPlace? {
        if isMade || child == 0 { return nil }
        return RecordPlace(number: number, branch: branch.dropLast())
    }

    /// Whether a stream stage made the record.
    var isMade: Bool { number == .max }

    /// The place of a record that a stream stage made: after all records of the source.
    ///
    /// - Parameters:
    ///   - part: The number of the stage among the parts of the run.
    ///   - index: The number of records and pieces of refused input that the stage has sent or refused, including this one.
    static func made(byPart part: Int, index: Int) -> RecordPlace { RecordPlace(number: .max, branch: [part, index]) }
}
