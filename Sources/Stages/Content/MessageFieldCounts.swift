internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// Counts which fields the messages of a run have: a field that none of them has is probably misspelt. A class, because workers share it.
final class MessageFieldCounts: Sendable {
    private struct Counts {
        var messages = 0
        var texts = 0
        /// The options with programs, each with the number of messages for which it gave a value.
        var programs: [(name: String, values: Int)] = []
    }

    private let counts = Mutex(Counts())

    /// Counts the messages of a thread.
    ///
    /// - Parameter options: The options whose programs made fields of the messages.
    func note(_ messages: [EmailThread.Message], _ options: [RecordField]) {
        func isThere(_ field: RecordField, _ message: EmailThread.Message) -> Bool {
            message.object[field.name].map { !$0.isNull } ?? false
        }
        let texts = messages.count { isThere(EmailThread.body, $0) || isThere(EmailThread.blurb, $0) }
        let values = options.map { field in messages.count { isThere(field, $0) } }
        counts.withLock { counts in
            if counts.programs.isEmpty { counts.programs = options.map { ($0.name, 0) } }
            counts.messages += messages.count
            counts.texts += texts
            for (index, count) in values.enumerated() { counts.programs[index].values += count }
        }
    }

    /// A sentence for each field that no message has.
    var warnings: [String] {
        let counts = counts.withLock { $0 }
        guard counts.messages > 0 else { return [] }
        var warnings: [String] = []
        if counts.texts == 0 {
            warnings.append("no message has a body or a blurb; the option body names another field, or takes a jq program")
        }
        let messages = ArrangementCounts.counted(counts.messages, "message")
        for program in counts.programs where program.values == 0 {
            warnings.append("the program of the option \(program.name) gives nothing for any of \(messages)")
        }
        return warnings
    }
}
