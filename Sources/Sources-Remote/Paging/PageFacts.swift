internal import HTTP
internal import JSONParsing

/// A page as paging looks at it.
struct PageFacts: Sendable {
    /// The number of the page in the walk, counted from 1.
    var number: Int
    var head = ResponseHead(status: 200)
    /// The URL after redirects.
    var address: WebAddress
    /// Whether the response counts as content, is passed over, or ends the walk.
    var meaning = CompleteResponse.Meaning.content
    /// The parsed page; nil for a response without a body, and for a skipped one that is no JSON.
    var content: JSONValue?
    /// The number of items, with those that came before.
    var itemCount: Int
    /// The last item; nil if there is none.
    var lastItem: JSONValue?
    /// Whether the page holds nothing that was not on the page before.
    var repeatsPageBefore = false

    /// The rule that passes over the response, counted from 0; nil if none does.
    var skippedBy: Int? {
        if case .skip(let rule) = meaning { rule.number } else { nil }
    }

    /// The option with the rule that ends the list; nil if none does.
    var endedBy: String? {
        if case .end(let rule) = meaning { rule.option } else { nil }
    }

    /// The rule that ends or passes over a list before it begins, and knows nothing but the status; nil if none does. A wrong URL may have
    /// that status, too.
    var ruleBeforeList: RuleMatch? {
        switch meaning {
        case .skip(let rule) where number == 1 && rule.isByStatusAlone, .end(let rule) where number == 1 && rule.isByStatusAlone: rule
        default: nil
        }
    }
}
