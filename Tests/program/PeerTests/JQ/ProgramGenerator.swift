import TestSupport

/// Writes random programs of the jq language, all of which end. Seeded, so that each run writes the same ones.
struct ProgramGenerator {
    private var random: SeededRandom
    /// Variables and functions in scope, and labels that `break` may name here.
    private var variables: [String] = []
    private var functions: [(name: String, arity: Int)] = []
    private var labels: [String] = []
    private var nameCount = 0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// A program and its input.
    mutating func next() -> (program: String, input: String) {
        variables = []
        functions = []
        labels = []
        nameCount = 0
        let program = chance(20) ? update(3) : expression(Int.random(in: 2...4, using: &random))
        return (program, pick(ProgramPieces.inputs))
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[Int.random(in: 0..<choices.count, using: &random)] }

    /// Returns true with a probability in percent.
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func newName() -> String {
        nameCount += 1
        return "n\(nameCount)"
    }

    /// Runs `body` and forgets the names that it adds.
    private mutating func scoped(_ body: (inout ProgramGenerator) -> String) -> String {
        let (oldVariables, oldFunctions, oldLabels) = (variables, functions, labels)
        defer { (variables, functions, labels) = (oldVariables, oldFunctions, oldLabels) }
        return body(&self)
    }

    /// A program that no `break` leaves.
    private mutating func closed(_ depth: Int) -> String {
        scoped { generator in
            generator.labels = []
            return generator.expression(depth)
        }
    }

    // MARK: Expressions

    /// Anything that may stand in parentheses.
    private mutating func expression(_ depth: Int) -> String {
        guard depth > 0 else { return leaf() }
        switch Int.random(in: 0..<30, using: &random) {
        case 0...3: return "\(expression(depth - 1)) | \(expression(depth - 1))"
        case 4...5: return "\(term(depth - 1)), \(term(depth - 1))"
        case 6: return binding(depth)
        case 7: return definition(depth)
        case 8:
            let label = newName()
            return scoped { generator in
                generator.labels.append(label)
                return "label $\(label) | \(generator.expression(depth - 1))"
            }
        case 9...14: return "\(term(depth - 1)) \(pick(ProgramPieces.operators)) \(term(depth - 1))"
        case 15: return "-\(term(depth - 1))"
        case 16: return "\(closedTerm(depth - 1))? // \(term(depth - 1))"
        case 17: return update(depth)
        default: return term(depth)
        }
    }

    private mutating func closedTerm(_ depth: Int) -> String { "(\(closed(depth)))" }

    /// An operand.
    private mutating func term(_ depth: Int) -> String {
        guard depth > 0 else { return leaf() }
        switch Int.random(in: 0..<26, using: &random) {
        case 0: return "(\(expression(depth - 1)))"
        case 1: return "[\(expression(depth - 1))]"
        case 2: return object(depth)
        case 3: return string(depth)
        case 4: return "(\(expression(depth - 1)))\(suffix(depth))"
        case 5:
            let condition = "if \(expression(depth - 1)) then \(expression(depth - 1))"
            let middle = chance(20) ? " elif \(expression(depth - 1)) then \(expression(depth - 1))" : ""
            return "\(condition)\(middle)\(chance(80) ? " else \(expression(depth - 1))" : "") end"
        case 6: return "try \(closedTerm(depth - 1))\(chance(50) ? " catch \(chance(50) ? "\"caught\"" : closedTerm(depth - 1))" : "")"
        case 7: return "try error(\(pick(ProgramPieces.literals))) catch ."
        case 8: return "\(closedTerm(depth - 1))?"
        case 9:
            return scoped { generator in
                let source = generator.term(depth - 1)
                let pattern = generator.loopPattern()
                return "reduce \(source) as \(pattern) (\(generator.term(depth - 1)); \(generator.expression(depth - 1)))"
            }
        case 10:
            return scoped { generator in
                let source = generator.term(depth - 1)
                let pattern = generator.loopPattern()
                let start = "(\(generator.term(depth - 1)); \(generator.expression(depth - 1))"
                return "foreach \(source) as \(pattern) \(start)\(generator.chance(50) ? "; \(generator.expression(depth - 1))" : ""))"
            }
        case 11: return "\(path(depth))"
        case 12: return "[limit(5; \(expression(depth - 1)))]"
        case 13: return "(\(expression(depth - 1)) | \(pick(ProgramPieces.formats)))"
        default: return call(depth)
        }
    }

