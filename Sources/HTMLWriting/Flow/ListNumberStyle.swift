/// The forms of the numbers in an ordered list, as the attribute `type` names them.
///
/// - SeeAlso: [HTML 4.4.5, The ol element](https://html.spec.whatwg.org/multipage/grouping-content.html#attr-ol-type)
enum ListNumberStyle {
    case decimal, lowerLetters, upperLetters, lowerRoman, upperRoman

    /// Reads the value of the attribute, which is case-sensitive.
    init(type: some Collection<UInt8>) {
        switch type.count == 1 ? type.first : nil {
        case UInt8(ascii: "a"): self = .lowerLetters
        case UInt8(ascii: "A"): self = .upperLetters
        case UInt8(ascii: "i"): self = .lowerRoman
        case UInt8(ascii: "I"): self = .upperRoman
        default: self = .decimal
        }
    }

    /// The greatest Roman number, as browsers write them.
    private static let maximumRoman = 3999

    private static let romans = [
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"),
        (4, "iv"), (1, "i"),
    ]

    /// The number in this form. A number that the form does not have is decimal.
    func text(of number: Int) -> String {
        switch self {
        case .lowerLetters where number > 0: Self.letters(number)
        case .upperLetters where number > 0: Self.letters(number).uppercased()
        case .lowerRoman where 1...Self.maximumRoman ~= number: Self.roman(number)
        case .upperRoman where 1...Self.maximumRoman ~= number: Self.roman(number).uppercased()
        default: String(number)
        }
    }

    private static func letters(_ number: Int) -> String {
        var letters: [UInt8] = []
        var rest = number
        while rest > 0 {
            letters.append(UInt8(ascii: "a") + UInt8((rest - 1) % 26))
            rest = (rest - 1) / 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }

    private static func roman(_ number: Int) -> String {
        var rest = number
        var text = ""
        for (value, letters) in romans {
            while rest >= value {
                text += letters
                rest -= value
            }
        }
        return text
    }
}
