internal import JSONParsing
internal import Ground

/// The rules of the option `responses`, followed by those of other options. The first rule that matches decides, before the defaults.
package struct ResponseRules: Sendable {
    package var rules: [ResponseRule] = []

    package init(rules: [ResponseRule] = []) { self.rules = rules }

    /// The same rules, followed by another one.
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

/// A rule that applies to a response.
package struct RuleMatch: Sendable, Equatable {
    /// The number of the rule, from 0.
    package let number: Int
    /// The option that has the rule, such as `responses[0]`.
    package let option: String
    /// Whether the rule checks only the status. A wrong URL may cause the same status.
    package let isByStatusAlone: Bool

    package init(number: Int, option: String? = nil, isByStatusAlone: Bool = false) {
        self.number = number
        self.option = option ?? "responses[\(number)]"
        self.isByStatusAlone = isByStatusAlone
    }
}

/// The verdict of the rules on content that may report a failure.
package enum ContentVerdict: Sendable, Equatable {
    /// No rule matches, so that the source inspects the content for a failure.
    case none
    /// The content is good.
    case accepted
    /// The content is used, with a warning.
    case warned(String?)
}

/// The meaning of a response by status and rules.
enum ResponseVerdict: Sendable, Equatable {
    case content
    /// Content, by a rule.
    case judged(ContentVerdict)
    /// A list without items, by a rule.
    case empty
    /// The pages end before this response.
    case end(RuleMatch)
    /// The content is skipped.
    case skip(RuleMatch)
    /// A failure by its status. The request may be retried, or sent with a new token.
    case failure
    /// A failure by a rule, with its message. The request is not retried.
    case refused(String?)
    /// A failure by a rule, with its message. The request is retried.
    case retry(String?)
}
