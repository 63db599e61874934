/// Merges sorted runs of rejects into one.
struct RejectMerge {
    /// The runs with entries left, in descending order of their next place.
    private var runs: [SortedRejects] = []

    /// - Parameter runs: The runs. Of entries with the same place, that of an earlier run comes first.
    init(_ runs: [SortedRejects]) throws(SystemError) {
        for (index, run) in runs.enumerated() {
            var run = run
            run.number = index
            if try run.advance() { insert(run) }
        }
    }

    /// The place of the next entry; nil at the end.
    var place: RecordPlace? { runs.last?.place }

    /// The number of the step that rejected the next entry.
    var step: Int { runs.last?.step ?? 0 }

    /// Takes the next entry and returns its line.
    mutating func takeLine() throws(SystemError) -> [UInt8] {
        guard var run = runs.popLast() else { return [] }
        let line = run.line
        if try run.advance() { insert(run) }
        return line
    }

    private mutating func insert(_ run: SortedRejects) {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if run < runs[middle] { low = middle + 1 } else { high = middle }
        }
        runs.insert(run, at: low)
    }
}
