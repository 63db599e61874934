internal import JSONParsing

/// The words of the interface in the language of a site.
struct SiteWords: Sendable {
    /// The language tag of the content (BCP 47).
    let tag: String
    /// The language of the interface: that of the content, or English if there is no translation into it.
    let language: SiteLanguage

    /// Primary language subtags whose usual script is written from right to left.
    ///
    /// - SeeAlso: [IANA language subtag registry](https://www.iana.org/assignments/language-subtag-registry)
    private static let rightToLeft: Set<String> = [
        "ar", "arc", "ars", "ary", "arz", "azb", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "lrc", "mzn", "nqo", "pnb", "prs", "ps",
        "sd", "skr", "syr", "ug", "ur", "yi",
    ]
    /// Script subtags of scripts that are written from right to left.
    private static let rightToLeftScripts: Set<String> = [
        "adlm", "arab", "aran", "armi", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa", "yezi",
    ]
    /// Tags that were withdrawn, with the languages that they name.
    private static let older = ["iw": "he"]
    /// The percent sign in a word, which stands for a value.
    private static let mark = UInt8(ascii: "%")

    /// The value of the attribute `dir` for the pages; nil for the usual direction, left to right.
    let direction: String?
    /// The attribute `lang` of interface words in a page whose content has another language; nil where both are the same.
    let foreign: String?

    /// - Parameter tag: The language tag of the content (BCP 47).
    init(tag: String) {
        self.tag = tag
        let primary = Self.primary(tag)
        let code = Self.older[primary] ?? primary
        language = SiteLanguage(rawValue: code) ?? .en
        direction = Self.isRightToLeft(tag) ? "rtl" : nil
        foreign = code == language.rawValue ? nil : language.rawValue
    }

    private static func primary(_ tag: String) -> String { tag.prefix { $0 != "-" }.lowercased() }

    private static func isRightToLeft(_ tag: String) -> Bool {
        // The script is the second subtag, behind up to three subtags of extended languages.
        let script = tag.split(separator: "-").dropFirst().prefix { $0.count > 2 }.first { $0.count == 4 }?.lowercased()
        if let script, script.allSatisfy(\.isLetter) { return rightToLeftScripts.contains(script) }
        return rightToLeft.contains(primary(tag))
    }

    /// Whether a text has the form of a language tag whose language has a code of two or three letters.
    ///
    /// - SeeAlso: RFC 5646, section 2.1
    static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isRight = parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
        return isRight && parts.first.map { (2...3).contains($0.utf8.count) && $0.allSatisfy(\.isLetter) } == true
    }

    /// The arrow that points back, against the direction of the text.
    var backArrow: String { direction == nil ? "←" : "→" }

    /// The language and country for social networks, such as `pt_BR`; nil where the country is not known.
    var locale: String? {
        let parts = tag.split(separator: "-")
        // A subtag of one character begins an extension, which names no country.
        if let country = parts.dropFirst().prefix(while: { $0.utf8.count > 1 }).first(where: { $0.utf8.count == 2 }) {
            return "\(Self.primary(tag))_\(country.uppercased())"
        }
        return SiteLanguage(rawValue: Self.primary(tag))?.locale
    }

    /// Returns the text of a word in the language of the page.
    func callAsFunction(_ word: InterfaceWord) -> String { language.text(word) }

    /// Returns the text of a word with a value in place of its percent sign.
    func callAsFunction(_ word: InterfaceWord, _ value: String) -> String {
        let text = language.text(word)
        guard let mark = text.utf8.firstIndex(of: Self.mark) else { return text }
        return text[..<mark] + value + text[text.index(after: mark)...]
    }

    /// Returns the text of a word before and after its percent sign.
    func parts(_ word: InterfaceWord) -> (before: String, after: String) {
        let text = language.text(word)
        guard let mark = text.utf8.firstIndex(of: Self.mark) else { return (text, "") }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }

    /// Returns the text of a word for a number, before and after the number.
    func parts(_ word: CountedWord, _ number: Int) -> (before: String, after: String) { parts(number == 1 ? word.one : word.other) }

    /// Returns the text of a word for a number.
    func callAsFunction(_ word: CountedWord, _ number: Int) -> String {
        self(number == 1 ? word.one : word.other, String(number))
    }
}

extension SiteWords {
    /// Returns the words of a page's script as a JSON object. A counted word is a list of its two forms.
    func json(_ words: [ScriptWord]) -> String {
        var object = JSONObject()
        for word in words {
            switch word {
            case .word(let name, let word): object[name] = .string(self(word))
            case .counted(let name, let word): object[name] = .array([.string(self(word.one)), .string(self(word.other))])
            }
        }
        return JSONValue.object(object).compactText
    }
}

/// A language of the interface.
enum SiteLanguage: String, CaseIterable, Sendable {
    case en, de, fr, es, it, pt, nl, ja, ar, he

    /// The text of a word in this language.
    func text(_ word: InterfaceWord) -> String {
        switch self {
        case .en: word.en
        case .de: word.de
        case .fr: word.fr
        case .es: word.es
        case .it: word.it
        case .pt: word.pt
        case .nl: word.nl
        case .ja: word.ja
        case .ar: word.ar
        case .he: word.he
        }
    }

    /// The character between whole numbers and tenths.
    var decimalMark: String {
        switch self {
        case .en, .ja, .ar, .he: "."
        case .de, .fr, .es, .it, .pt, .nl: ","
        }
    }

    /// The language with a country, as Open Graph has it. There, `ar_AR` stands for Arabic.
    var locale: String {
        switch self {
        case .en: "en_US"
        case .ja: "ja_JP"
        case .ar: "ar_AR"
        case .he: "he_IL"
        case .de, .fr, .es, .it, .pt, .nl: "\(rawValue)_\(rawValue.uppercased())"
        }
    }
}
