internal import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
internal import MailParsing
internal import Pipeline

/// The stage `chat`: writes an e-mail thread as a conversation of training data.
struct ChatStage: Stage {
    static let name = "chat"
    static let summary =
        "Writes an e-mail thread, {\"messages\": [{from, date, body}]}, as a conversation of user and assistant for training. A thread that breaks a rule of the form is rejected with it."
    static let example = #"{ "type": "chat", "form": "openai", "own": ["*@example.com"], "keep": ["id"] }"#

    /// What joins the texts of turns.
    static let blankLine = "\n\n"

    /// The values of the option `text`.
    enum Writing: String, CaseIterable, Sendable { case text, markdown }

    /// The values of the options `start` and `end`.
    enum Edge: String, CaseIterable, Sendable { case cut, reject, keep }

    /// The values of the option `empty`.
    enum Empty: String, CaseIterable, Sendable { case reject, skip }

    private let form: ChatForm
    private let skips: Set<ChatSkip>
    private var roles: ChatRoles
    private var reading: MessageReading
    private let writing: Writing
    private let system: Template?
    private let joins: Bool
    private let start: Edge
    private let end: Edge
    private let empty: Empty
    private let minTurns: Int
    private let kept: [FieldPath]
    private let into: FieldPath?
    private let cuts = ChatCuts()

    init(options: inout OptionReader) {
        form = options.read(
            "form", .choice(of: ChatForm.self),
            help:
                "openai: {\"messages\": [{role, content}]} as OpenAI's fine-tuning reads it. anthropic: the system's text apart, turns that alternate. "
                + "sharegpt: {\"conversations\": [{from, value}]} of human and gpt. messages: as openai, without rules about the order of turns."
        )
        roles = ChatRoles(options: &options)
        let format = RecordChoice<ContentFormat>(options: &options)
        let body = options.readIfPresent(
            "body", .fieldOrQuery,
            help:
                "The field of a message that has its text, such as light_body, or a jq program that gives it. The default is its field body."
        )
        reading = MessageReading(&options, body: body, format: format)
        writing = options.read(
            "text", .choice, default: Writing.text,
            help: "Whether turns are plain text or Markdown, as html_to_text and html_to_markdown write it.")
        system = options.readIfPresent(
            "system", .template,
            help: "The system's text, which comes first; it takes fields of the thread, such as {{.subject}}. An empty text gives none.")
        let join = options.readIfPresent(
            "join", .boolean,
            help: "Whether turns of one role in a row become one, with blank lines between. The default is true for anthropic and sharegpt."
        )
        joins = join ?? form.alternates
        start = options.read(
            "start", .choice, default: Edge.reject,
            help: "What to do with the assistant's turns in front of the user's first one; cut leaves them out.")
        end = options.read(
            "end", .choice, default: Edge.cut, help: "What to do with turns behind the assistant's last one; cut leaves them out.")
        empty = options.read(
            "empty", .choice, default: Empty.reject,
            help: "What to do with a message without text: reject its thread, or skip the message. A blurb is no text.")
        skips = Set(
            options.read(
                "skip", .list(of: .choice), default: ChatSkip.allCases,
                help: "The messages to leave out, which are counted: drafts, spam and trash by their roles or labels, and automatic "
                    + "ones, such as replies during an absence, by their field automatic; the sources of mail give these fields. [] keeps all."
            ))
        minTurns = options.read(
            "min_turns", .integer(1...1_000_000), default: 2, help: "A thread with fewer turns is rejected; the system's do not count.")
        kept = options.read(
            "keep", .fields(), default: [], help: "Fields of the thread that stand in front of the conversation, such as id.")
        into = options.readIfPresent(
            "into", .newField, help: "The field that the conversation is put into. Without it, the conversation replaces the thread.")
        if into != nil, !kept.isEmpty { options.report("a conversation in a field leaves the thread's fields as they are", option: "keep") }
        if let clash = kept.first(where: { $0.steps.first.map { step in form.fields.contains { step == .key($0) } } ?? false }) {
            options.report("\(clash) is a field of the form \(form.rawValue) itself", option: "keep")
        }
    }

    var hooks: Hooks { Hooks(changedFields: into.map { [$0] }, notes: cuts.notes, closingWarnings: reading.warnings) }

    func process(_ record: inout Record) throws -> Verdict {
        let thread = try reading.thread(of: record)
        var missing: [ChatCuts.Reason: Int] = [:]
        var turns = try turns(of: thread, in: &record, &missing)
        try cutEdges(of: &turns, &missing)
        if let text = try system?.render(record).trimmingSpaces, !text.isEmpty {
            turns.insert(ChatTurn(role: .system, text: text, path: nil), at: 0)
        }
        if joins { turns = Self.joined(turns) }
        try form.check(turns)
        let count = turns.count { $0.role != .system }
        guard count >= minTurns else {
            throw RecordError("the conversation has \(count.counted("turn")), and min_turns is \(minTurns)")
        }
        try put(form.object(turns), into: &record)
        reading.note(thread.arrangement)
        cuts.note(missing)
        return .keep
    }

