import JSONParsing

/// The functions that need a ``QueryHost``.
extension BuiltIns {
    static let questions: [String: Native] = [
        "input_filename/0": { _, _, run in run.host?.fileName.map { .string($0) } ?? .null },
        "input_line_number/0": { _, _, run in .number(JSONNumber(run.host?.line ?? 0)) },
        "_log/0": { input, _, run in
            try log(input, run)
            return .null
        },
    ]

    /// The names of these functions.
    static let hostNames = Set(questions.keys).union([inputOrigin.key])

    static let inputOrigin = QueryFunction(
        native: "input_origin", [],
        "The origin of the record, as in the rejects file: source, page, item, line, byte_offset; null for none.",
        [.init("input_origin", gives: "null")]
    ) { _, _, run in run.host?.origin ?? .null }

    private static func log(_ value: JSONValue, _ run: Run) throws {
        guard let host = run.host, !run.isSilent else { return }
        let limit = QueryMessage.maxBytes
        let text = try ValueText.beginning(of: value, bytes: limit + 1, run)
        guard text.utf8.count > limit else { return host.log(text) }
        var kept = text.utf8.prefix(limit)
        while let next = text.utf8[kept.endIndex...].first, next & 0xC0 == 0x80 { kept.removeLast() }
        host.log(String(decoding: kept, as: UTF8.self) + "…")
    }
}
