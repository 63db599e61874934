/// A Korean syllable as the letters that it consists of.
///
/// - SeeAlso: [Unicode, section 3.12, Conjoining Jamo Behavior](https://www.unicode.org/versions/latest/core-spec/chapter-3/#G24646)
struct HangulSyllable {
    private static let first: UInt32 = 0xAC00
    private static let leadStart: UInt32 = 0x1100
    private static let vowelStart: UInt32 = 0x1161
    /// One before the first tail: 0 is a syllable without one.
    private static let tailStart: UInt32 = 0x11A7
    private static let leadCount: UInt32 = 19
    private static let vowelCount: UInt32 = 21
    private static let tailCount: UInt32 = 28

    let lead: UInt32
    let vowel: UInt32
    /// 0 if there is none.
    let tail: UInt32

    /// - Returns: nil if the character is no syllable.
    init?(_ code: UInt32) {
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
    static func isContinuation(_ code: UInt32) -> Bool {
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

    /// The syllable in Latin letters, by the Revised Romanization without its changes of sounds between syllables.
    var latin: String { Self.leads[Int(lead)] + Self.vowels[Int(vowel)] + Self.tails[Int(tail)] }

    private static let leads = [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h",
    ]
    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu", "ui", "i",
    ]
    private static let tails = [
        "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p", "t", "t", "ng", "t", "t", "k", "t",
        "p",
        "t",
    ]
}
