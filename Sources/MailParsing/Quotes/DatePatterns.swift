internal import HTMLParsing

/// The patterns of dates and times in a text. Only digits count, because month names depend on the language.
struct DatePatterns {
    /// A year: a number from 1970 to 2099.
    private(set) var hasYear = false
    /// A numeric date: `04/19/2011`, `02.01.23`, `2012-10-16`.
    private(set) var hasNumericDate = false
    /// A time of day: `10:00`, `19:20:17`, `10.00`.
    private(set) var hasTime = false

    var hasDate: Bool { hasYear || hasNumericDate }
    var isEmpty: Bool { !hasDate && !hasTime }

    init(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        var index = 0
        var groups: [(digits: Int, value: Int)] = []
        var marks: [UInt8] = []
        while index < bytes.count {
            guard bytes[index].isASCIIDigit else {
                index += 1
                continue
            }
            let before = index > 0 ? bytes[index - 1] : 0x20
            groups.removeAll(keepingCapacity: true)
            marks.removeAll(keepingCapacity: true)
            while true {
                var group = (digits: 0, value: 0)
                while index < bytes.count, bytes[index].isASCIIDigit {
                    if group.digits < 9 { group.value = group.value * 10 + Int(bytes[index] - 0x30) }
                    group.digits += 1
                    index += 1
                }
                groups.append(group)
                guard index + 1 < bytes.count, Self.joins(bytes[index]), bytes[index + 1].isASCIIDigit else { break }
                marks.append(bytes[index])
                index += 1
            }
            let after = index < bytes.count ? bytes[index] : 0x20
            if !before.isASCIILetter, before != UInt8(ascii: "@") { classify(groups, marks, isWordEnd: !after.isASCIILetter) }
        }
    }

    private mutating func classify(_ groups: [(digits: Int, value: Int)], _ marks: [UInt8], isWordEnd: Bool) {
        let first = groups[0]
        switch groups.count {
        case 1:
            if first.digits == 4, (1970...2099).contains(first.value), isWordEnd { hasYear = true }
        case 2:
            let isClock = !marks.contains(UInt8(ascii: "/")) && !marks.contains(UInt8(ascii: "-"))
            if isClock, first.digits <= 2, first.value <= 24, groups[1].digits == 2, groups[1].value < 60 { hasTime = true }
        case 3 where marks.allSatisfy { $0 == UInt8(ascii: ":") }:
            if first.digits <= 2, first.value <= 24 { hasTime = true }
        case 3:
            let isYearFirst = first.digits == 4 && (1970...2099).contains(first.value) && groups[2].digits <= 2
            let isYearLast = first.digits <= 2 && (groups[2].digits == 2 || groups[2].digits == 4)
            if !marks.contains(UInt8(ascii: ":")), groups[1].digits <= 2, isYearFirst || isYearLast { hasNumericDate = true }
        default: break
        }
    }

    private static func joins(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "h")
    }
}
