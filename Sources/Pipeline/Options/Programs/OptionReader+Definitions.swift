internal import JSONQuery

extension OptionReader {
    /// Reads `definitions`, the functions for all programs of the pipeline file.
    ///
    /// - Returns: nil if there are none; ``FileQueryDefinitions/faulty`` after a problem was reported.
    mutating func readDefinitions() -> FileQueryDefinitions? {
        let key = "definitions"
        let help = "Functions in jq, `def name: …;`, for all programs of the file: a text, a list of lines, or {\"$file\": \"lib.jq\"}."
        guard let value = declare(key, .lines, isRequired: false, default: nil, help: help), file != nil else { return nil }
        if let (secret, place) = secretProgram(in: value, key) {
            report("definitions cannot come from \(secret.printable): messages quote them", at: place.value.range, key: place.key)
            return .faulty
        }
        guard let text = programText(value, key, .lines) else { return .faulty }
        do throws(QueryError) {
            return try FileQueryDefinitions(text, values: values)
        } catch {
            reportFault(error, in: text, key)
            return .faulty
        }
    }

    /// The first secret string of a program, with its node; nil if there is none.
    private func secretProgram(in value: ConfigValue, _ key: String) -> (name: String, place: (value: ConfigValue, key: String))? {
        var texts = [(value: value, key: key)]
        if case .array(let elements) = value.content { texts = elements.enumerated().map { ($1, "\(key)[\($0)]") } }
        return texts.lazy.compactMap { text in text.value.programSecret.map { ($0, text) } }.first
    }
}
