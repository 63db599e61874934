/// The place of a record in the order of the input: rejects are sorted by it, whatever the number of workers.
struct RecordPlace: Comparable, Sendable {
    /// The number of the source's record, counted from 1; 0 until the engine has numbered the record.
    var number = 0
    /// For a record that a stage made of another one: its index among its siblings, one for each split on the way.
    var branch: [Int] = []

    static func < (a: RecordPlace, b: RecordPlace) -> Bool {
        a.number != b.number ? a.number < b.number : a.branch.lexicographicallyPrecedes(b.branch)
    }

    /// The place of one of the records that a stage made of the record at this place.
    ///
    /// - Parameter index: The index among its siblings, from 0.
    func child(_ index: Int) -> RecordPlace { RecordPlace(number: number, branch: branch + [index]) }

    /// The place of a record that a stream stage made: behind all records of the source.
    ///
    /// - Parameters:
    ///   - part: The number of the stage among the parts of the run.
    ///   - index: How many records the stage had sent before.
    static func made(byPart part: Int, index: Int) -> RecordPlace { RecordPlace(number: .max, branch: [part, index]) }
}
