#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The lines that two texts do not have in common.
///
/// The search for the shortest edit script takes linear memory. Texts without much in common are cut where the search has come furthest,
/// so that the time stays bounded, and the script is then longer than the shortest.
/// - SeeAlso: E. Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1 (1986)
struct LineDiff {
    /// The number of edits after which the search for a middle gives up: the range, from long to short texts.
    private static let maxEdits = 32...256
    /// The product of this number of edits and the number of lines, which bounds the time.
    private static let maxWork = 50_000_000

    /// For each line of the old text, whether the new one lacks it.
    private(set) var isRemoved: [Bool]
    /// For each line of the new text, whether the old one lacks it.
    private(set) var isAdded: [Bool]

    /// The lines of one text that occur in the other, too, and their positions. All other lines are changes.
    private struct SharedLines {
        var lines: [Int32] = []
        var positions: [Int] = []
    }

    /// A part of the edit graph: a range of the old lines, and a range of the new lines that replaces it.
    private struct EditRegion {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// Compares texts.
    ///
    /// - Parameters:
    ///   - old: The lines of the old text as numbers of a ``LineTable``.
    ///   - new: The lines of the new text as numbers of the same table.
    ///   - tableCount: The number of different lines in the table.
    init(_ old: [Int32], _ new: [Int32], tableCount: Int) {
        isRemoved = [Bool](repeating: false, count: old.count)
        isAdded = [Bool](repeating: false, count: new.count)
        let shared = Self.sharedEnds(old, new)
        let (oldRange, newRange) = (shared.start..<old.count - shared.end, shared.start..<new.count - shared.end)
        var oldSide = SharedLines()
        var newSide = SharedLines()
        do {
            let (inOld, inNew) = (Self.marks(old[oldRange], tableCount), Self.marks(new[newRange], tableCount))
            for index in oldRange { Self.add(old[index], index, isShared: inNew[Int(old[index])], to: &oldSide, &isRemoved) }
            for index in newRange { Self.add(new[index], index, isShared: inOld[Int(new[index])], to: &newSide, &isAdded) }
        }
        compare(oldSide, newSide)
    }

    private static func sharedEnds(_ old: [Int32], _ new: [Int32]) -> (start: Int, end: Int) {
        let limit = min(old.count, new.count)
        var start = 0
        while start < limit, old[start] == new[start] { start += 1 }
        var end = 0
        while end < limit - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        return (start, end)
    }

    private static func marks(_ lines: ArraySlice<Int32>, _ count: Int) -> [Bool] {
        var marks = [Bool](repeating: false, count: count)
        for line in lines { marks[Int(line)] = true }
        return marks
    }

    private static func add(_ line: Int32, _ index: Int, isShared: Bool, to side: inout SharedLines, _ isChanged: inout [Bool]) {
        guard isShared else { return isChanged[index] = true }
        side.lines.append(line)
        side.positions.append(index)
    }

    private mutating func compare(_ old: SharedLines, _ new: SharedLines) {
        let edits = Self.maxWork / max(1, old.lines.count + new.lines.count)
        let maxEdits = max(Self.maxEdits.lowerBound, min(edits, Self.maxEdits.upperBound))
        var search = MiddleSearch(old.lines, new.lines, maxEdits: maxEdits)
        var open = [EditRegion(old: old.lines.indices, new: new.lines.indices)]
        while let box = open.popLast() {
            var (oldStart, newStart) = (box.old.lowerBound, box.new.lowerBound)
            var (oldEnd, newEnd) = (box.old.upperBound, box.new.upperBound)
            while oldStart < oldEnd, newStart < newEnd, old.lines[oldStart] == new.lines[newStart] {
                oldStart += 1
                newStart += 1
            }
            while oldStart < oldEnd, newStart < newEnd, old.lines[oldEnd - 1] == new.lines[newEnd - 1] {
                oldEnd -= 1
                newEnd -= 1
            }
            if oldStart == oldEnd || newStart == newEnd {
                for index in oldStart..<oldEnd { isRemoved[old.positions[index]] = true }
                for index in newStart..<newEnd { isAdded[new.positions[index]] = true }
                continue
            }
            let middle = search.middle(old: oldStart..<oldEnd, new: newStart..<newEnd)
            open.append(EditRegion(old: middle.old..<oldEnd, new: middle.new..<newEnd))
            open.append(EditRegion(old: oldStart..<middle.old, new: newStart..<middle.new))
        }
    }
}

/// Gives equal lines equal numbers, so that a diff compares numbers.
struct LineTable {
    private struct Line: Hashable {
        let bytes: ArraySlice<UInt8>

        // The synthesized methods would handle each byte alone.
        func hash(into hasher: inout Hasher) { unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }

        static func == (left: Line, right: Line) -> Bool {
            guard left.bytes.count == right.bytes.count else { return false }
            return unsafe left.bytes.withUnsafeBytes { left in
                unsafe right.bytes.withUnsafeBytes { right in
                    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                    return unsafe memcmp(first, second, left.count) == 0
                }
            }
        }
    }

    private var numbers: [Line: Int32] = [:]

    /// The number of different lines.
    var count: Int { numbers.count }

    mutating func number(of line: ArraySlice<UInt8>) -> Int32 {
        let line = Line(bytes: line)
        if let number = numbers[line] { return number }
        let number = Int32(numbers.count)
        numbers[line] = number
        return number
    }
}
