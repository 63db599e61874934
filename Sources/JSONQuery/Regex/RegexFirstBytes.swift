/// Computes the bytes that a match can begin with, so that the search skips all other positions.
enum RegexFirstBytes {
    /// - Returns: A flag for each byte; empty if every byte is possible.
    static func of(_ node: RegexNode) -> [Bool] {
        var flags = [Bool](repeating: false, count: 256)
        return collect(node, &flags) ? [] : flags
    }

    /// A flag for each byte that a character of a set can begin with.
    static func bytes(of set: RegexSet) -> [Bool] {
        let hasOthers = !set.isASCII
        return (0..<256).map { $0 < 128 ? set.contains(ascii: UInt8($0)) : hasOthers }
    }

    /// A flag for each byte that a character of a text can begin with, if cases are ignored.
    ///
    /// - Parameter place: The place of the character in the text.
    static func bytes(of folding: [UInt32], at place: Int) -> [Bool] {
        let flags = bytes(of: RegexSet(folding: folding[place]))
        // A character that stands for several is not ASCII.
        return CaseFolding.hasExpansion(folding) ? flags.enumerated().map { $0 >= 128 || $1 } : flags
    }

    /// - Returns: Whether the match may be empty, so that what follows counts as well.
    private static func collect(_ node: RegexNode, _ flags: inout [Bool]) -> Bool {
        switch node {
        case .empty, .look, .anchor, .keep: return true
        // A look-ahead may have set the group.
        case .backReference:
            for byte in flags.indices { flags[byte] = true }
            return true
        case .bytes(let bytes):
            guard let first = bytes.first else { return true }
            flags[Int(first)] = true
            return false
        case .set(let set):
            for (byte, isFirst) in bytes(of: set).enumerated() where isFirst { flags[byte] = true }
            return false
        case .folded(let folding):
            guard !folding.isEmpty else { return true }
            for (byte, isFirst) in bytes(of: folding, at: 0).enumerated() where isFirst { flags[byte] = true }
            return false
        case .group(let node, _), .atomic(let node): return collect(node, &flags)
        case .sequence(let nodes): return nodes.allSatisfy { collect($0, &flags) }
        case .choice(let branches):
            var mayBeEmpty = false
            for branch in branches where collect(branch, &flags) { mayBeEmpty = true }
            return mayBeEmpty
        case .repeat(let node, let min, _, _):
            let mayBeEmpty = collect(node, &flags)
            return mayBeEmpty || min == 0
        }
    }
}
