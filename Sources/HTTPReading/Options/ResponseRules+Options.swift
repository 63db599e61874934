internal import HTTP
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
        let rules = options.readIfPresent(
            "responses",
            .list(
                of: .object { rule in
                    ResponseRule(
                        statuses: statuses(&rule), when: isStreamed ? nil : condition(&rule), action: action(&rule),
                        saying: isStreamed ? nil : message(&rule))
                }), help: help)
        return ResponseRules(rules: rules ?? [])
    }

    private static func condition(_ rule: inout OptionReader) -> RecordQuery? {
        rule.readIfPresent("when", .query, help: "A condition for the JSON of the body, such as .ok == false.")?.unwatched
    }

    private static func action(_ rule: inout OptionReader) -> ResponseRule.Action {
        rule.read(
            "action", .choice,
            help:
                "skip passes the response over, end ends the pages before it, fail ends the run, retry asks again; empty says that "
                + "the list is empty, accept that the response is good though it reports a failure, and warn the same with a warning.")
    }

    private static func message(_ rule: inout OptionReader) -> RecordQuery? {
        rule.readIfPresent("message", .query, help: "The message of fail and warn, made from the JSON of the body.")?.unwatched
    }

    private static func statuses(_ rule: inout OptionReader) -> [StatusPattern] {
        let help = "A status code, a class such as \"4xx\", or a list of these. Without it, the rule is about all."
        guard let value = rule.readIfPresent("status", .json, help: help) else { return [] }
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

extension ResponseRule {
    /// - Parameters:
    ///   - statuses: The status codes; empty for all.
    ///   - condition: A condition for the JSON of the body; nil for none.
    ///   - action: What such responses mean.
    ///   - message: A query that makes a message from the JSON of the body; nil for none.
    init(statuses: [StatusPattern] = [], when condition: RecordQuery?, action: Action, saying message: RecordQuery? = nil) {
        self.init(statuses: statuses, action: action)
        if let condition {
            // A query that fails for this JSON is about another kind of response.
            self.condition = { json in (try? condition.isTrue(Record(json))) ?? false }
        }
        if let message {
            self.message = { json in
                guard let value = try? message.first(Record(json)), !value.isNull else { return nil }
                return try? value.textOrJSON()
            }
        }
    }
}
