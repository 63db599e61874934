/// Merges sorted runs of rejects into one.
struct RejectMerge {
    /// The runs that have entries left; the one with the least place is last.
    private var runs: [RejectRun] = []

    /// - Parameter runs: The runs; of entries with one place, those of an earlier run come first.
    init(_ runs: [RejectRun]) throws(SystemError) {
        for (index, run) in runs.enumerated() {
            var run = run
            run.number = index
            if try run.advance() { insert(run) }
        }
    }

    /// The place of the next entry; nil at the end.
    var place: RecordPlace? { runs.last?.place }

    /// The line of the next entry, which is taken.
    mutating func takeLine() throws(SystemError) -> [UInt8] {
        guard var run = runs.popLast() else { return [] }
        let line = run.line
        if try run.advance() { insert(run) }
        return line
    }

    private mutating func insert(_ run: RejectRun) {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if run < runs[middle] { low = middle + 1 } else { high = middle }
        }
        runs.insert(run, at: low)
    }
}
