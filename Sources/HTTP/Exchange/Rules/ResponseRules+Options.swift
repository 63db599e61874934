internal import JSONParsing
internal import Pipeline

extension ResponseRules {
    /// Reads the option `responses`.
    ///
    /// - Parameter isStreamed: Whether the responses are streamed, so that no rule can look at their bodies.
    static func read(_ options: inout OptionReader, isStreamed: Bool) -> ResponseRules {
        let help =
            "What responses mean, as rules that are asked in order. "
            + (isStreamed
                ? "The document is streamed, so that rules see its status alone." : "A response without a rule is judged by its status.")
        let rules = options.optionalGroups("responses", help: help) { rule in
            ResponseRule(
                statuses: statuses(&rule),
                condition: isStreamed
                    ? nil : rule.optionalQuery("when", help: "A condition for the JSON of the body, such as .ok == false.")?.unwatched,
                action: rule.choice(
                    "action",
                    help:
                        "skip passes the response over, end ends the pages before it, fail ends the run, retry asks again; empty says that "
                        + "the list is empty, accept that the response is good though it reports a failure, and warn the same with a warning."
                ),
                message: isStreamed
                    ? nil : rule.optionalQuery("message", help: "The message of fail and warn, made from the JSON of the body.")?.unwatched)
        }
        return ResponseRules(rules: rules ?? [])
    }

    private static func statuses(_ rule: inout OptionReader) -> [StatusPattern] {
        let help = "A status code, a class such as \"4xx\", or a list of these. Without it, the rule is about all."
        guard let value = rule.optionalJSON("status", help: help) else { return [] }
        func pattern(_ value: JSONValue) -> StatusPattern? {
            switch try? value.decoded() {
            case .number(let number): StatusPattern(number.text)
            case .string(let text): StatusPattern(text)
            default: nil
            }
        }
        var found: [StatusPattern?] = [pattern(value.value)]
        if case .array(let elements) = try? value.value.decoded() { found = elements.map(pattern) }
        let patterns = found.compactMap(\.self)
        if patterns.count < max(1, found.count) {
            let shown = value.shown.compactText.prefix(80).printable
            rule.report("expected a status from 100 to 599, a class such as \"4xx\", or a list of these, found \(shown)", option: "status")
        }
        return patterns
    }
}
