import JSONParsing

/// The functions that need a ``QueryHost``.
extension BuiltIns {
    static let questions: [String: Native] = [
        "input_filename/0": { _, _, run in run.host?.fileName.map { .string($0) } ?? .null },
        "input_line_number/0": { _, _, run in .number(JSONNumber(run.host?.line ?? 0)) },
        "_debug/0": { input, _, run in
            try log(input, from: .debug, run)
            return .null
        },
        "_stderr/0": { input, _, run in
            try log(input, from: .stderr, run)
            return .null
        },
        "env/0": environment,
        "input/0": { _, _, run in
            guard let next = try nextInput(run) else { throw QueryRuntimeError("No more inputs") }
            return next
        },
        "halt/0": { _, _, run in
            throw run.host?.canHalt == true ? QueryRuntimeError(QueryHalt(code: 0, message: nil)) : QueryRuntimeError("halt")
        },
        "halt_error/1": { input, arguments, run in
            guard run.host?.canHalt == true else { return try raise(input, [], run) }
            guard let code = arguments[0].number else {
                throw QueryRuntimeError("\(ValueText.described(input)) halt_error/1: number required")
            }
            throw QueryRuntimeError(QueryHalt(code: Int(exactly: code.double.rounded(.towardZero)) ?? 0, message: input))
        },
    ]

    /// `$ENV` and `env`.
    static let environment: Native = { _, _, run in .object(run.host?.environment ?? JSONObject()) }

    /// The next input; nil at the end. A run that looks for the place of an error takes none.
    static func nextInput(_ run: Run) throws -> JSONValue? { run.isSilent ? nil : try run.host?.nextInput() }

    /// The names of these functions.
    static let hostNames = Set(questions.keys).union([inputOrigin.key, "inputs/0"])
    /// The names of the functions that take further inputs.
    static let inputNames: Set<String> = ["input/0", "inputs/0"]

    static let inputOrigin = QueryFunction(
        native: "input_origin", [],
        "The origin of the record, as in the rejects file: source, page, item, line, byte_offset; null for none.",
        [.init("input_origin", gives: "null")]
    ) { _, _, run in run.host?.origin ?? .null }

    private static func log(_ value: JSONValue, from function: QueryMessage.Function, _ run: Run) throws {
        guard let host = run.host, !run.isSilent, try !host.take(value, from: function) else { return }
        let limit = QueryMessage.maxBytes
        let text = try ValueText.beginning(of: value, bytes: limit + 1, run)
        guard text.utf8.count > limit else { return host.log(text) }
        var kept = text.utf8.prefix(limit)
        while let next = text.utf8[kept.endIndex...].first, next & 0xC0 == 0x80 { kept.removeLast() }
        host.log(String(decoding: kept, as: UTF8.self) + "…")
    }
}
