/// Suggests the nearest known name for an unknown one, by edit distance.
package enum NameSuggestion {
    /// The nearest of some names, or nil if none is near.
    ///
    /// - Parameters:
    ///   - word: The unknown name.
    ///   - names: The known names. Of two equally near names the first wins.
    package static func nearest(to word: String, in names: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().utf8.prefix(64))
        let limit = max(1, letters.count / 3)
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(letters, Array(name.lowercased().utf8.prefix(64)))
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// The Damerau–Levenshtein distance: letters to insert, remove, replace or swap with a neighbour.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
