/// Near misses among names.
enum Spelling {
    /// The known name that a wrong one was most likely meant to be, or nil if none is near.
    static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        let limit = name.count < 4 ? 1 : name.count < 8 ? 2 : 3
        var best: (name: String, distance: Int)?
        for other in known where abs(other.utf8.count - name.utf8.count) <= limit {
            let distance = distance(Array(name.utf8), Array(other.utf8))
            if distance <= limit, (distance, other) < (best?.distance ?? Int.max, best?.name ?? "") { best = (other, distance) }
        }
        return best?.name
    }

    /// Letters to be inserted, deleted, replaced or swapped with their neighbour to get from one word to the other.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
