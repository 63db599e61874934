/// Finds a point on the shortest edit script of two lists, by a search from both ends.
///
/// A diagonal is a set of points with the same difference of the two positions. For each diagonal, the search keeps its furthest point.
struct MiddleSearch {
    private let old: [Int32]
    private let new: [Int32]
    private let maxEdits: Int
    /// The furthest position in the old list by diagonal, from the start.
    private var forward: [Int]
    /// The furthest position in the old list by diagonal, from the end.
    private var backward: [Int]
    /// The index of the diagonal 0 in both arrays.
    private let origin: Int

    init(_ old: [Int32], _ new: [Int32], maxEdits: Int) {
        self.old = old
        self.new = new
        self.maxEdits = maxEdits
        origin = new.count + 1
        forward = [Int](repeating: 0, count: old.count + new.count + 3)
        backward = forward
    }

    /// Splits a part of both lists.
    ///
    /// - Parameters:
    ///   - oldRange: The part of the old list, not empty. Its first element differs from the new part's first, and so do the last ones.
    ///   - newRange: The part of the new list, which is not empty either.
    /// - Returns: The point at which to split; never a corner, so that both halves are smaller.
    mutating func middle(old oldRange: Range<Int>, new newRange: Range<Int>) -> (old: Int, new: Int) {
        let lowest = oldRange.lowerBound - newRange.upperBound
        let highest = oldRange.upperBound - newRange.lowerBound
        let (first, last) = (oldRange.lowerBound - newRange.lowerBound, oldRange.upperBound - newRange.upperBound)
        var (forwardLow, forwardHigh, backwardLow, backwardHigh) = (first, first, last, last)
        forward[origin + first] = oldRange.lowerBound
        backward[origin + last] = oldRange.upperBound
        let isOdd = (first - last) & 1 != 0
        var edits = 1
        while true {
            widen(&forwardLow, &forwardHigh, lowest, highest, in: &forward, with: -1)
            for diagonal in stride(from: forwardHigh, through: forwardLow, by: -2) {
                let (below, above) = (forward[origin + diagonal - 1], forward[origin + diagonal + 1])
                var position = below < above ? above : below + 1
                while position < oldRange.upperBound, position - diagonal < newRange.upperBound,
                    old[position] == new[position - diagonal]
                { position += 1 }
                forward[origin + diagonal] = position
                if isOdd, backwardLow <= diagonal, diagonal <= backwardHigh, backward[origin + diagonal] <= position {
                    return (position, position - diagonal)
                }
            }
            widen(&backwardLow, &backwardHigh, lowest, highest, in: &backward, with: Int.max)
            for diagonal in stride(from: backwardHigh, through: backwardLow, by: -2) {
                let (below, above) = (backward[origin + diagonal - 1], backward[origin + diagonal + 1])
                var position = below < above ? below : above - 1
                while oldRange.lowerBound < position, newRange.lowerBound < position - diagonal,
                    old[position - 1] == new[position - diagonal - 1]
                { position -= 1 }
                backward[origin + diagonal] = position
                if !isOdd, forwardLow <= diagonal, diagonal <= forwardHigh, position <= forward[origin + diagonal] {
                    return (position, position - diagonal)
                }
            }
            if edits >= maxEdits {
                return furthest(oldRange, newRange, (forwardLow, forwardHigh), (backwardLow, backwardHigh))
            }
            edits += 1
        }
    }

    /// Adds a diagonal at each side, if there is one, and a sentinel next to it.
    private func widen(
        _ low: inout Int, _ high: inout Int, _ lowest: Int, _ highest: Int, in positions: inout [Int], with sentinel: Int
    ) {
        if low > lowest {
            low -= 1
            positions[origin + low - 1] = sentinel
        } else {
            low += 1
        }
        if high < highest {
            high += 1
            positions[origin + high + 1] = sentinel
        } else {
            high -= 1
        }
    }

    /// The point to which the search has come furthest from either end.
    private func furthest(
        _ oldRange: Range<Int>, _ newRange: Range<Int>, _ forwards: (low: Int, high: Int), _ backwards: (low: Int, high: Int)
    ) -> (old: Int, new: Int) {
        var fromStart = (old: oldRange.lowerBound, new: newRange.lowerBound)
        for diagonal in stride(from: forwards.high, through: forwards.low, by: -2) {
            var point = (old: min(forward[origin + diagonal], oldRange.upperBound), new: 0)
            point.new = point.old - diagonal
            if point.new > newRange.upperBound { point = (newRange.upperBound + diagonal, newRange.upperBound) }
            if point.old + point.new > fromStart.old + fromStart.new { fromStart = point }
        }
        var fromEnd = (old: oldRange.upperBound, new: newRange.upperBound)
        for diagonal in stride(from: backwards.high, through: backwards.low, by: -2) {
            var point = (old: max(backward[origin + diagonal], oldRange.lowerBound), new: 0)
            point.new = point.old - diagonal
            if point.new < newRange.lowerBound { point = (newRange.lowerBound + diagonal, newRange.lowerBound) }
            if point.old + point.new < fromEnd.old + fromEnd.new { fromEnd = point }
        }
        let reached = fromStart.old + fromStart.new - oldRange.lowerBound - newRange.lowerBound
        let left = oldRange.upperBound + newRange.upperBound - fromEnd.old - fromEnd.new
        return left < reached ? fromStart : fromEnd
    }
}
