/// The differences of two texts in the unified format.
struct UnifiedDiff {
    /// The number of equal lines around a change.
    private static let context = 3
    /// The largest number of lines of a diff.
    private static let maxLines = 60
    /// The largest number of lines that are compared. Of longer texts, only the first difference is shown.
    private static let maxCompared = 5_000

    /// The lines of the diff, with a header.
    let lines: [String]

    /// - Parameters:
    ///   - expected: The old text, and its name in the header.
    ///   - found: The new text, and its name in the header.
    init(expected: (name: String, text: String), found: (name: String, text: String)) {
        let old = Self.split(expected.text)
        let new = Self.split(found.text)
        let body = max(old.count, new.count) > Self.maxCompared ? Self.firstDifference(old, new) : Self.hunks(Self.edits(old, new))
        let cut = body.count > Self.maxLines ? body.prefix(Self.maxLines) + ["… and \(body.count - Self.maxLines) more lines"] : body
        lines = ["--- \(expected.name)", "+++ \(found.name)"] + cut
    }

    private struct Edit {
        let mark: Character
        let text: String
    }

    /// The lines of a text. A last line without a line break is marked, as diff does.
    private static func split(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" {
            lines.removeLast()
        } else if let last = lines.popLast() {
            lines.append(last + "\\ no line break at the end")
        }
        return lines
    }

    private static func edits(_ old: [String], _ new: [String]) -> [Edit] {
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var edits: [Edit] = []
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if removed.contains(i), i < old.count {
                edits.append(Edit(mark: "-", text: old[i]))
                i += 1
            } else if j < new.count, inserted.contains(j) {
                edits.append(Edit(mark: "+", text: new[j]))
                j += 1
            } else {
                edits.append(Edit(mark: " ", text: old[i]))
                i += 1
                j += 1
            }
        }
        return edits
    }

    /// The changes with the lines around them, each group with a header.
    private static func hunks(_ edits: [Edit]) -> [String] {
        let changed = edits.indices.filter { edits[$0].mark != " " }
        var groups: [Range<Int>] = []
        for index in changed {
            let range = max(0, index - context)..<min(edits.count, index + context + 1)
            if let last = groups.last, last.upperBound >= range.lowerBound {
                groups[groups.count - 1] = last.lowerBound..<range.upperBound
            } else {
                groups.append(range)
            }
        }
        return groups.flatMap { range -> [String] in
            let before = edits[..<range.lowerBound]
            let part = edits[range]
            func place(_ other: Character) -> String {
                let count = part.count { $0.mark != other }
                let start = before.count { $0.mark != other } + (count == 0 ? 0 : 1)
                return count == 1 ? "\(start)" : "\(start),\(count)"
            }
            return ["@@ -\(place("+")) +\(place("-")) @@"] + part.map { "\($0.mark)\($0.text)" }
        }
    }

    private static func firstDifference(_ old: [String], _ new: [String]) -> [String] {
        let equal = zip(old, new).prefix { $0 == $1 }.count
        let expected = equal < old.count ? ["-\(old[equal])"] : []
        return ["line \(equal + 1), the first that differs:"] + expected + (equal < new.count ? ["+\(new[equal])"] : [])
    }
}
