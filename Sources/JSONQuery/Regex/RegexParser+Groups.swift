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

    /// A set in brackets; the opening one has been taken.
    private mutating func bracketSet(depth: Int = 0) throws(RegexError) -> RegexCharacterClass {
        guard depth < Self.maxNesting else { throw RegexError(message: "brackets are nested too deeply") }
        let isNegative = take("^")
        var items: [RegexCharacterClass.ClassItem] = []
        var others: [RegexCharacterClass] = []
        var isFirst = true
        while true {
            guard let scalar = peek() else { throw RegexError(message: "premature end of char-class") }
            if scalar == "]", !isFirst {
                position += 1
                break
            }
            isFirst = false
            if take("[:"), let property = try posixName() {
                items.append(property)
            } else if take("&&") {
                others.append(RegexCharacterClass(items, ignoresCase: options.ignoresCase))
                items = []
            } else if take("[") {
                items.append(.set(try bracketSet(depth: depth + 1)))
            } else {
                try addRange(to: &items)
            }
        }
        return RegexCharacterClass(items, isNegative: isNegative, others: others, ignoresCase: options.ignoresCase)
    }

    /// Limit of the texts that a set may match beside its characters. A class of all letters has many more, and would be slow without need.
    private static let maxExpansions = 8

    /// Adds to a set the texts that its characters fold to, if case is ignored: `[ß]` matches `SS`.
    private func withExpansions(_ set: RegexCharacterClass) -> RegexNode {
        guard options.ignoresCase, !set.isNegative else { return .set(set) }
        let texts = CaseFolding.expansions.filter { set.contains($0.code) }
        return texts.isEmpty || texts.count > Self.maxExpansions ? .set(set) : .choice([.set(set)] + texts.map { .folded($0.folding) })
    }

    /// Reads the rest of `[:alpha:]` after `[:`. If it is no such class, moves back before the bracket, which then opens a nested set.
    private mutating func posixName() throws(RegexError) -> RegexCharacterClass.ClassItem? {
        let mark = position
        let isNegative = take("^")
        var name = ""
        while let scalar = peek(), scalar.properties.isAlphabetic {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        if take(":]"), let property = RegexProperty(name: name) { return .property(property, isNegative: isNegative) }
        position = mark - 2
        return nil
    }

    private mutating func addRange(to items: inout [RegexCharacterClass.ClassItem]) throws(RegexError) {
        let first: Unicode.Scalar
        switch try member() {
        case .set(let set): return items.append(.set(set))
        case .character(let scalar): first = scalar
        }
        guard peek() == "-", let after = peek(1), after != "]" else { return items.append(.range(first.value, first.value)) }
        position += 1
        switch try member() {
        case .character(let last):
            guard last >= first else { throw RegexError(message: "empty range in char class") }
            items.append(.range(first.value, last.value))
        case .set(let set): items += [.range(first.value, first.value), .range(0x2D, 0x2D), .set(set)]
        }
    }

    private enum Member {
        case character(Unicode.Scalar)
        case set(RegexCharacterClass)
    }

    private mutating func member() throws(RegexError) -> Member {
        let scalar = try next("premature end of char-class")
        guard scalar == "\\" else { return .character(scalar) }
        let escaped = try next("end pattern at escape")
        if escaped == "b" { return .character("\u{08}") }
        if let set = try classEscape(escaped) { return .set(set) }
        return .character(try characterEscape(escaped))
    }
}