    func copyForWorker() -> ChatStage {
        var copy = self
        copy.roles = roles.recompiled()
        copy.reading = reading.recompiled()
        return copy
    }

    /// The turns of a thread, each with a text.
    private func turns(of thread: EmailThread, in record: inout Record, _ missing: inout [ChatCuts.Reason: Int]) throws -> [ChatTurn] {
        var turns: [ChatTurn] = []
        for message in thread.messages {
            if !skips.isEmpty, let skip = ChatSkip.all(of: message.source).first(where: skips.contains) {
                missing[.skipped(skip), default: 0] += 1
                continue
            }
            guard let role = try roles.role(of: message, origin: record.origin) else {
                missing[.role, default: 0] += 1
                continue
            }
            let text = try text(of: message, &record.warnings)
            if !text.isEmpty {
                turns.append(ChatTurn(role: role, text: text, path: message.path))
            } else if empty == .skip {
                missing[.empty, default: 0] += 1
            } else {
                let blurb = message.object[EmailThread.blurb.name]?.isNull == false ? "; its blurb is only the beginning" : ""
                throw RecordError(
                    "the message has no text, and a turn needs one\(blurb); \"empty\": \"skip\" leaves such messages out", at: message.path)
            }
        }
        return turns
    }

    /// The text of a message without blank lines at its start and white space at its end; empty if it has none.
    private func text(of message: EmailThread.Message, _ warnings: inout [String]) throws -> String {
        let field = FieldPath(name: EmailThread.body.name)
        guard let body = try EmailThread.body.string(message.object[EmailThread.body.name], in: message.path) else { return "" }
        var inner = Record([EmailThread.body.name: .string(body)])
        guard let content = try inner.content(field, message.format) else { return "" }
        warnings += inner.warnings
        return Self.visible(writing == .text ? content.text(by: TextWriter()) : MarkdownWriter().string(of: content.document))
    }

    /// A text without the space around it; empty if a reader sees nothing of it.
    private static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isVisible),
            let first = text.firstIndex(where: { !$0.isWhitespace }), let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        // The first line keeps its indentation.
        let line = text[..<first].lastIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.startIndex
        return String(text[line...last])
    }

    /// Handles turns in front of the user's first one, and behind the assistant's last one.
    private func cutEdges(of turns: inout [ChatTurn], _ missing: inout [ChatCuts.Reason: Int]) throws {
        if start != .keep, let place = turns.firstIndex(where: { $0.role != .system }), turns[place].role == .assistant {
            guard start == .cut else {
                throw RecordError(
                    "the first turn is the assistant's, and a conversation begins with the user's; \"start\": \"cut\" leaves such turns out",
                    at: turns[place].path)
            }
            let user = turns.firstIndex { $0.role == .user } ?? turns.endIndex
            missing[.start] = turns[place..<user].count { $0.role == .assistant }
            turns = turns.enumerated().filter { $0.offset >= user || $0.element.role == .system }.map(\.element)
        }
        guard end != .keep else { return }
        guard let last = turns.lastIndex(where: { $0.role == .assistant }) else {
            throw RecordError("the thread has no turn of the assistant that answers the user\(Self.skipped(missing))")
        }
        guard last < turns.count - 1 else { return }
        guard end == .cut else {
            throw RecordError(
                "the last turn is the \(turns[turns.count - 1].role.rawValue)'s, and a conversation ends with the assistant's; "
                    + "\"end\": \"cut\" leaves such turns out", at: turns[turns.count - 1].path)
        }
        missing[.end] = turns.count - 1 - last
        turns.removeSubrange((last + 1)...)
    }

    /// The end of a reason for a thread whose messages are left out in part.
    private static func skipped(_ missing: [ChatCuts.Reason: Int]) -> String {
        let parts = ChatSkip.allCases.compactMap { skip in
            missing[.skipped(skip)].map { "\($0.counted("message")) as \(skip.phrase)" }
        }
        return parts.isEmpty ? "" : "; the option skip leaves out \(parts.joined(separator: ", "))"
    }

    /// Joins turns of one role that follow each other.
    private static func joined(_ turns: [ChatTurn]) -> [ChatTurn] {
        var joined: [ChatTurn] = []
        for turn in turns {
            if let last = joined.last, last.role == turn.role {
                joined[joined.count - 1].text += blankLine + turn.text
            } else {
                joined.append(turn)
            }
        }
        return joined
    }

    /// Puts a conversation into its field, or in the place of the thread.
    private func put(_ conversation: JSONObject, into record: inout Record) throws {
        if let into { return try record.set(into, to: .object(conversation)) }
        var result = Record([:], origin: record.origin)
        for field in kept {
            if let value = try record.get(field) { try result.set(field, to: value) }
        }
        for member in conversation { try result.set(member.key, to: member.value) }
        record.value = result.value
    }
}

extension Unicode.Scalar {
    /// Whether a reader sees the character: not white space, a control, a blank of Braille, or one that is there for its neighbours alone.
    fileprivate var isVisible: Bool {
        if value > 0x20, value < 0x7F { return true }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
        default: return value != 0x2800 && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        }
    }
}
