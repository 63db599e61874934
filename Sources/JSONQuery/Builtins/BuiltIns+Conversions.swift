import JSONParsing

extension BuiltIns {
    /// Functions from one kind of value to another.
    static let conversions: [String: Native] = [
        "tostring/0": { input, _, budget in input.kind == .string ? input : .string(try ValueText.string(input, budget)) },
        "tojson/0": { input, _, budget in .string(try ValueText.json(input, budget)) },
        "fromjson/0": { input, _, budget in try parsed(input, budget) },
        "tonumber/0": { input, _, budget in try number(input, budget) },
        "toboolean/0": { input, _, _ in
            if input.kind == .boolean { return input }
            switch input.string {
            case "true": return true
            case "false": return false
            default: throw QueryRuntimeError("\(ValueText.described(input)) cannot be parsed as a boolean")
            }
        },
        "format/1": { input, arguments, budget in
            guard let name = arguments[0].string else {
                throw QueryRuntimeError("\(ValueText.described(arguments[0])) is not a valid format")
            }
            guard let format = Format(rawValue: name) else { throw QueryRuntimeError("\(name) is not a valid format") }
            return .string(try format.apply(to: input, budget))
        },
    ]

    private static func number(_ input: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        if input.kind == .number { return input }
        let failure = QueryRuntimeError("\(ValueText.described(input)) cannot be parsed as a number")
        guard let text = input.string else { throw failure }
        // The digits are copied for each of the two readers.
        try budget.checkRoom(for: 3 * MemorySize.string(text.utf8.count))
        guard let number = NumberText.relaxed(text) else { throw failure }
        return .number(number)
    }

    private static func parsed(_ input: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        guard let text = input.string else { throw QueryRuntimeError("\(ValueText.described(input)) only strings can be parsed") }
        try budget.charge(bytes: 2 * text.utf8.count)
        try budget.allocate(MemorySize.string(text.utf8.count))
        let bytes = Array(text.utf8)
        budget.hasParsed = true
        let maxDepth = min(budget.limits.maxDepth, 10_000)
        do {
            return try JSONValue(parsing: bytes, limits: JSONLimits(maxDepth: maxDepth, maxValueBytes: .max), lastKeyWins: true)
        } catch {
            if let value = try RelaxedJSON.value(bytes, maxDepth: maxDepth, budget) { return value }
            if text.utf8.allSatisfy({ $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }) {
                throw QueryRuntimeError("Expected JSON value (while parsing '\(text)')")
            }
            let excerpt = excerpt(of: text)
            let place = JSONPosition(offset: error.offset, in: bytes)
            let isWord = text.utf8.allSatisfy { Lexer.startsName($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "-") }
            if isWord {
                throw QueryRuntimeError(
                    "Invalid numeric literal at EOF at line 1, column \(text.utf8.count) (while parsing \(excerpt))")
            }
            throw QueryRuntimeError(
                "\(error.message) at line \(place.line), column \(place.column) (while parsing \(excerpt))")
        }
    }

    /// A text as messages quote it: a short one whole, of a long one the beginning.
    private static func excerpt(of text: String) -> String {
        text.utf8.count <= 40 ? "'\(text)'" : ValueText.shortened(.string(text))
    }
}
