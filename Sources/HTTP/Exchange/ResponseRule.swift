package import JSONParsing

/// A rule that gives responses with a status or content a meaning: an element of `responses`, or a rule of another option.
package struct ResponseRule: Sendable {
    package enum Action: String, CaseIterable, Sendable {
        case skip, fail, retry, end, empty, accept, warn
    }

    /// The status codes; empty for all.
    var statuses: [StatusPattern] = []
    /// A condition for the JSON of the body; nil for a rule about the status alone.
    package var condition: (@Sendable (JSONValue) -> Bool)?
    var action: Action
    /// Makes a message from the JSON of the body; nil if that gives none.
    package var message: (@Sendable (JSONValue) -> String?)?
    /// The option that has the rule; nil for an element of `responses`.
    var option: String?

    package init(statuses: [StatusPattern] = [], action: Action) {
        self.statuses = statuses
        self.action = action
    }

    /// The rule of the option `paging.stop_on_404`.
    static var endAt404: ResponseRule {
        var rule = ResponseRule(statuses: [.code(404)], action: .end)
        rule.option = "paging.stop_on_404"
        return rule
    }

    /// Whether the rule checks only the status of a response.
    var isByStatusAlone: Bool { condition == nil }

    /// Whether the rule applies to a response.
    ///
    /// - Parameter json: The JSON of the body; nil if it has none, or if the response is streamed.
    func matches(status: Int, json: JSONValue?) -> Bool {
        guard statuses.isEmpty || statuses.contains(where: { $0.matches(status) }) else { return false }
        guard let condition else { return true }
        guard let json else { return false }
        return condition(json)
    }

    /// The message for a response; nil if the rule makes none from its JSON.
    func text(for json: JSONValue?) -> String? {
        json.flatMap { message?($0) }
    }
}

/// Status codes that a rule is about: one code, or a class such as `4xx`.
package enum StatusPattern: Sendable, Equatable {
    case code(Int)
    /// All codes with a first digit.
    case hundreds(Int)

    /// Parses `404` or `4xx`; nil for other texts.
    package init?(_ text: String) {
        let bytes = Array(text.lowercased().utf8)
        guard bytes.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(bytes[0]) else { return nil }
        if bytes[1...].elementsEqual("xx".utf8) {
            self = .hundreds(Int(bytes[0] - UInt8(ascii: "0")))
        } else if let code = Int(text), (100...599).contains(code) {
            self = .code(code)
        } else {
            return nil
        }
    }

    package func matches(_ status: Int) -> Bool {
        switch self {
        case .code(let code): status == code
        case .hundreds(let digit): status / 100 == digit
        }
    }
}
