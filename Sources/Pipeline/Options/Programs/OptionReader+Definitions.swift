extension OptionReader {
    /// Reads `definitions`, the functions for all programs of the pipeline file.
    ///
    /// - Returns: nil if there are none, and after a problem was reported.
    mutating func readDefinitions() -> ProgramDefinitions? {
        let key = "definitions"
        let help = "Functions in jq, `def name: …;`, for all programs of the file: a text, a list of lines, or {\"$file\": \"lib.jq\"}."
        guard let value = declare(key, .lines, isRequired: false, default: nil, help: help) else { return nil }
        guard let file else { return nil }
        guard let texts = texts(of: value, key) else { return .faulty }
        do {
            return try ProgramDefinitions(texts, in: file, values: values)
        } catch {
            report(error)
            return .faulty
        }
    }

    /// The strings of the option; nil after a problem was reported.
    private mutating func texts(of value: ConfigValue, _ key: String) -> [(value: ConfigValue, path: String)]? {
        var texts = [(value: value, path: key)]
        if case .array(let elements) = value.content { texts = elements.enumerated().map { ($1, "\(key)[\($0)]") } }
        for (value, path) in texts {
            if let secret = value.programSecret {
                report("definitions cannot come from \(secret.printable): messages quote them", at: value.range, key: path)
                return nil
            }
            guard case .string(let text) = value.content else {
                reportWrongKind(value, path, expected: OptionDeclaration.Kind.lines.expectation)
                return nil
            }
            if value.contentFile != nil { publicTexts.insert(text) }
        }
        return texts
    }
}
