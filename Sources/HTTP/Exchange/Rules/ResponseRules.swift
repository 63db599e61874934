internal import JSONParsing

/// Rules about responses, which are asked in order before the defaults: the option `responses`, and further ones behind it.
package struct ResponseRules: Sendable {
    package var rules: [ResponseRule] = []

    /// The same rules with one behind them.
    func adding(_ rule: ResponseRule) -> ResponseRules { ResponseRules(rules: rules + [rule]) }

    /// Whether the decision about a status needs the JSON of the body.
    func needsJSON(status: Int) -> Bool {
        rules.contains { rule in
            (rule.condition != nil || rule.message != nil) && (rule.statuses.isEmpty || rule.statuses.contains { $0.matches(status) })
        }
    }

    /// Whether a rule names a status of a redirect, which is not followed then.
    func isAboutRedirect(status: Int) -> Bool {
        status / 100 == 3 && rules.contains { rule in rule.statuses.contains { $0.matches(status) } }
    }

    /// Decides what a response means.
    ///
    /// - Parameter json: The JSON of the body; nil if it has none, or if the response is streamed.
    func verdict(status: Int, json: JSONValue?) -> ResponseVerdict {
        guard let index = rules.firstIndex(where: { $0.matches(status: status, json: json) }) else {
            return (200..<300).contains(status) ? .content : .failure
        }
        let rule = rules[index]
        return switch rule.action {
        case .skip: .skip(RuleMatch(number: index, option: rule.option, isByStatusAlone: rule.isByStatusAlone))
        case .end: .end(RuleMatch(number: index, option: rule.option, isByStatusAlone: rule.isByStatusAlone))
        case .empty: .empty
        case .accept: .judged(.accepted)
        case .warn: .judged(.warned(rule.text(for: json)))
        case .fail: .refused(rule.text(for: json))
        case .retry: .retry(rule.text(for: json))
        }
    }
}
