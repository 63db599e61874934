internal import WebAddresses

/// Transliterates letters to ASCII: Latin letters that do not decompose, such as `ß`, and letters of scripts that have a table here.
enum LatinTransliteration {
    /// Each entry is a letter and its replacement, which applies to every slug.
    private static let latin = """
        ßss æae œoe øo đd ðd þth łl ħh ıi ĸk ŋng ŧt ſs ƀb ƃb ƈc ɗd ƌd əe ɛe ƒf ɠg ɣg ƙk ƚl ɫl ƞn ɲn ɔo ƥp ƭt ʈt ʊu ʋv ƴy ƶz ʒz ȷj ɉj ǥg ɨi \
        ĳij ǆdz ǉlj ǌnj ŉn ɓb ɖd ɟj ɦh ɩi ɪi ɬl ɱm ɳn ɵo ɽr ʂs ʃsh ʉu ʌv ʐz ꞓc ꭓx
        """
    /// Each entry is a letter and its replacement, which applies to slugs with the option `ascii`.
    private static let others = """
        аa бb вv гg дd еe ёyo жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya іi їyi єye ґg ўu ђdj јj \
        љlj њnj ћc џdz ѓg ќk ѕdz әa ғg қq ңn өo ұu үu һh җzh ҷch ҳh ѣe ѳf ѵi ӣi ӯu ѝi ѐe \
        αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo \
        აa ბb გg დd ეe ვv ზz თt იi კk ლl მm ნn ოo პp ჟzh რr სs ტt უu ფp ქk ღgh ყq შsh ჩch ცts ძdz წts ჭch ხkh ჯj ჰh \
        աa բb գg դd եe զz էe ըy թt ժzh իi լl խkh ծts կk հh ձdz ղgh ճch մm յy նn շsh ոo չch պp ջj ռr սs վv տt րr ցts ւw փp քk օo ֆf ևev
        """
    /// The hiragana from U+3041 on, each as its syllable. A small letter begins with `*`.
    private static let kana = """
        *a a *i i *u u *e e *o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji *tsu tsu zu te de to do na ni nu ne no \
        ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo *ya ya *yu yu *yo yo ra ri ru re ro wa wa i e o n vu ka ke
        """
    private static let firstKana: UInt32 = 0x3041

    private static func table(_ text: String) -> [UInt32: String] {
        text.split(separator: " ").reduce(into: [:]) { table, entry in
            guard let letter = entry.unicodeScalars.first else { return }
            table[letter.value] = String(entry.unicodeScalars.dropFirst())
        }
    }

    private static let latinTable = table(latin)
    private static let otherTable = table(others)
    private static let kanaTable = kana.split(separator: " ").map(String.init)

    /// The ASCII replacement of a Latin letter without a removable mark, such as `ss` for `ß`; nil for other characters.
    static func latin(_ code: UInt32) -> String? { latinTable[code] }

    /// Appends the replacement of a character; false if there is no rule for it.
    ///
    /// - Parameters:
    ///   - code: A letter in lower case, composed with its marks where that makes another letter.
    ///   - base: The letter without marks.
    ///   - previous: The character before it in the same word.
    static func append(_ code: UInt32, base: UInt32, after previous: UInt32?, to output: inout [UInt8]) -> Bool {
        if let syllable = HangulSyllable(code) {
            output += syllable.latin.utf8
        } else if let hiragana = hiragana(code) {
            appendKana(hiragana, after: previous.flatMap { self.hiragana($0) }, to: &output)
        } else if base == 0x3C5, let previous {
            // The sound of the Greek ypsilon depends on the vowel before it: ου is ou, αυ is av, ευ is ev.
            let isDigraph = code == base || code == 0x3CD
            let letter = isDigraph && previous == 0x3BF ? "u" : isDigraph && [0x3B1, 0x3B5].contains(previous) ? "v" : "y"
            output += letter.utf8
        } else if let letters = otherTable[code] ?? otherTable[base] {
            output += letters.utf8
        } else if code != 0x30FC {  // the sign of a long vowel has none
            return false
        }
        return true
    }

    /// The index of a kana in the table; katakana count as their hiragana.
    private static func hiragana(_ code: UInt32) -> Int? {
        let code = code >= 0x30A1 && code <= 0x30F6 ? code - 0x60 : code
        return code >= firstKana && code - firstKana < UInt32(kanaTable.count) ? Int(code - firstKana) : nil
    }

    private static func appendKana(_ place: Int, after previous: Int?, to output: inout [UInt8]) {
        let entry = kanaTable[place]
        let before = previous.map { kanaTable[$0] }
        guard entry.hasPrefix("*") else {
            // A small tsu doubles the consonant that follows.
            if before == "*tsu", let first = entry.utf8.first, !"aiueon".utf8.contains(first) {
                output.append(first == UInt8(ascii: "c") ? UInt8(ascii: "t") : first)
            }
            output += entry.utf8
            return
        }
        var small = Substring(entry.dropFirst())
        if small == "tsu" { return }
        if let before, !before.hasPrefix("*"), let vowel = output.last, "aiueo".utf8.contains(vowel) {
            // A small letter replaces the vowel before it: ki and ya make kya, fu and a make fa, u and i make wi.
            if before.utf8.count > 1 { output.removeLast() }
            if before == "u" { output[output.count - 1] = UInt8(ascii: "w") }
            let isSoft = before.hasPrefix("sh") || before.hasPrefix("ch") || before.hasPrefix("j")
            if isSoft, small.hasPrefix("y") { small.removeFirst() }
        }
        output += small.utf8
    }
}

/// Converts Unicode variants of letters and digits to plain ones: full width, half width, superscript, mathematical.
///
/// - SeeAlso: [Unicode, Compatibility Decomposition](https://www.unicode.org/reports/tr15/#Compatibility_Composite_Figure)
enum PlainLetters {
    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
    /// The full-width katakana for the half-width ones from U+FF66 on.
    private static let katakana = Array(
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}".unicodeScalars)
    private static let firstKatakana: UInt32 = 0xFF66

    /// The plain characters; nil for a character that is plain itself.
    static func plain(_ scalar: Unicode.Scalar) -> String? {
        let code = scalar.value
        switch code {
        case 0..<0xAA: return nil
        case 0xAA: return "a"
        case 0xBA: return "o"
        case 0xFF01...0xFF5E: return text(code - 0xFEE0)
        case firstKatakana..<firstKatakana + UInt32(katakana.count): return String(katakana[Int(code - firstKatakana)])
        case 0xFB00...0xFB06: return ligatures[Int(code - 0xFB00)]
        // Alphabets of 26 capital and 26 small letters; then those of digits.
        case 0x1D400...0x1D6A3: return text(UInt32(ascii: "a") + (code - 0x1D400) % 26)
        case 0x1D7CE...0x1D7FF: return text(UInt32(ascii: "0") + (code - 0x1D7CE) % 10)
        default:
            guard scalar.properties.generalCategory == .otherNumber, let value = scalar.properties.numericValue, value < 1000,
                value == value.rounded()
            else { return nil }
            return String(Int(value))
        }
    }

    private static func text(_ code: UInt32) -> String? { Unicode.Scalar(code).map { String($0) } }
}

extension UInt32 {
    fileprivate init(ascii scalar: Unicode.Scalar) { self = scalar.value }
}

extension HangulSyllable {
    /// The syllable in Latin letters, by the Revised Romanization without its changes of sounds between syllables.
    fileprivate var latin: String { Self.leads[Int(lead)] + Self.vowels[Int(vowel)] + Self.tails[Int(tail)] }

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
