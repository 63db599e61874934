/// Reads a regular expression in the syntax that jq uses: Oniguruma's, with the rules of Perl and named groups.
struct RegexParser {
    /// Limit of nested groups and quantifiers. The parser, the compiler and the matcher recurse this deep.
    static let maxNesting = 40
    /// Limit of capturing groups, including the whole match.
    static let maxCaptures = 1000

    struct Options {
        var ignoresCase = false
        var isExtended = false
        var dotMatchesLineBreak = false
        /// Whether `^` and `$` match at each line.
        var matchesLines = false
    }

    let scalars: [Unicode.Scalar]
    var position = 0
    var options: Options
    /// The names of the groups, by number. Number 0 is the whole match.
    var names: [String?] = [nil]
    private var nesting = 0
    /// Depth of nested groups and quantifiers in the node that was parsed last.
    private var choicePointCount = 0
    private let stack = StackGuard()

    init(_ pattern: String, _ options: Options) {
        scalars = Array(pattern.unicodeScalars)
        self.options = options
    }

    mutating func parse() throws(RegexError) -> RegexNode {
        let node = try choice()
        if position < scalars.count { throw RegexError(message: "unmatched close parenthesis") }
        return node
    }

    /// The offset of the fault in a pattern, in bytes; nil if the pattern itself has none.
    static func faultOffset(in pattern: String, flags: String?) -> Int? {
        var options = Options()
        options.isExtended = flags?.contains("x") == true
        var parser = RegexParser(pattern, options)
        // The other faults are found by the compiler, which gives no offset.
        if (try? parser.parse()) != nil { return (try? CompiledRegex(pattern, options)) == nil ? 0 : nil }
        return parser.scalars.prefix(parser.position).reduce(0) { $0 + UTF8.width($1) }
    }

    func peek(_ ahead: Int = 0) -> Unicode.Scalar? { position + ahead < scalars.count ? scalars[position + ahead] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        position += 1
        return true
    }

    mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars.dropFirst(position).starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    mutating func next(_ missing: String) throws(RegexError) -> Unicode.Scalar {
        guard let scalar = peek() else { throw RegexError(message: missing) }
        position += 1
        return scalar
    }

    mutating func choice() throws(RegexError) -> RegexNode {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= Self.maxNesting, stack.hasRoom else { throw Self.tooDeep }
        var branches = [try sequence()]
        var highest = choicePointCount
        while take("|") {
            branches.append(try sequence())
            highest = max(highest, choicePointCount)
        }
        try raise(above: highest)
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private static let tooDeep = RegexError(message: "groups and repeat operators are nested too deeply")

    /// Counts a group or quantifier around the node that was parsed last.
    private mutating func raise(above inner: Int) throws(RegexError) {
        choicePointCount = inner + 1
        guard choicePointCount <= Self.maxNesting else { throw Self.tooDeep }
    }

    private mutating func sequence() throws(RegexError) -> RegexNode {
        var nodes: [RegexNode] = []
        var highest = 0
        defer { choicePointCount = highest }
        while let scalar = peek(), scalar != "|", scalar != ")" {
            if options.isExtended, skipBlank(scalar) { continue }
            if take("(?#") {
                while let comment = peek(), comment != ")" {
                    position += 1
                    // A backslash escapes the next character, if there is one.
                    if comment == "\\", peek() != nil { position += 1 }
                }
                guard take(")") else { throw RegexError(message: "end pattern in group") }
                continue
            }
            // Options such as `(?i)` hold up to the end of the group, its other branches included.
            if let rest = try optionsForRest() {
                nodes.append(rest)
                highest = max(highest, choicePointCount)
                continue
            }
            choicePointCount = 0
            let node = try repeated(try atom())
            // Neighbouring characters are one text, because one character may stand for two.
            if case .folded(let more) = node, case .folded(let folding) = nodes.last {
                nodes[nodes.count - 1] = .folded(folding + more)
            } else {
                nodes.append(node)
            }
            highest = max(highest, choicePointCount)
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func skipBlank(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "#" {
            while let next = peek(), next != "\n" { position += 1 }
            return true
        }
        guard scalar.properties.isPatternWhitespace else { return false }
        position += 1
        return true
    }

    private mutating func repeated(_ atom: RegexNode) throws(RegexError) -> RegexNode {
        var node = atom
        while let (min, max) = try quantifier() {
            try raise(above: choicePointCount)
            var kind = RegexNode.Kind.greedy
            if take("?") { kind = .lazy } else if take("+") { kind = .possessive }
            if case .anchor = node { throw RegexError(message: "target of repeat operator is invalid") }
            node = .repeat(node, min: min, max: max, kind)
        }
        return node
    }

    private mutating func quantifier() throws(RegexError) -> (min: Int, max: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard peek() == "{" else { return nil }
        let mark = position
        position += 1
        let low = number()
        let hasComma = take(",")
        let high = hasComma ? number() : low
        // As in jq, `{,3}` is no repetition.
        guard let min = low, take("}") else {
            position = mark
            return nil
        }
        if min > 100_000 || (high ?? 0) > 100_000 { throw RegexError(message: "too big number is specified in repeat") }
        if let high, high < min { throw RegexError(message: "upper is smaller than lower in repeat") }
        return (min, high)
    }

    mutating func number() -> Int? {
        var value: Int?
        while let digit = peek(), let number = Character(digit).wholeNumberValue, digit.isASCII {
            value = min(1_000_000, (value ?? 0) * 10 + number)
            position += 1
        }
        return value
    }

    /// A node for a character; it matches upper and lower case if case is ignored.
    func character(_ scalar: Unicode.Scalar) -> RegexNode {
        if options.ignoresCase { return .folded(CaseFolding.full(scalar.value)) }
        return .bytes(Array(String(Character(scalar)).utf8))
    }
}

/// A fault in a regular expression.
struct RegexError: Error {
    let message: String
}
