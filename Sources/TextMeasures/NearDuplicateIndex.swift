/// Finds earlier texts that are similar to a text, in time that does not grow with their number, and in bounded memory.
///
/// The values of a signature are divided into bands. Texts whose values agree in a whole band stand in one bucket, and only these are
/// compared. The width of a band is the largest for which texts of just the wanted similarity meet with a probability of 0.99.
///
/// - SeeAlso: J. Leskovec et al., Mining of massive datasets, section 3.4
public struct NearDuplicateIndex: Sendable {
    /// A text that is similar to another.
    public struct Match: Sendable, Equatable {
        /// The number of the earlier text, counted from 0 in the order of ``insert(_:)``.
        public let number: Int
        /// The estimated similarity.
        public let similarity: Double
    }

    /// The bytes that a text takes at most: values, chains, and entries of the table at its sparsest.
    public static let bytesPerText = 1_600

    /// The most texts of one bucket to compare. Mails of one template can meet in a band without being similar.
    static let maxCandidates = 64
    private static let minRecall = 0.99
    private static let maxRows = 16

    private let threshold: Double
    private let capacity: Int
    private let rows: Int
    private let bands: Int

    /// The signatures, one behind the other. Text number n is in the slot n modulo the capacity.
    private var values: [UInt32] = []
    /// For each text and band, the slot of the text before it in the bucket, plus one; 0 for none.
    private var chains: [UInt32] = []
    /// The slot of the newest text in each bucket.
    private var heads: [UInt64: UInt32] = [:]
    /// The number of texts that were inserted.
    public private(set) var count = 0
    /// The number of searches that did not compare all texts of a bucket.
    public private(set) var cutSearches = 0

    /// - Parameters:
    ///   - threshold: The smallest similarity to find, above 0 and at most 1.
    ///   - capacity: The most texts to remember, at least 1.
    public init(threshold: Double, capacity: Int) {
        precondition(threshold > 0 && threshold <= 1 && capacity >= 1 && capacity < Int(UInt32.max))
        self.threshold = threshold
        self.capacity = capacity
        rows = (1...Self.maxRows).last { Self.recall(threshold, rows: $0) >= Self.minRecall } ?? 1
        bands = TextSketcher.hashCount / rows
    }

    /// The probability that two texts of a similarity meet in a band.
    private static func recall(_ similarity: Double, rows: Int) -> Double {
        func power(_ base: Double, _ exponent: Int) -> Double { (0..<exponent).reduce(1) { product, _ in product * base } }
        return 1 - power(1 - power(similarity, rows), TextSketcher.hashCount / rows)
    }

    /// The number of texts that are remembered no more: the oldest.
    public var forgotten: Int { max(0, count - capacity) }

    /// Returns the most similar text among those that are remembered; nil if none reaches the threshold. Of equals, the first counts.
    public mutating func match(_ signature: TextSignature) -> Match? {
        var best: Match?
        var seen: Set<Int> = []
        var isCut = false
        for band in 0..<bands {
            guard var slot = heads[key(of: signature.values, at: 0, band)].map(Int.init) else { continue }
            var left = Self.maxCandidates
            while true {
                let number = number(in: slot)
                if seen.insert(number).inserted {
                    let similarity = signature.similarity(to: values, at: slot)
                    if similarity >= threshold, best.map({ ($0.similarity, number) < (similarity, $0.number) }) ?? true {
                        best = Match(number: number, similarity: similarity)
                    }
                }
                let next = Int(chains[slot * bands + band]) - 1
                // A slot with a newer text in it has forgotten the text that the chain means.
                guard next >= 0, self.number(in: next) < number else { break }
                left -= 1
                guard left > 0 else {
                    isCut = true
                    break
                }
                slot = next
            }
        }
        if isCut { cutSearches += 1 }
        return best
    }

    /// Remembers a text. If the index is full, it forgets the oldest one.
    public mutating func insert(_ signature: TextSignature) {
        let slot = count % capacity
        if count < capacity {
            values += signature.values
            chains += repeatElement(0, count: bands)
        } else {
            forget(slot)
            values.replaceSubrange(slot * TextSketcher.hashCount..<(slot + 1) * TextSketcher.hashCount, with: signature.values)
        }
        count += 1
        for band in 0..<bands {
            let key = key(of: values, at: slot, band)
            chains[slot * bands + band] = heads[key].map { $0 + 1 } ?? 0
            heads[key] = UInt32(slot)
        }
    }

    /// Removes the buckets that hold nothing but the oldest text.
    private mutating func forget(_ slot: Int) {
        for band in 0..<bands {
            let key = key(of: values, at: slot, band)
            if heads[key] == UInt32(slot) { heads[key] = nil }
        }
    }

    /// The number of the text in a slot: the last one that belongs there.
    private func number(in slot: Int) -> Int {
        let last = count - 1
        return last - (last - slot) % capacity
    }

    /// The key of a bucket: a hash of the band and its values.
    private func key(of values: [UInt32], at slot: Int, _ band: Int) -> UInt64 {
        let start = slot * TextSketcher.hashCount + band * rows
        var key = TextSketcher.mixed(UInt64(band + 1))
        for index in start..<start + rows { key = TextSketcher.mixed(key ^ UInt64(values[index])) }
        return key
    }
}
