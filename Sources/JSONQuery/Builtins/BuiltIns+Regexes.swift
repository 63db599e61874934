import JSONParsing

extension BuiltIns {
    /// Functions of regular expressions, behind `match`, `sub` and their like.
    static let regexes: [String: Native] = [
        "_captures/0": { input, _, _ in
            var object = JSONObject()
            for capture in try Access.array(try Access.field(input, "captures")) {
                guard let name = try Access.field(capture, "name").string else { continue }
                object[name] = try Access.field(capture, "string")
            }
            return .object(object)
        },
        "_pieces/1": { input, arguments, budget in
            var pieces = TextPieces(try string(input, "split input must be a string"), budget)
            var output: [JSONValue] = []
            for edit in try Access.array(arguments[0]) {
                try budget.step()
                let (offset, length) = try place(try Access.index(edit, 0, budget))
                try budget.append(.string(try pieces.take(to: offset)), to: &output)
                try pieces.skip(length)
            }
            try budget.append(.string(try pieces.rest()), to: &output)
            return .array(output)
        },
        "_spliced/1": { input, arguments, budget in
            var pieces = TextPieces(try string(input, "sub input must be a string"), budget)
            // One text for each output of the replacement.
            var texts: [JSONValue] = []
            for edit in try Access.array(arguments[0]) {
                try budget.step()
                let (offset, length) = try place(try Access.index(edit, 0, budget))
                let gap = JSONValue.string(try pieces.take(to: offset))
                try pieces.skip(length)
                for (place, insert) in try Access.array(try Access.index(edit, 1, budget)).enumerated() {
                    if place == texts.count { texts.append("") }
                    try Arithmetic.add(&texts[place], gap, budget)
                    try Arithmetic.add(&texts[place], insert, budget)
                }
            }
            if texts.isEmpty { return .array([input]) }
            for place in texts.indices { try Arithmetic.add(&texts[place], .string(try pieces.rest()), budget) }
            return .array(texts)
        },
    ]

    /// The range of a match, in code points.
    private static func place(_ match: JSONValue) throws -> (offset: Int, length: Int) {
        (Int(try number(try Access.field(match, "offset"))), Int(try number(try Access.field(match, "length"))))
    }
}
