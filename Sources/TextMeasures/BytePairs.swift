/// The tokens and merges of byte pair encoding over bytes.
///
/// - SeeAlso: R. Sennrich et al., Neural machine translation of rare words with subword units, 2016
struct BytePairs: Sendable {
    private struct Merge {
        /// Lower ranks merge first.
        let rank: UInt32
        let token: UInt32
    }

    private let byteTokens: [UInt32]
    private let merges: [UInt64: Merge]
    /// Tokens by their bytes, if a piece that is a token is not merged.
    private let wholes: [[UInt8]: UInt32]

    private static func key(_ left: UInt32, _ right: UInt32) -> UInt64 { UInt64(left) << 32 | UInt64(right) }

    /// The token of each byte.
    ///
    /// - Throws: ``TokenizerError`` with the first byte without a token.
    private static func byteTokens(_ tokens: [[UInt8]: UInt32], _ place: String) throws(TokenizerError) -> [UInt32] {
        var found: [UInt32] = []
        for byte in UInt8.min...UInt8.max {
            guard let token = tokens[[byte]] else {
                throw TokenizerError("\(place) has no token for the byte \(byte); only vocabularies of all bytes are supported")
            }
            found.append(token)
        }
        return found
    }

    /// Creates an encoder whose tokens merge in the order of their numbers.
    init(ranked tokens: [[UInt8]: UInt32]) throws(TokenizerError) {
        byteTokens = try Self.byteTokens(tokens, "the file")
        var merges: [UInt64: Merge] = [:]
        // Every part of a text in the course of merging is a token, so that only pairs of tokens merge.
        for (bytes, token) in tokens where bytes.count > 1 {
            for middle in 1..<bytes.count {
                guard let left = tokens[Array(bytes[..<middle])], let right = tokens[Array(bytes[middle...])] else { continue }
                merges[Self.key(left, right)] = Merge(rank: token, token: token)
            }
        }
        self.merges = merges
        wholes = tokens
    }

    /// Creates an encoder with a list of merges.
    ///
    /// - Parameters:
    ///   - pairs: The bytes of two tokens for each merge, the first ones first.
    ///   - keepsWholes: Whether a piece that is a token is not merged.
    init(_ tokens: [[UInt8]: UInt32], merging pairs: [(left: [UInt8], right: [UInt8])], keepsWholes: Bool) throws(TokenizerError) {
        byteTokens = try Self.byteTokens(tokens, "model.vocab")
        var merges: [UInt64: Merge] = [:]
        for (rank, pair) in pairs.enumerated() {
            guard let left = tokens[pair.left], let right = tokens[pair.right], let token = tokens[pair.left + pair.right] else {
                throw TokenizerError("model.merges[\(rank)] names a token that model.vocab lacks")
            }
            merges[Self.key(left, right)] = Merge(rank: UInt32(rank), token: token)
        }
        self.merges = merges
        wholes = keepsWholes ? tokens : [:]
    }

    /// Appends the tokens of a piece, in a time of n log n.
    func encode(_ piece: [UInt8], into output: inout [Int]) {
        if let whole = wholes[piece] { return output.append(Int(whole)) }
        // The parts are a list: each knows its neighbours by the places of their first bytes.
        var tokens = piece.map { byteTokens[Int($0)] }
        let count = tokens.count
        var next = Array(1...max(1, count))
        var previous = Array(-1..<max(0, count - 1))
        var queue = MergeQueue()
        func push(_ place: Int) {
            guard place >= 0, next[place] < count, let merge = merges[Self.key(tokens[place], tokens[next[place]])] else { return }
            queue.push(UInt64(merge.rank) << 32 | UInt64(place))
        }
        for place in 0..<count { push(place) }
        while let top = queue.pop() {
            let place = Int(top & 0xFFFF_FFFF)
            // A neighbour may have merged since; then the pair at this place is another one, or none.
            guard tokens[place] != Self.gone, next[place] < count,
                let merge = merges[Self.key(tokens[place], tokens[next[place]])], UInt64(merge.rank) == top >> 32
            else { continue }
            let right = next[place]
            tokens[place] = merge.token
            tokens[right] = Self.gone
            next[place] = next[right]
            if next[place] < count { previous[next[place]] = place }
            push(previous[place])
            push(place)
        }
        for token in tokens where token != Self.gone { output.append(Int(token)) }
    }

    /// Stands for a part that has merged with the one in front of it.
    private static let gone = UInt32.max
}

/// A binary heap of merges, the lowest number on top.
private struct MergeQueue {
    private var items: [UInt64] = []

    mutating func push(_ item: UInt64) {
        items.append(item)
        var place = items.count - 1
        while place > 0, items[(place - 1) / 2] > items[place] {
            items.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func pop() -> UInt64? {
        guard let top = items.first, let last = items.popLast() else { return nil }
        guard !items.isEmpty else { return top }
        items[0] = last
        var place = 0
        while true {
            var child = 2 * place + 1
            guard child < items.count else { return top }
            if child + 1 < items.count, items[child + 1] < items[child] { child += 1 }
            guard items[child] < items[place] else { return top }
            items.swapAt(place, child)
            place = child
        }
    }
}
