/// Computes the bytes that a match can begin with, so that the search skips all other positions.
enum RegexFirstBytes {
    /// - Returns: A flag for each byte; empty if every byte is possible.
    static func of(_ node: RegexNode) -> [Bool] {
        var flags = [Bool](repeating: false, count: 256)
        return collect(node, &flags) ? [] : flags
    }

    /// - Returns: Whether the match may be empty, so that what follows counts as well.
    private static func collect(_ node: RegexNode, _ flags: inout [Bool]) -> Bool {
        switch node {
        case .empty, .look, .anchor, .keep, .backReference: return true
        case .bytes(let bytes):
            guard let first = bytes.first else { return true }
            flags[Int(first)] = true
            return false
        case .set(let set):
            for byte in UInt8(0)..<128 where set.contains(ascii: byte) { flags[Int(byte)] = true }
            for byte in 128..<256 { flags[byte] = true }
            return false
        case .folded(let folding):
            guard let first = folding.first else { return true }
            let set = RegexSet(folding: first)
            for byte in UInt8(0)..<128 where set.contains(ascii: byte) { flags[Int(byte)] = true }
            for byte in 128..<256 { flags[byte] = true }
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
