internal import JSONParsing

// The accepted values of options in words.
extension OptionDeclaration.Kind {
    /// The accepted values in words, for messages such as "expected a string".
    package var expectation: String {
        switch self {
        case .string: "a string"
        case .field: "the path of a field as a string"
        case .integer(let range): Self.phrase(range)
        case .countOrShare: RejectAllowance.expectation
        case .number(let range): Self.phrase(range)
        case .boolean: "true or false"
        case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .query: "a jq program (a string, or a list of lines)"
        case .choiceOrQuery(let words): "\(Self.choice(words).expectation), or a jq program"
        case .queries: "an object whose values are jq programs"
        case .strings: "an object whose values are strings"
        case .secret: "a text"
        case .texts(let allowsLists):
            "an object whose values are strings, numbers or booleans" + (allowsLists ? ", or lists of them" : "")
        case .json: "a JSON value"
        case .template: "a string, perhaps with {{ … }}"
        case .lines: "a text, or a list of lines"
        case .list(let kind, _): "\(kind.expectation), or a list of them"
        case .map(let kind): "an object, each value \(kind.expectation)"
        case .path: "a path as a string"
        case .recordPath: "a path as a string, perhaps with {{ … }}"
        case .input: "a path, \"-\" or a URL as a string"
        case .address: "an http(s) URL"
        case .object: "an object"
        case .variant: "an object with a type"
        case .either(let text, _): "\(text.expectation), or an object"
        case .source: "an object with the type and the options of a source"
        }
    }

    /// The accepted values in a word or two, for the help of a component.
    package var shortName: String {
        switch self {
        case .string: "string"
        case .field: "field"
        case .integer(let range): String(Self.phrase(range).dropFirst("an ".count))
        case .countOrShare: "integer or share"
        case .number(let range): String(Self.phrase(range).dropFirst("a ".count))
        case .boolean: "boolean"
        case .choice(let words): words.joined(separator: "|")
        case .query: "jq"
        case .choiceOrQuery(let words): "\(Self.choice(words).shortName) or jq"
        case .queries: "object of jq"
        case .strings: "object of strings"
        case .secret: "secret"
        case .texts(let allowsLists): allowsLists ? "object of texts or lists of them" : "object of texts"
        case .json: "JSON"
        case .template: "template"
        case .lines: "text or list of lines"
        case .list(let kind, _): "\(kind.shortName)\(kind.shortName.contains(" or ") ? "," : "") or list of them"
        case .map(let kind): "object of \(kind.shortName)"
        case .path: "path"
        case .recordPath: "path or template"
        case .input: "path, - or URL"
        case .address: "URL"
        case .object: "object"
        case .variant(let cases): "object of type \(cases.map(\.name).joined(separator: "|"))"
        case .either(let text, _): "\(text.shortName) or object"
        case .source: "source"
        }
    }

    /// A range in words, such as `an integer from 1 to 100`.
    private static func phrase(_ range: ClosedRange<Int>) -> String {
        switch (range.lowerBound, range.upperBound) {
        case (.min, .max): "an integer"
        case (let low, .max): "an integer of at least \(low)"
        case (let low, let high): "an integer from \(low) to \(high)"
        }
    }

    /// A range in words, such as `a number from 0.5 to 60`. The largest finite numbers and infinity are no bounds.
    private static func phrase(_ range: ClosedRange<Double>) -> String {
        let limit = Double.greatestFiniteMagnitude
        let (low, high) = (JSONNumber(range.lowerBound).text, JSONNumber(range.upperBound).text)
        switch (range.lowerBound <= -limit, range.upperBound >= limit) {
        case (true, true): return "a number"
        case (false, true): return "a number of at least \(low)"
        case (true, false): return "a number of at most \(high)"
        case (false, false): return "a number from \(low) to \(high)"
        }
    }
}
