extension RegexParser {
    mutating func atom() throws(RegexError) -> RegexNode {
        let scalar = try next("end pattern")
        switch scalar {
        case "(": return try group()
        case "[": return withExpansions(try bracketSet())
        case ".": return .set(options.dotMatchesLineBreak ? .all : .noLineBreak)
        case "^": return .anchor(options.matchesLines ? .lineStart : .textStart)
        case "$": return .anchor(options.matchesLines ? .lineEnd : .textEndOrLastLineBreak)
        case "\\": return try escape()
        case "*", "+", "?": throw RegexError(message: "target of repeat operator is not specified")
        default: return character(scalar)
        }
    }

    private mutating func group() throws(RegexError) -> RegexNode {
        let outer = options
        defer { options = outer }
        if take("?:") { return try closed(try choice()) }
        if take("?=") { return .look(try closed(try choice()), isBehind: false, isNegative: false) }
        if take("?!") { return .look(try closed(try choice()), isBehind: false, isNegative: true) }
        if take("?<=") { return .look(try closed(try choice()), isBehind: true, isNegative: false) }
        if take("?<!") { return .look(try closed(try choice()), isBehind: true, isNegative: true) }
        if take("?>") { return .atomic(try closed(try choice())) }
        if take("?<") || take("?P<") { return try captured(name: try name(upTo: ">")) }
        if take("?'") { return try captured(name: try name(upTo: "'")) }
        if take("?") {
            try takeOptions()
            guard take(":") else { throw RegexError(message: "undefined group option") }
            return try closed(try choice())
        }
        return try captured(name: nil)
    }

    private mutating func captured(name: String?) throws(RegexError) -> RegexNode {
        let number = names.count
        guard number < Self.maxCaptures else { throw RegexError(message: "too many captures") }
        names.append(name)
        return .group(try closed(try choice()), number: number)
    }

    private mutating func closed(_ node: RegexNode) throws(RegexError) -> RegexNode {
        guard take(")") else { throw RegexError(message: "end pattern with unmatched parenthesis") }
        return node
    }

    mutating func name(upTo end: Unicode.Scalar) throws(RegexError) -> String {
        var name = String.UnicodeScalarView()
        while let scalar = peek(), scalar != end {
            name.append(scalar)
            position += 1
        }
        guard take(end), !name.isEmpty else { throw RegexError(message: "group name is empty") }
        return String(name)
    }

    /// `(?i)` and its like: what follows in the group, with the options changed; nil if something else stands here.
    mutating func optionsForRest() throws(RegexError) -> RegexNode? {
        guard peek() == "(", peek(1) == "?" else { return nil }
        var ahead = 2
        while let scalar = peek(ahead), "imsx-".unicodeScalars.contains(scalar) { ahead += 1 }
        guard ahead > 2, peek(ahead) == ")" else { return nil }
        position += 2
        let outer = options
        defer { options = outer }
        try takeOptions()
        position += 1
        return try choice()
    }

    private mutating func takeOptions() throws(RegexError) {
        var isOn = true
        while let scalar = peek(), scalar != ")", scalar != ":" {
            position += 1
            switch scalar {
            case "-": isOn = false
            case "i": options.ignoresCase = isOn
            case "m": options.matchesLines = isOn
            case "s": options.dotMatchesLineBreak = isOn
            case "x": options.isExtended = isOn
            default: throw RegexError(message: "undefined group option")
            }
        }
    }
}
