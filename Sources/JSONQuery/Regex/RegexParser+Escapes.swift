import JSONParsing

extension RegexParser {
    /// Parses an escape outside brackets, after its backslash.
    mutating func escape() throws(RegexError) -> RegexNode {
        let scalar = try next("end pattern at escape")
        switch scalar {
        case "A": return .anchor(.textStart)
        case "z": return .anchor(.textEnd)
        case "Z": return .anchor(.textEndOrLastLineBreak)
        case "b": return .anchor(.wordBoundary)
        case "B": return .anchor(.noWordBoundary)
        case "G": return .anchor(.searchStart)
        case "K": return .keep
        case "R":
            let breaks = RegexCharacterClass([.range(0x0A, 0x0D), .range(0x85, 0x85), .range(0x2028, 0x2029)])
            return .atomic(.choice([.bytes([0x0D, 0x0A]), .set(breaks)]))
        case "X":
            let marks = RegexCharacterClass([.property(.category([.nonspacingMark, .spacingMark, .enclosingMark]), isNegative: false)])
            return .atomic(.sequence([.set(.all), .repeat(.set(marks), min: 0, max: nil, .greedy)]))
        case "k":
            guard take("<") || take("'") else { throw RegexError(message: "invalid backref number/name") }
            return try namedReference()
        case "Q":
            var nodes: [RegexNode] = []
            while position < scalars.count, !take("\\E") {
                nodes.append(character(scalars[position]))
                position += 1
            }
            return .sequence(nodes)
        case "E": return .empty
        case "1"..."9":
            let mark = position
            position -= 1
            // Numbers of groups that do not exist are octal codes, as are those that begin with 0.
            if let number = number(), number < names.count || number < 10 {
                return .backReference([number], ignoresCase: options.ignoresCase)
            }
            position = mark
        default: break
        }
        if let set = try classEscape(scalar) { return .set(set) }
        return character(try characterEscape(scalar))
    }

    private mutating func namedReference() throws(RegexError) -> RegexNode {
        let name = try name(upTo: scalars[position - 1] == "'" ? "'" : ">")
        if let number = Int(name) {
            guard number.magnitude <= Self.maxCaptures else { throw RegexError(message: "invalid backref number/name") }
            return .backReference([number < 0 ? names.count + number : number], ignoresCase: options.ignoresCase)
        }
        let numbers = names.indices.filter { names[$0].map { sameBytes($0, name) } == true }
        guard !numbers.isEmpty else { throw RegexError(message: "undefined name <\(name)> reference") }
        return .backReference(numbers.reversed(), ignoresCase: options.ignoresCase)
    }

    /// `\d` and its like, `\p{…}`; nil for other escapes.
    mutating func classEscape(_ scalar: Unicode.Scalar) throws(RegexError) -> RegexCharacterClass? {
        switch scalar {
        case "d", "D": return RegexCharacterClass([.property(.digit, isNegative: scalar == "D")])
        case "w", "W": return RegexCharacterClass([.property(.word, isNegative: scalar == "W")])
        case "s", "S": return RegexCharacterClass([.property(.space, isNegative: scalar == "S")])
        case "h", "H": return RegexCharacterClass([.property(.hexadecimal, isNegative: scalar == "H")])
        case "N": return .noLineBreak
        case "O": return .all
        case "p", "P":
            guard take("{") else { throw RegexError(message: "invalid character property name {p}") }
            let isNegative = take("^") != (scalar == "P")
            let name = try name(upTo: "}")
            guard let property = RegexProperty(name: name) else {
                throw RegexError(message: "invalid character property name {\(name)}")
            }
            return RegexCharacterClass([.property(property, isNegative: isNegative)])
        default: return nil
        }
    }

    /// Parses an escape for one character.
    mutating func characterEscape(_ scalar: Unicode.Scalar) throws(RegexError) -> Unicode.Scalar {
        switch scalar {
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "f": return "\u{0C}"
        case "v": return "\u{0B}"
        case "a": return "\u{07}"
        case "e": return "\u{1B}"
        case "x":
            if take("{") {
                let code = hexadecimal(upTo: 8)
                guard take("}") else { throw RegexError(message: "invalid code point value") }
                return try self.code(code)
            }
            return try code(hexadecimal(upTo: 2))
        case "u": return try code(hexadecimal(upTo: 4))
        case "c": return try code(try next("end pattern at control").value & 0x1F)
        case "0"..."7":
            var value = scalar.value - 0x30
            for _ in 0..<2 {
                guard let digit = peek(), digit >= "0", digit <= "7" else { break }
                value = value * 8 + digit.value - 0x30
                position += 1
            }
            return try code(value)
        default: return scalar
        }
    }

    private mutating func hexadecimal(upTo count: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let scalar = peek(), let digit = Character(scalar).hexDigitValue, scalar.isASCII else { break }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private func code(_ value: UInt32) throws(RegexError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(value) else { throw RegexError(message: "invalid code point value") }
        return scalar
    }
}
