/// Canonical decomposition and composition of characters (NFD and NFC).
///
/// - SeeAlso: [Unicode, section 3.11, Normalization Forms](https://www.unicode.org/versions/latest/core-spec/chapter-3/#G49537)
///
/// Names of hosts are compared and sent in NFC; slugs of titles are written in it.
package enum UnicodeNormalization {
    /// A base and a mark in one number.
    private static func key(_ base: UInt32, _ mark: UInt32) -> UInt64 { UInt64(base) << 32 | UInt64(mark) }

    private static let parts: [UInt32: (base: UInt32, mark: UInt32)] = {
        var table: [UInt32: (base: UInt32, mark: UInt32)] = [:]
        for line in CanonicalCompositions.composed + CanonicalCompositions.decomposed { each(line.pairs) { table[$1] = ($0, line.mark) } }
        return table
    }()
    private static let wholes: [UInt64: UInt32] = CanonicalCompositions.composed.reduce(into: [:]) { table, line in
        each(line.pairs) { table[key($0, line.mark)] = $1 }
    }

    /// Characters that are equal to one other, such as U+212B, the sign of the ångström.
    private static let singles: [UInt32: UInt32] = CanonicalCompositions.singles.reduce(into: [:]) { table, run in
        for (code, one) in zip(run.first..., run.ones.unicodeScalars) { table[code] = one.value }
    }

    private static func each(_ pairs: String, _ body: (UInt32, UInt32) -> Void) {
        var base: UInt32?
        for scalar in pairs.unicodeScalars {
            if let known = base {
                body(known, scalar.value)
                base = nil
            } else {
                base = scalar.value
            }
        }
    }

    /// The canonical composition (NFC) of a text.
    package static func composed(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var output = String.UnicodeScalarView()
        var cluster: [UInt32] = []
        func flush() {
            sortMarks(&cluster)
            output += composed(cluster).compactMap(Unicode.Scalar.init)
            cluster = []
        }
        for scalar in text.unicodeScalars {
            var parts: [UInt32] = []
            decompose(scalar.value, into: &parts)
            for part in parts {
                if !cluster.isEmpty, !continues(part) { flush() }
                cluster.append(part)
            }
        }
        flush()
        return String(output)
    }

    /// Whether a character can be part of a composition with the one before it.
    private static func continues(_ code: UInt32) -> Bool {
        if combiningClass(code) != 0 || HangulSyllable.isContinuation(code) { return true }
        switch Unicode.Scalar(code)?.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }

    /// Appends the canonical decomposition of a character: its base, then its marks.
    package static func decompose(_ code: UInt32, into output: inout [UInt32]) {
        if code < 0xC0 { return output.append(code) }
        if let syllable = HangulSyllable(code) { return output += syllable.letters }
        var marks: [UInt32] = []
        var code = singles[code] ?? code
        while let (base, mark) = parts[code] {
            marks.append(mark)
            code = base
        }
        output.append(code)
        output += marks.reversed()
    }

    /// The canonical composition of a base character and the combining marks after it, sorted by their combining class.
    ///
    /// - SeeAlso: [UAX 15, D117](https://www.unicode.org/reports/tr15/)
    package static func composed(_ cluster: [UInt32]) -> [UInt32] {
        guard cluster.count > 1 else { return cluster }
        var output = [cluster[0]]
        // Vowel signs of Indian scripts have the class 0. They do not compose with the letter before, but the sign after them composes with
        // them.
        var starter = 0
        var lastClass: UInt8 = 0
        for mark in cluster[1...] {
            let itsClass = combiningClass(mark)
            let isBlocked = starter < output.count - 1 && lastClass >= itsClass
            if !isBlocked, let whole = whole(output[starter], mark) {
                output[starter] = whole
                continue
            }
            if itsClass == 0 { starter = output.count }
            output.append(mark)
            lastClass = itsClass
        }
        return output
    }

    private static func whole(_ base: UInt32, _ mark: UInt32) -> UInt32? {
        HangulSyllable.composed(base, mark) ?? wholes[key(base, mark)]
    }

    /// Sorts the combining marks after a base character by their combining class. Marks of one class keep their order.
    package static func sortMarks(_ cluster: inout [UInt32]) {
        for place in cluster.indices.dropFirst(2) {
            var place = place
            let itsClass = combiningClass(cluster[place])
            while itsClass > 0, place > 1, combiningClass(cluster[place - 1]) > itsClass {
                cluster.swapAt(place, place - 1)
                place -= 1
            }
        }
    }

    private static func combiningClass(_ code: UInt32) -> UInt8 {
        Unicode.Scalar(code)?.properties.canonicalCombiningClass.rawValue ?? 0
    }
}

/// A Korean syllable as the letters that it consists of.
///
/// - SeeAlso: [Unicode, section 3.12, Conjoining Jamo Behavior](https://www.unicode.org/versions/latest/core-spec/chapter-3/#G24646)
package struct HangulSyllable {
    private static let first: UInt32 = 0xAC00
    private static let leadStart: UInt32 = 0x1100
    private static let vowelStart: UInt32 = 0x1161
    /// One before the first tail: 0 is a syllable without one.
    private static let tailStart: UInt32 = 0x11A7
    private static let leadCount: UInt32 = 19
    private static let vowelCount: UInt32 = 21
    private static let tailCount: UInt32 = 28

    package let lead: UInt32
    package let vowel: UInt32
    /// 0 if there is none.
    package let tail: UInt32

    /// - Returns: nil if the character is no syllable.
    package init?(_ code: UInt32) {
        guard code >= Self.first, code - Self.first < Self.leadCount * Self.vowelCount * Self.tailCount else { return nil }
        let index = code - Self.first
        lead = index / (Self.vowelCount * Self.tailCount)
        vowel = index / Self.tailCount % Self.vowelCount
        tail = index % Self.tailCount
    }

    /// The letters as conjoining characters.
    var letters: [UInt32] {
        [Self.leadStart + lead, Self.vowelStart + vowel] + (tail > 0 ? [Self.tailStart + tail] : [])
    }

    /// Whether a character continues a syllable: a vowel or a tail.
    package static func isContinuation(_ code: UInt32) -> Bool {
        code >= vowelStart && code < vowelStart + vowelCount || code > tailStart && code < tailStart + tailCount
    }

    /// The syllable of a lead and a vowel, or of a syllable without a tail and a tail; nil for other characters.
    static func composed(_ base: UInt32, _ next: UInt32) -> UInt32? {
        if base >= leadStart, base < leadStart + leadCount, next >= vowelStart, next < vowelStart + vowelCount {
            return first + ((base - leadStart) * vowelCount + next - vowelStart) * tailCount
        }
        guard let syllable = HangulSyllable(base), syllable.tail == 0, next > tailStart, next < tailStart + tailCount else { return nil }
        return base + next - tailStart
    }
}
