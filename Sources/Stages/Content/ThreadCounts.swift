internal import MailParsing
internal import Pipeline
internal import Synchronization

/// Counts what the stage `threads` has found. A class, because the run and the messages after it share it.
final class ThreadCounts: Sendable {
    private struct Counts {
        var messages = 0
        var threads = 0
        var spilled = 0
        var orphans = 0
        var severalSubjects = 0
        var severalSubjectIDs: [String] = []
        var withoutID = 0
        var duplicates = 0
        var duplicateIDs: [String] = []
        var firstDuplicate: Origin?
    }

    /// The greatest number of identifiers in a sentence.
    static let maxNamed = 5
    /// The greatest length of an identifier in a sentence, in characters.
    private static let maxIDLength = 100

    private let counts = Mutex(Counts())

    /// Begins a run.
    func reset() { counts.withLock { $0 = Counts() } }

    /// Counts a message without an identifier.
    func noteMissingID() { counts.withLock { $0.withoutID += 1 } }

    /// Counts a message whose identifier an earlier one has.
    func noteDuplicate(_ id: String, at origin: Origin) {
        counts.withLock { counts in
            counts.duplicates += 1
            if counts.firstDuplicate == nil { counts.firstDuplicate = origin }
            let name = Self.name(id)
            if counts.duplicateIDs.count < Self.maxNamed, !counts.duplicateIDs.contains(name) { counts.duplicateIDs.append(name) }
        }
    }

    /// Names a thread whose messages have several subjects.
    func noteSeveralSubjects(_ id: String) { counts.withLock { $0.severalSubjectIDs.append(Self.name(id)) } }

    /// Notes the result of a run.
    ///
    /// - Parameter spilled: The number of messages in the temporary file.
    func note(messages: Int, spilled: Int, _ threads: MessageThreadList) {
        counts.withLock { counts in
            counts.messages = messages
            counts.spilled = spilled
            counts.threads = threads.count
            counts.orphans = threads.orphanCount
            counts.severalSubjects = threads.withSeveralSubjects.count
        }
    }

    private static func name(_ id: String) -> String { String(id.prefix(maxIDLength)).printable }

    /// The first identifiers, and a sign that there are more.
    private static func list(_ ids: [String], of count: Int) -> String { ids.joined(separator: ", ") + (count > ids.count ? ", …" : "") }

    /// The sentences for the summary of the run.
    var notes: [String] {
        let counts = counts.withLock { $0 }
        guard counts.messages > 0 else { return [] }
        var note = "\(counts.messages.counted("message")) in \(counts.threads.counted("thread"))"
        if counts.orphans > 0 { note += "; \(Self.counted(counts.orphans, "answers", "answer")) a message that is not there" }
        if counts.withoutID > 0 { note += "; \(Self.counted(counts.withoutID, "has", "have")) no identifier" }
        if counts.spilled > 0 { note += "; \(Self.counted(counts.spilled, "was", "were")) kept in a temporary file" }
        guard counts.severalSubjects > 0 else { return [note] }
        let threads = "\(counts.severalSubjects.counted("thread")) \(counts.severalSubjects == 1 ? "has" : "have")"
        let names = counts.severalSubjectIDs.isEmpty ? "" : ": \(Self.list(counts.severalSubjectIDs, of: counts.severalSubjects))"
        return [note, "\(threads) messages with different subjects, which references alone join\(names)"]
    }

    /// The warnings at the end of the run.
    func warnings(_ rule: ThreadsStage.Duplicates) -> [String] {
        let counts = counts.withLock { $0 }
        var warnings: [String] = []
        if counts.duplicates > 0, rule == .drop {
            let place = counts.firstDuplicate.map { ", the first one in \($0)" } ?? ""
            warnings.append(
                "\(Self.counted(counts.duplicates, "is", "are")) dropped, because an earlier message has the identifier\(place): "
                    + "\(Self.list(counts.duplicateIDs, of: counts.duplicates)); the option duplicates keeps or rejects them")
        }
        if counts.messages > 1, counts.withoutID == counts.messages {
            warnings.append("no message has an identifier; the option id takes a jq program that gives it, such as \".message_id\"")
        }
        return warnings
    }

    private static func counted(_ count: Int, _ one: String, _ several: String) -> String {
        "\(count.counted("message")) \(count == 1 ? one : several)"
    }
}
