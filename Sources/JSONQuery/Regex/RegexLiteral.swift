/// A text that is part of every match. Where it does not follow, the search ends.
struct RegexLiteral: Sendable {
    /// Bytes of the text, of which one search compares all at each position in the worst case.
    private static let maxBytes = 32

    let bytes: [UInt8]
    /// Whether every match begins with the text.
    let isPrefix: Bool
    /// How far the search may go on from a byte in the place of the last one (Horspool's table).
    private let shifts: [UInt8]

    /// - Returns: nil if the pattern has no such text.
    init?(_ node: RegexNode) {
        var finder = Finder()
        finder.visit(node)
        finder.endText()
        guard !finder.longest.isEmpty else { return nil }
        bytes = Array(finder.longest.prefix(Self.maxBytes))
        isPrefix = finder.longestIsPrefix
        var shifts = [UInt8](repeating: UInt8(bytes.count), count: 256)
        for (place, byte) in bytes.dropLast().enumerated() { shifts[Int(byte)] = UInt8(bytes.count - 1 - place) }
        self.shifts = shifts
    }

    /// The offset of the text at or after another offset; nil if there is none.
    func offset(in text: Span<UInt8>, from start: Int, _ run: Run) throws -> Int? {
        let last = bytes.count - 1
        var end = start + last
        // Bytes that were passed or compared since the last charge.
        var work = 0
        while end < text.count {
            let shift = Int(shifts[Int(text[end])])
            if text[end] == bytes[last] {
                var length = 0
                while length < last, text[end - last + length] == bytes[length] { length += 1 }
                if length == last {
                    try run.charge(bytes: work)
                    return end - last
                }
                work += length
            }
            end += shift
            work += shift
            if work >= Run.blockBytes {
                try run.charge(bytes: work)
                work = 0
            }
        }
        try run.charge(bytes: work)
        return nil
    }

    /// Finds the longest text of the pieces that every match has.
    private struct Finder {
        var longest: [UInt8] = []
        var longestIsPrefix = false
        private var text: [UInt8] = []
        /// Whether a match begins with ``text``.
        private var isPrefix = true

        mutating func visit(_ node: RegexNode) {
            switch node {
            case .bytes(let bytes): text += bytes
            case .group(let node, _), .atomic(let node): visit(node)
            case .sequence(let nodes): for node in nodes { visit(node) }
            // What matches nothing may stand between two characters.
            case .empty, .anchor, .keep, .look: break
            case .repeat(let node, let min, _, _):
                // Repetitions may lie between what is before them, what is in them and what is behind them.
                endText()
                if min > 0 { visit(node) }
                endText()
            case .set, .folded, .choice, .backReference: endText()
            }
        }

        /// Notes the text, because it is not known what follows.
        mutating func endText() {
            if text.count > longest.count {
                longest = text
                longestIsPrefix = isPrefix
            }
            text = []
            isPrefix = false
        }
    }
}
