internal import WebAddresses

/// What texts are compared by.
public enum ShingleUnit: String, CaseIterable, Sendable {
    /// Words: letters, digits and marks that stand together. Of a script without spaces, each character is a word.
    case words
    /// Characters, with white space as one space.
    case characters
}

/// Makes signatures of texts, whose similarity estimates that of the texts.
///
/// A shingle is a number of words or characters in a row. The similarity of two texts is that of their sets of shingles: the common ones
/// divided by all (Jaccard). For each of some hash functions, the signature holds the smallest hash of a shingle. Two texts agree in one of
/// these with the probability of their similarity.
///
/// Letter case, and for words punctuation and white space, make no difference. A text that is shorter than a shingle is one shingle as a
/// whole, so that it is like its equals alone.
///
/// - SeeAlso: A. Broder, On the resemblance and containment of documents, 1997
public struct TextSketcher: Sendable {
    /// The number of hash functions. The standard error of an estimate is at most 0.045.
    static let hashCount = 128

    private let unit: ShingleUnit
    private let size: Int
    /// The factors and summands of the hash functions, always the same: equal texts have equal signatures in every run.
    private let factors: [UInt64]
    private let summands: [UInt64]

    /// - Parameters:
    ///   - unit: The parts of a shingle.
    ///   - size: The number of parts, at least 1.
    public init(unit: ShingleUnit, size: Int) {
        precondition(size >= 1)
        self.unit = unit
        self.size = size
        let numbers = (1...UInt64(2 * Self.hashCount)).map { Self.mixed($0 &* 0x9E37_79B9_7F4A_7C15) }
        factors = numbers.prefix(Self.hashCount).map { $0 | 1 }
        summands = Array(numbers.suffix(Self.hashCount))
    }

    /// Returns the signature of a text, in time linear to its length; nil for one with nothing but white space, which is like no other.
    public func signature(of text: String) -> TextSignature? {
        let parts = unit == .words ? Self.words(of: text) : Self.characters(of: text)
        if parts.isEmpty { return nil }
        var values = [UInt32](repeating: .max, count: Self.hashCount)
        let last = parts.count - size
        if last < 0 {
            add(shingle(parts[...], seed: UInt64(parts.count)), to: &values)
        } else {
            for start in 0...last { add(shingle(parts[start..<start + size], seed: UInt64(size)), to: &values) }
        }
        return TextSignature(values: values)
    }

    private func shingle(_ parts: ArraySlice<UInt64>, seed: UInt64) -> UInt64 {
        parts.reduce(Self.mixed(seed)) { Self.mixed($0 ^ $1) }
    }

    private func add(_ shingle: UInt64, to values: inout [UInt32]) {
        for index in 0..<Self.hashCount {
            let hash = UInt32(truncatingIfNeeded: (factors[index] &* shingle &+ summands[index]) >> 32)
            if hash < values[index] { values[index] = hash }
        }
    }

    /// The finalizer of SplitMix64: spreads a number over all bits.
    ///
    /// - SeeAlso: G. Steele et al., Fast splittable pseudorandom number generators, 2014
    static func mixed(_ number: UInt64) -> UInt64 {
        var number = number
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}

// The parts of texts, each as a hash.
extension TextSketcher {
    private static func words(of text: String) -> [UInt64] {
        var words: [UInt64] = []
        var hash = PartHash()
        for scalar in UnicodeNormalization.composed(text).unicodeScalars {
            switch TextScalar.kind(of: scalar) {
            case .other:
                hash.flush(into: &words)
            case .wordPart:
                hash.add(lowercase: scalar)
            case .wholeWord:
                hash.flush(into: &words)
                hash.add(lowercase: scalar)
                hash.flush(into: &words)
            }
        }
        hash.flush(into: &words)
        guard words.isEmpty else { return words }
        // Signs alone, such as "?" and "!!!", differ by their characters.
        return characters(of: text)
    }

    private static func characters(of text: String) -> [UInt64] {
        var characters: [UInt64] = []
        var hash = PartHash()
        var isBehindSpace = false
        for scalar in UnicodeNormalization.composed(text).unicodeScalars {
            if scalar.properties.isWhitespace {
                isBehindSpace = !characters.isEmpty
                continue
            }
            if isBehindSpace {
                hash.add(lowercase: " ")
                hash.flush(into: &characters)
                isBehindSpace = false
            }
            hash.add(lowercase: scalar)
            hash.flush(into: &characters)
        }
        return characters
    }
}

/// The hash of a word or a character: FNV-1a over its scalars.
///
/// - SeeAlso: [FNV](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv)
private struct PartHash {
    private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x0000_0100_0000_01B3

    private var value = basis
    private var isEmpty = true

    /// Adds a scalar in lower case.
    mutating func add(lowercase scalar: Unicode.Scalar) {
        isEmpty = false
        if scalar.isASCII {
            let isUpper = ("A"..."Z").contains(scalar)
            return add(isUpper ? scalar.value | 0x20 : scalar.value)
        }
        for lower in scalar.properties.lowercaseMapping.unicodeScalars { add(lower.value) }
    }

    private mutating func add(_ code: UInt32) { value = (value ^ UInt64(code)) &* Self.prime }

    /// Appends the hash of the part, if it has scalars, and begins another one.
    mutating func flush(into parts: inout [UInt64]) {
        guard !isEmpty else { return }
        parts.append(value)
        self = PartHash()
    }
}

/// The place of a scalar in a word.
private enum TextScalar {
    enum Kind { case other, wordPart, wholeWord }

    static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar.isASCII {
            let isPart = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            return isPart ? .wordPart : .other
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            return hasNoSpaces(scalar) ? .wholeWord : .wordPart
        default: return .other
        }
    }

    /// Whether the script is written without spaces between words: Chinese, Japanese, Thai, Lao, Myanmar, Khmer.
    private static func hasNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        default: scalar.properties.isIdeographic
        }
    }
}

/// The smallest hashes of a text's shingles, which ``TextSketcher`` makes.
public struct TextSignature: Sendable, Equatable {
    let values: [UInt32]

    /// The estimated similarity of the texts, from 0 to 1.
    public func similarity(to other: TextSignature) -> Double { similarity(to: other.values, at: 0) }

    /// The estimated similarity to one of several signatures that stand one behind the other.
    func similarity(to others: [UInt32], at place: Int) -> Double {
        let start = place * TextSketcher.hashCount
        var equal = 0
        for index in 0..<TextSketcher.hashCount where values[index] == others[start + index] { equal += 1 }
        return Double(equal) / Double(TextSketcher.hashCount)
    }
}