    private mutating func leaf() -> String {
        switch Int.random(in: 0..<20, using: &random) {
        case 0...4: return pick(ProgramPieces.paths)
        case 5...8: return pick(ProgramPieces.literals)
        case 9...10: return variables.isEmpty ? "." : "$\(pick(variables))"
        case 11: return labels.isEmpty ? "empty" : "(1, break $\(pick(labels)), 2)"
        case 12: return functions.contains { $0.arity == 0 } ? pick(functions.filter { $0.arity == 0 }).name : ".[]?"
        case 13...15: return pick(ProgramPieces.plain)
        default: return "."
        }
    }

    private mutating func suffix(_ depth: Int) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return "[]"
        case 1: return "[]?"
        case 2: return ".a"
        case 3: return "[\(expression(depth - 1))]"
        case 4: return "[\(term(depth - 1)):\(term(depth - 1))]"
        case 5: return "[\(term(0)):]?"
        case 6: return ".\"a\""
        default: return "[\(term(0))]?"
        }
    }

    private mutating func object(_ depth: Int) -> String {
        let members = (0..<Int.random(in: 0...3, using: &random)).map { _ -> String in
            switch Int.random(in: 0..<9, using: &random) {
            case 0: "a"
            case 1: "\"b\""
            case 2: variables.isEmpty ? "if: 1" : "$\(pick(variables))"
            case 3: "(\(expression(depth - 1))): 1"
            case 4: "\"x\\(\(expression(depth - 1)))\": 2"
            case 5: "\"\\(\(pick(["1, 2", ".", ".[]?", "\"a\", \"b\""])))\""
            case 6: "@base64 \"y\": \(term(depth - 1))"
            case 7: "$__loc__"
            default: "\(pick(["a", "b", "and", "\"c d\""])): \(term(depth - 1))"
            }
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func string(_ depth: Int) -> String {
        "\(chance(40) ? pick(ProgramPieces.formats) + " " : "")\"<\\(\(expression(depth - 1)))\(chance(30) ? "|\\(\(expression(depth - 1)))" : "")>\""
    }

    private mutating func binding(_ depth: Int) -> String {
        scoped { generator in
            let source = generator.term(depth - 1)
            let patterns = generator.patterns(depth)
            return "\(source) as \(patterns) | \(generator.expression(depth - 1))"
        }
    }

    /// Patterns with new variables, which stay in scope.
    private mutating func patterns(_ depth: Int) -> String {
        var names: [String] = []
        let count = chance(12) ? 2 : 1
        let texts = (0..<count).map { _ in pattern(2, &names) }
        variables += names
        return texts.joined(separator: " ?// ")
    }

    /// A pattern that matches once, if it matches.
    private mutating func loopPattern() -> String {
        var names: [String] = []
        let text = pattern(chance(50) ? 1 : 0, &names, keys: ["a", "\"b\""])
        variables += names
        return text
    }

    private mutating func pattern(
        _ depth: Int, _ names: inout [String], keys: [String] = ["a", "\"b\"", "(\"a\", \"b\")", "(.[0]?)"]
    ) -> String {
        func name(_ generator: inout ProgramGenerator, _ names: inout [String]) -> String {
            names.append(generator.newName())
            return "$" + (names.last ?? "")
        }
        guard depth > 0, chance(35) else { return name(&self, &names) }
        if chance(50) {
            let count = Int.random(in: 1...2, using: &random)
            return "[\((0..<count).map { _ in pattern(depth - 1, &names, keys: keys) }.joined(separator: ", "))]"
        }
        return "{\(pick(keys)): \(pattern(depth - 1, &names, keys: keys))}"
    }

    private mutating func definition(_ depth: Int) -> String {
        scoped { generator in
            let name = generator.newName()
            let parameters = ["", "(f)", "($p)", "(f; $p)"][Int.random(in: 0..<4, using: &generator.random)]
            let body = generator.scoped { inner in
                if parameters.contains("f") { inner.functions.append(("f", 0)) }
                if parameters.contains("$p") { inner.variables.append("p") }
                return inner.expression(depth - 1)
            }
            let arity = parameters.isEmpty ? 0 : parameters.contains(";") ? 2 : 1
            generator.functions.append((name, arity))
            return "def \(name)\(parameters): \(body); \(generator.expression(depth - 1))"
        }
    }

    // MARK: Paths and updates

    /// Paths without slices: jq takes null apart in other ways than this engine.
    private mutating func path(_ depth: Int) -> String {
        guard depth > 0 else { return pick(ProgramPieces.paths.filter { !$0.contains(":") }) }
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3: return "\(path(depth - 1)) | \(path(depth - 1))"
        case 4: return "(\(path(depth - 1)), \(path(depth - 1)))"
        case 5: return "(\(path(depth - 1)) // \(path(depth - 1)))"
        case 6: return "select(\(closed(depth - 1)))"
        case 7: return "if \(closed(depth - 1)) then \(path(depth - 1)) else \(path(depth - 1)) end"
        case 8: return "first(\(path(depth - 1)))"
        case 9: return "getpath(\(pick(["[\"a\"]", "[0]", "[\"a\", 0]", "[]"])))"
        case 10:
            return pick(["..", "recurse", ".[]?", "recurse(.[]?; . != null)", "paths", "first", "last", "arrays", "objects", "values"])
        default: return pick(ProgramPieces.paths.filter { !$0.contains(":") })
        }
    }

    private mutating func update(_ depth: Int) -> String {
        let place = "(\(path(2)))"
        switch Int.random(in: 0..<9, using: &random) {
        case 0...1: return "\(place) |= \(term(depth - 1))"
        case 2: return "\(place) = \(term(depth - 1))"
        case 3: return "\(place) \(pick(["+=", "-=", "*=", "/=", "%=", "//="])) \(term(depth - 1))"
        case 4: return "del(\(path(2)))"
        case 5: return "[paths(\(closed(depth - 1)))]"
        case 6: return "[path(\(path(2)))]"
        case 7: return "pick(\(path(1)))"
        default: return "to_entries"
        }
    }

    // MARK: Calls

    private mutating func call(_ depth: Int) -> String {
        if chance(10), let function = functions.randomElement(using: &random) {
            return function.arity == 0
                ? function.name
                : "\(function.name)(\((0..<function.arity).map { _ in expression(depth - 1) }.joined(separator: "; ")))"
        }
        let template = pick(ProgramPieces.calls)
        var output = ""
        for character in template {
            switch character {
            case "€": output += expression(depth - 1)
            case "£": output += closed(depth - 1)
            case "№": output += pick(["0", "1", "2", "-1", "0.5", "1.5", "3", "null", "\"a\"", "nan", "(1, 2)", "empty"])
            case "¤": output += pick(["0", "1", "2", "-1", "0.5", "3", "(1, 2)", "empty"])
            case "§": output += chance(75) ? pick(ProgramPieces.strings) : term(depth - 1)
            case "®": output += pick(ProgramPieces.patterns)
            case "†":
                output += pick([
                    "null", "\"\"", "\"g\"", "\"i\"", "\"gi\"", "\"x\"", "\"n\"", "\"gn\"", "\"p\"", "\"s\"", "\"l\"", "\"gl\"",
                ])
            case "¶": output += path(1)
            default: output.append(character)
            }
        }
        return output
    }
}
