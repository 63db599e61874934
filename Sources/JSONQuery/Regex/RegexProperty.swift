/// Classes of characters that have a name.
enum RegexProperty: Sendable {
    case digit, word, space, hexadecimal
    case alphabetic, upper, lower, alphanumeric, blank, control, graph, print, punctuation, ascii
    case category([Unicode.GeneralCategory])
    case script([ClosedRange<UInt32>])

    /// Finds the class of `[:name:]` or `\p{name}`; nil for an unknown name.
    init?(name: String) {
        switch name.lowercased().filter({ $0 != "_" && $0 != " " && $0 != "-" }) {
        case "digit": self = .digit
        case "word": self = .word
        case "space", "whitespace": self = .space
        case "xdigit", "hexdigit": self = .hexadecimal
        case "alpha", "alphabetic": self = .alphabetic
        case "upper", "uppercase": self = .upper
        case "lower", "lowercase": self = .lower
        case "alnum": self = .alphanumeric
        case "blank": self = .blank
        case "cntrl": self = .control
        case "graph": self = .graph
        case "print": self = .print
        case "punct": self = .punctuation
        case "ascii": self = .ascii
        case let other:
            if let categories = Self.categories[other] {
                self = .category(categories)
            } else if let ranges = Self.scripts[other] {
                self = .script(ranges)
            } else {
                return nil
            }
        }
    }

    private static func isWord(ascii byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    func contains(_ code: UInt32) -> Bool {
        guard let scalar = Unicode.Scalar(code) else { return false }
        let properties = scalar.properties
        switch self {
        case .digit: return properties.generalCategory == .decimalNumber
        case .word:
            if code < 128 { return Self.isWord(ascii: UInt8(code)) }
            return properties.isAlphabetic || Self.wordCategories.contains(properties.generalCategory)
        case .space: return properties.isWhitespace
        case .hexadecimal: return code < 128 && properties.isASCIIHexDigit
        case .alphabetic: return properties.isAlphabetic
        case .upper: return properties.isUppercase
        case .lower: return properties.isLowercase
        case .alphanumeric: return properties.isAlphabetic || properties.generalCategory == .decimalNumber
        case .blank: return code == 9 || properties.generalCategory == .spaceSeparator
        case .control: return properties.generalCategory == .control
        case .graph: return !properties.isWhitespace && !Self.invisible.contains(properties.generalCategory)
        case .print:
            return !Self.invisible.contains(properties.generalCategory) && (!properties.isWhitespace || RegexProperty.blank.contains(code))
                && code != 9
        case .punctuation:
            return Self.punctuations.contains(properties.generalCategory) || "$+<=>^`|~".unicodeScalars.contains(scalar)
        case .ascii: return code < 128
        case .category(let categories): return categories.contains(properties.generalCategory)
        case .script(let ranges): return ranges.contains { $0.contains(code) }
        }
    }

    private static let wordCategories: [Unicode.GeneralCategory] = [
        .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark, .letterNumber,
    ]
    private static let invisible: [Unicode.GeneralCategory] = [.control, .unassigned, .surrogate]
    private static let punctuations: [Unicode.GeneralCategory] = [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
        .otherPunctuation,
    ]

    private static let categories: [String: [Unicode.GeneralCategory]] = {
        let single: [String: [Unicode.GeneralCategory]] = [
            "lu": [.uppercaseLetter], "ll": [.lowercaseLetter], "lt": [.titlecaseLetter], "lm": [.modifierLetter], "lo": [.otherLetter],
            "mn": [.nonspacingMark], "mc": [.spacingMark], "me": [.enclosingMark], "nd": [.decimalNumber], "nl": [.letterNumber],
            "no": [.otherNumber], "pc": [.connectorPunctuation], "pd": [.dashPunctuation], "ps": [.openPunctuation],
            "pe": [.closePunctuation], "pi": [.initialPunctuation], "pf": [.finalPunctuation], "po": [.otherPunctuation],
            "sm": [.mathSymbol], "sc": [.currencySymbol], "sk": [.modifierSymbol], "so": [.otherSymbol], "zs": [.spaceSeparator],
            "zl": [.lineSeparator], "zp": [.paragraphSeparator], "cc": [.control], "cf": [.format], "cs": [.surrogate],
            "co": [.privateUse], "cn": [.unassigned],
        ]
        var table = single
        for (name, categories) in single { table[String(name.prefix(1)), default: []] += categories }
        for (long, short) in [
            ("letter", "l"), ("mark", "m"), ("number", "n"), ("punctuation", "p"), ("symbol", "s"), ("separator", "z"), ("other", "c"),
        ] {
            table[long] = table[short]
        }
        return table
    }()

    /// The main blocks of some scripts; the standard library does not know scripts.
    private static let scripts: [String: [ClosedRange<UInt32>]] = [
        "latin": [0x41...0x5A, 0x61...0x7A, 0xAA...0xAA, 0xBA...0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2B8, 0x1E00...0x1EFF],
        "greek": [0x370...0x373, 0x375...0x37D, 0x37F...0x3FF, 0x1F00...0x1FFF],
        "cyrillic": [0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F],
        "hebrew": [0x591...0x5F4],
        "arabic": [0x600...0x604, 0x606...0x60B, 0x60D...0x6FF, 0x750...0x77F],
        "thai": [0xE01...0xE3A, 0xE40...0xE5B],
        "hangul": [0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3],
        "hiragana": [0x3041...0x3096, 0x309D...0x309F],
        "katakana": [0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D],
        "han": [0x2E80...0x2FD5, 0x3005...0x3007, 0x3021...0x3029, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAD9, 0x20000...0x323AF],
    ]
}
