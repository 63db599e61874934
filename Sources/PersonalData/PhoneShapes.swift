internal import HTMLParsing

/// The groupings of national numbers that do not begin with a zero.
enum PhoneShapes {
    static func accepts(_ sizes: [Int], first: UInt8, separators text: Bytes, _ groups: ArraySlice<PhoneFinder.Group>) -> Bool {
        let signs = Set(groups.dropFirst().flatMap(\.separator.signs))
        let hasSpace = groups.dropFirst().contains { $0.separator.blanks > 0 }
        let digit = Int(first) - 0x30
        if sizes == [11] { return isMobile(text[groups[groups.startIndex].range]) }
        if signs.contains(UInt8(ascii: "(")) { return false }
        if signs.contains(UInt8(ascii: "/")) {
            return sizes == [2, 3, 4] && digit > 0 && groups[groups.startIndex + 1].separator.blanks == 0
        }
        if signs.contains(UInt8(ascii: ".")) {
            // A dot groups thousands and versions, too.
            return !hasSpace && signs.count == 1 && (sizes == [3, 3, 4] || sizes == [1, 3, 3, 4] || sizes == [3, 2, 2, 2]) && digit > 0
        }
        switch sizes {
        case [3, 3, 4], [3, 3, 2, 2], [3, 2, 2, 2], [2, 3, 2, 2], [2, 3, 4], [2, 4, 4], [2, 5, 4], [4, 3, 3]: return digit >= 1
        case [3, 2, 3]: return digit >= 2 && hasSpace
        case [3, 3, 3]: return digit >= 2
        case [3, 4, 4]: return digit == 1 || digit >= 5
        case [5, 5]: return digit >= 6 && hasSpace
        case [3, 7]: return digit >= 2
        case [4, 6]: return digit == 6 && signs.isEmpty
        case [1, 3, 3, 4], [1, 3, 3, 2, 2], [1, 3, 7]: return digit == 1 || digit >= 7
        case [2, 2, 2, 2]: return signs.isEmpty && digit >= 2
        case [4, 4]: return signs.isEmpty && digit >= 2 && !isYears(text, groups)
        case [1, 4, 4]: return digit == 9
        default: return false
        }
    }

    /// Whether eleven digits are the number of a mobile telephone in China (13 to 19), or of one in Russia (89).
    private static func isMobile(_ digits: ArraySlice<UInt8>) -> Bool {
        let (first, second) = (digits[digits.startIndex], digits[digits.startIndex + 1])
        return first == 0x31 && second >= 0x33 || first == 0x38 && second == 0x39
    }

    private static func isYears(_ text: Bytes, _ groups: ArraySlice<PhoneFinder.Group>) -> Bool {
        groups.allSatisfy {
            text[$0.range.lowerBound] == 0x32 && text[$0.range.lowerBound + 1] == 0x30 || text[$0.range].starts(with: "19".utf8)
        }
    }
}

/// The country codes of ITU-T E.164.
enum CountryCodes {
    private static let twoDigits: Set<Int> = [
        20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61, 62, 63, 64, 65, 66,
        81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
    ]

    /// The length of the country code from an offset on, or nil if there is none. The digits may be in several groups.
    static func length(at start: Int, of groups: [PhoneFinder.Group], in text: Bytes) -> Int? {
        var digits = groups.flatMap { text[$0.range] }.prefix(3)
        if groups.isEmpty { digits = text[start..<min(text.count, start + 12)].filter(\.isASCIIDigit).prefix(3) }
        let values = digits.map { Int($0) - 0x30 }
        guard values.count == 3 else { return nil }
        if values[0] == 1 || values[0] == 7 { return 1 }
        if twoDigits.contains(values[0] * 10 + values[1]) { return 2 }
        // Codes of three digits begin with 21 to 26, 29, 35, 37, 38, 42, 50, 59, 67 to 69, 80, 85 to 88, 96, 97, 99.
        let three: Set<Int> = [21, 22, 23, 24, 25, 26, 29, 35, 37, 38, 42, 50, 59, 67, 68, 69, 80, 85, 87, 88, 96, 97, 99]
        return three.contains(values[0] * 10 + values[1]) ? 3 : nil
    }
}
