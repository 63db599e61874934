internal import CivilCalendar

/// Writes a moment by a format of `strftime`, as the GNU C library does: flags, widths and modifiers included.
struct StrftimeFormatter {
    let time: CivilTime
    /// The name that `%Z` writes.
    let zone: String

    /// Bytes that the output may have beyond those of the format.
    private static let room = 100

    /// The text; nil if it would be much longer than the format.
    func text(_ format: String) -> String? {
        let format = Array(format.utf8.prefix { $0 != 0 })
        guard let bytes = bytes(format, limit: format.count + Self.room), bytes.count < format.count + Self.room else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The parsed flags, width and modifier of a conversion such as `%-5d`.
    private struct Directive {
        var padding: UInt8?
        var isUpper = false
        var changesCase = false
        var width = 0
        var modifier: UInt8?

        /// Reads a flag; false for another byte.
        mutating func take(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "0"): padding = byte
            case UInt8(ascii: "^"): isUpper = true
            case UInt8(ascii: "#"): changesCase = true
            default: return false
            }
            return true
        }

        /// Whether the modifier, E or O, may stand before a conversion.
        func allows(_ code: UInt8) -> Bool {
            guard let modifier else { return true }
            if "aAbBhDF".utf8.contains(code) { return false }
            return !(modifier == UInt8(ascii: "E") ? "deHIklmMSUVWwjgG" : "cCxXY").utf8.contains(code)
        }
    }

    private func bytes(_ format: [UInt8], limit: Int) -> [UInt8]? {
        var output: [UInt8] = []
        var place = 0
        while place < format.count {
            guard output.count < limit else { return nil }
            let start = place
            place += 1
            guard format[start] == UInt8(ascii: "%") else {
                output.append(format[start])
                continue
            }
            var directive = Directive()
            while place < format.count, directive.take(format[place]) { place += 1 }
            while place < format.count, Lexer.isDigit(format[place]) {
                directive.width = min(limit, directive.width * 10 + Int(format[place] - UInt8(ascii: "0")))
                place += 1
            }
            if place < format.count, format[place] == UInt8(ascii: "E") || format[place] == UInt8(ascii: "O") {
                directive.modifier = format[place]
                place += 1
            }
            if place < format.count, directive.allows(format[place]), let field = field(format[place], directive) {
                output += field
            } else {
                // An unknown directive is written unchanged.
                output += Self.padded(format[start...min(place, format.count - 1)], directive)
            }
            place += 1
        }
        return output
    }

    private static func padded(_ text: some Collection<UInt8>, _ directive: Directive) -> [UInt8] {
        let fill: UInt8 = directive.padding == UInt8(ascii: "0") ? UInt8(ascii: "0") : UInt8(ascii: " ")
        return Array(repeating: fill, count: max(0, directive.width - text.count)) + text
    }

    private static func word(_ text: String, _ directive: Directive, changed: (String) -> String = { $0.uppercased() }) -> [UInt8] {
        padded((directive.changesCase ? changed(text) : directive.isUpper ? text.uppercased() : text).utf8, directive)
    }

    /// A number of at least the given number of digits, or as many as the width says.
    private static func number(_ value: Int, _ digits: Int, _ directive: Directive) -> [UInt8] {
        let digits = max(digits, directive.width)
        let sign: [UInt8] = value < 0 ? [UInt8(ascii: "-")] : []
        let text = Array(String(value.magnitude).utf8)
        let missing = max(0, digits - sign.count - text.count)
        switch directive.padding {
        case UInt8(ascii: "-"): return padded(sign + text, directive)
        case UInt8(ascii: "_"): return Array(repeating: UInt8(ascii: " "), count: missing) + sign + text
        default: return sign + Array(repeating: UInt8(ascii: "0"), count: missing) + text
        }
    }

    /// Writes a conversion that stands for a longer format, such as `%D` for `%m/%d/%y`.
    private func format(_ format: String, _ directive: Directive) -> [UInt8] {
        let text = bytes(Array(format.utf8), limit: .max) ?? []
        return Self.padded(directive.isUpper ? Array(String(decoding: text, as: UTF8.self).uppercased().utf8) : text, directive)
    }

    private func field(_ code: UInt8, _ directive: Directive) -> [UInt8]? {
        func number(_ value: Int, _ digits: Int = 2) -> [UInt8] { Self.number(value, digits, directive) }
        func spaced(_ value: Int) -> [UInt8] {
            var directive = directive
            directive.padding = directive.padding ?? UInt8(ascii: "_")
            return Self.number(value, 2, directive)
        }
        func word(_ text: String) -> [UInt8] { Self.word(text, directive) }
        // Computed only for the fields that use them.
        var weekday: String { DateNames.days[time.weekday] }
        var month: String { DateNames.months[time.month] }
        var hour12: Int { (time.hour + 11) % 12 + 1 }
        return switch Unicode.Scalar(code) {
        case "a": word(String(weekday.prefix(3)))
        case "A": word(weekday)
        case "b", "h": word(String(month.prefix(3)))
        case "B": word(month)
        case "c": format("%a %b %e %H:%M:%S %Y", directive)
        case "C": number(CivilDay.floorDivide(time.year, 100), 1)
        case "d": number(time.day)
        case "D", "x": format("%m/%d/%y", directive)
        case "e": spaced(time.day)
        case "F": format("%Y-%m-%d", directive)
        case "g": number(CivilDay.modulo(time.isoWeek.year, 100))
        case "G": number(time.isoWeek.year, 1)
        case "H": number(time.hour)
        case "I": number(hour12)
        case "j": number(time.dayOfYear + 1, 3)
        case "k": spaced(time.hour)
        case "l": spaced(hour12)
        case "m": number(time.month + 1)
        case "M": number(time.minute)
        case "n": Self.padded("\n".utf8, directive)
        case "p": Self.word(time.hour < 12 ? "AM" : "PM", directive) { $0.lowercased() }
        case "P": Self.padded((time.hour < 12 ? "am" : "pm").utf8, directive)
        case "r": format("%I:%M:%S %p", directive)
        case "R": format("%H:%M", directive)
        case "s": Self.padded(String(time.secondsSince1970).utf8, directive)
        case "S": number(Int(time.second))
        case "t": Self.padded("\t".utf8, directive)
        case "T", "X": format("%H:%M:%S", directive)
        case "u": number((time.weekday + 6) % 7 + 1, 1)
        case "U": number((time.dayOfYear + 7 - time.weekday) / 7)
        case "V": number(time.isoWeek.week)
        case "w": number(time.weekday, 1)
        case "W": number((time.dayOfYear + 7 - (time.weekday + 6) % 7) / 7)
        case "y": number(CivilDay.modulo(time.year, 100))
        case "Y": number(time.year, 1)
        case "z": Self.padded("+".utf8, directive) + number(0, 4)
        case "Z": Self.word(zone, directive) { $0.lowercased() }
        case "%": Self.padded("%".utf8, directive)
        default: nil
        }
    }
}

/// The names that the C locale gives to days and months.
enum DateNames {
    static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
}
