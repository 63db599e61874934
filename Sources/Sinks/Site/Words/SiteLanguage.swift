/// A language of the interface.
enum SiteLanguage: String, CaseIterable, Sendable {
    case en, de, fr, es, it, pt, nl, ja, ar, he

    /// The text of a word in this language.
    func text(_ word: Word) -> String {
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

    /// The language with its usual country.
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
