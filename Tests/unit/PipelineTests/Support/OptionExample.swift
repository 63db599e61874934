import JSONParsing
import Testing
@testable import Pipeline

/// Options as JSON, and what comes of reading them: a text of the values, or all problems in the order of their places.
struct OptionExample: CustomTestStringConvertible, Sendable {
    let name: String
    let json: String
    let read: @Sendable (inout OptionReader) -> String
    let expected: String
    var testDescription: String { name }

    init(_ name: String, _ json: String, _ expected: String, read: @escaping @Sendable (inout OptionReader) -> String) {
        self.name = name
        self.json = json
        self.expected = expected
        self.read = read
    }

    /// The text that `read` returns, or the messages of the problems.
    var outcome: String {
        do throws(PipelineFileError) {
            var options = try OptionReader(json: json)
            let text = read(&options)
            try options.check()
            return text
        } catch {
            return error.messages.joined(separator: "\n")
        }
    }

    /// The options in effect, as `explain` shows them; nil if the text is not an object.
    var effective: String? {
        guard var options = try? OptionReader(json: json) else { return nil }
        _ = read(&options)
        return JSONValue.object(options.effective).compactText
    }
}
