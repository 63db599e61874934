internal import JSONParsing
internal import Pipeline

/// The role of a turn in a conversation.
enum ChatRole: String, CaseIterable, Sendable {
    case system
    case user
    case assistant
}

/// A turn of a conversation.
struct ChatTurn: Equatable, Sendable {
    let role: ChatRole
    var text: String
    /// The path of the message in its record, such as `.messages[2]`; nil for a text of the pipeline file.
    let path: String?
}

/// A form of conversations in training data, with the rules of its readers.
///
/// - SeeAlso: [OpenAI, chat fine-tuning data](https://cookbook.openai.com/examples/chat_finetuning_data_prep),
///   [Anthropic, Messages](https://docs.anthropic.com/en/api/messages),
///   [LLaMA Factory, ShareGPT format](https://llamafactory.readthedocs.io/en/latest/getting_started/data_preparation.html)
enum ChatForm: String, CaseIterable, Sendable {
    /// `{"messages": [{"role", "content"}]}` with the rules of OpenAI.
    case openai
    /// `{"system", "messages": [{"role", "content"}]}` with the rules of Anthropic.
    case anthropic
    /// `{"conversations": [{"from", "value"}]}`.
    case sharegpt
    /// `{"messages": [{"role", "content"}]}` without rules.
    case messages

    /// Whether the roles user and assistant alternate, the user first.
    var alternates: Bool { self == .anthropic || self == .sharegpt }

    /// The fields that conversations of this form have.
    var fields: [String] {
        switch self {
        case .openai, .messages: ["messages"]
        case .anthropic: ["system", "messages"]
        case .sharegpt: ["conversations"]
        }
    }

    /// Checks the rules of the form. No turn is empty.
    ///
    /// - Throws: ``RecordError`` with the first rule that is broken.
    func check(_ turns: [ChatTurn]) throws(RecordError) {
        let spoken = turns.drop { $0.role == .system }
        guard self != .messages else { return }
        guard let first = spoken.first, spoken.contains(where: { $0.role == .assistant }) else {
            throw RecordError("the thread has no turn of the assistant, and \(rawValue) trains on these")
        }
        guard let last = spoken.last, last.role == .assistant else {
            throw RecordError(
                "the last turn is the \(spoken.last?.role.rawValue ?? "")'s, and \(rawValue) ends with the assistant's",
                at: spoken.last?.path)
        }
        guard alternates else { return }
        if let late = spoken.first(where: { $0.role == .system }) {
            throw RecordError("a turn of the system stands behind others; \(rawValue) has its text at the start alone", at: late.path)
        }
        guard first.role == .user else {
            throw RecordError("the first turn is the assistant's, and \(rawValue) begins with the user's", at: first.path)
        }
        // Anthropic's text of the system is no turn.
        let rows = self == .anthropic ? spoken : turns[...]
        if let (_, next) = zip(rows, rows.dropFirst()).first(where: { $0.role == $1.role }) {
            throw RecordError(
                "two turns of the \(next.role.rawValue) in a row; in \(rawValue) turns alternate, and \"join\": true joins such turns",
                at: next.path)
        }
    }

    /// The conversation in this form.
    func object(_ turns: [ChatTurn]) -> JSONObject {
        switch self {
        case .openai, .messages: return ["messages": Self.list(turns, "role", "content") { $0.rawValue }]
        case .anthropic:
            let spoken = turns.drop { $0.role == .system }
            let system = turns.prefix(turns.count - spoken.count).map(\.text)
            var object = JSONObject()
            if !system.isEmpty { object["system"] = .string(system.joined(separator: ChatStage.blankLine)) }
            object["messages"] = Self.list(spoken, "role", "content") { $0.rawValue }
            return object
        case .sharegpt:
            return ["conversations": Self.list(turns, "from", "value") { $0 == .user ? "human" : $0 == .assistant ? "gpt" : "system" }]
        }
    }

    private static func list(
        _ turns: some Collection<ChatTurn>, _ role: String, _ content: String, _ name: (ChatRole) -> String
    ) -> JSONValue {
        .array(turns.map { .object([role: .string(name($0.role)), content: .string($0.text)]) })
    }
}
