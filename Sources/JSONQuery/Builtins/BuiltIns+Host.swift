import JSONParsing

/// The functions that need a ``QueryHost``.
extension BuiltIns {
    static let questions: [String: NativeFunction] = [
        "input_filename/0": { _, _, budget in budget.host?.fileName.map { .string($0) } ?? .null },
        "input_line_number/0": { _, _, budget in .number(JSONNumber(budget.host?.line ?? 0)) },
        "_debug/0": { input, _, budget in
            try log(input, from: .debug, budget)
            return .null
        },
        "_stderr/0": { input, _, budget in
            try log(input, from: .stderr, budget)
            return .null
        },
        "env/0": environment,
        "input/0": { _, _, budget in
            guard let next = try nextInput(budget) else { throw QueryRuntimeError("No more inputs") }
            return next
        },
        "halt/0": { _, _, budget in
            throw budget.host?.canHalt == true ? QueryRuntimeError(QueryHalt(code: 0, message: nil)) : QueryRuntimeError("halt")
        },
        "halt_error/1": { input, arguments, budget in
            guard budget.host?.canHalt == true else { return try raise(input, [], budget) }
            guard let code = arguments[0].number else {
                throw QueryRuntimeError("\(ValueText.described(input)) halt_error/1: number required")
            }
            throw QueryRuntimeError(QueryHalt(code: Int(exactly: code.double.rounded(.towardZero)) ?? 0, message: input))
        },
    ]

    /// `$ENV` and `env`.
    static let environment: NativeFunction = { _, _, budget in .object(budget.host?.environment ?? JSONObject()) }

    /// The next input; nil at the end. A silent run, which only looks for the source range of an error, consumes no input.
    static func nextInput(_ budget: QueryBudget) throws -> JSONValue? { budget.isSilent ? nil : try budget.host?.nextInput() }

    /// The functions that need a host, by name and number of arguments.
    static let hostNames = Set(questions.keys).union([inputOrigin.key, "inputs/0"])
    /// The functions that read further inputs, by name and number of arguments.
    static let inputNames: Set<String> = ["input/0", "inputs/0"]

    static let inputOrigin = QueryFunction(
        native: "input_origin", [],
        "The origin of the record, as in the rejects file: source, page, item, line, byte_offset; null for none.",
        [.init("input_origin", gives: "null")]
    ) { _, _, budget in budget.host?.origin ?? .null }

    private static func log(_ value: JSONValue, from function: DebugMessages.Function, _ budget: QueryBudget) throws {
        guard let host = budget.host, !budget.isSilent, try !host.take(value, from: function) else { return }
        let limit = DebugMessages.maxBytes
        let text = try ValueText.beginning(of: value, bytes: limit + 1, budget)
        guard text.utf8.count > limit else { return host.log(text) }
        var kept = text.utf8.prefix(limit)
        while let next = text.utf8[kept.endIndex...].first, next & 0xC0 == 0x80 { kept.removeLast() }
        host.log(String(decoding: kept, as: UTF8.self) + "…")
    }
}
