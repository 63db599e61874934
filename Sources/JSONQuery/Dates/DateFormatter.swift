/// Writes a moment by a format of `strftime` (POSIX, with the extensions of the GNU C library that are in use).
struct DateFormatter {
    let time: CivilTime

    func text(_ format: String) -> String {
        var output = ""
        var rest = format.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                output.unicodeScalars.append(scalar)
                continue
            }
            var flag: Unicode.Scalar?
            while let next = rest.first, "-_0^#".unicodeScalars.contains(next) {
                flag = next
                rest.removeFirst()
            }
            // Modifiers for other calendars change nothing here.
            if let next = rest.first, next == "E" || next == "O" { rest.removeFirst() }
            guard let code = rest.popFirst() else {
                output += "%"
                break
            }
            output += styled(field(code), flag)
        }
        return output
    }

    /// A text, or a number with the width and the padding that it has by default.
    private enum Field {
        case text(String)
        case number(Int, width: Int, pad: Unicode.Scalar)
    }

    private func styled(_ field: Field, _ flag: Unicode.Scalar?) -> String {
        switch field {
        case .text(let text): return flag == "^" ? text.uppercased() : text
        case .number(let value, let width, let standard):
            let digits = String(value.magnitude)
            let sign = value < 0 ? "-" : ""
            if flag == "-" { return sign + digits }
            let pad = flag == "_" ? " " : flag == "0" ? "0" : standard
            var text = sign
            for _ in 0..<max(0, width - digits.utf8.count - sign.utf8.count) { text.unicodeScalars.append(pad) }
            return text + digits
        }
    }

    private func field(_ code: Unicode.Scalar) -> Field {
        // Looked up where a field asks for them.
        var weekday: String { DateNames.days[time.weekday] }
        var month: String { DateNames.months[time.month] }
        var hour12: Int { (time.hour + 11) % 12 + 1 }
        func padded(_ value: Int, _ width: Int = 2) -> Field { .number(value, width: width, pad: "0") }
        return switch code {
        case "a": .text(String(weekday.prefix(3)))
        case "A": .text(weekday)
        case "b", "h": .text(String(month.prefix(3)))
        case "B": .text(month)
        case "c": .text(text("%a %b %e %H:%M:%S %Y"))
        case "C": padded(CivilTime.floorDivide(time.year, 100))
        case "d": padded(time.day)
        case "D", "x": .text(text("%m/%d/%y"))
        case "e": .number(time.day, width: 2, pad: " ")
        case "F": .text(text("%Y-%m-%d"))
        case "g": padded(CivilTime.modulo(time.isoWeek.year, 100))
        case "G": .number(time.isoWeek.year, width: 4, pad: "0")
        case "H": padded(time.hour)
        case "I": padded(hour12)
        case "j": padded(time.dayOfYear + 1, 3)
        case "k": .number(time.hour, width: 2, pad: " ")
        case "l": .number(hour12, width: 2, pad: " ")
        case "m": padded(time.month + 1)
        case "M": padded(time.minute)
        case "n": .text("\n")
        case "p": .text(time.hour < 12 ? "AM" : "PM")
        case "P": .text(time.hour < 12 ? "am" : "pm")
        case "r": .text(text("%I:%M:%S %p"))
        case "R": .text(text("%H:%M"))
        case "s": .number(time.secondsSince1970, width: 1, pad: "0")
        case "S": padded(Int(time.second))
        case "t": .text("\t")
        case "T", "X": .text(text("%H:%M:%S"))
        case "u": .number((time.weekday + 6) % 7 + 1, width: 1, pad: "0")
        case "U": padded((time.dayOfYear + 7 - time.weekday) / 7)
        case "V": padded(time.isoWeek.week)
        case "w": .number(time.weekday, width: 1, pad: "0")
        case "W": padded((time.dayOfYear + 7 - (time.weekday + 6) % 7) / 7)
        case "y": padded(CivilTime.modulo(time.year, 100))
        case "Y": .number(time.year, width: 1, pad: "0")
        case "z": .text("+0000")
        case "Z": .text("UTC")
        case "%": .text("%")
        default: .text("%" + String(Character(code)))
        }
    }
}
