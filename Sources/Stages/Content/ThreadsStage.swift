internal import JSONParsing
internal import MailParsing
internal import Pipeline

/// The stage `threads`: puts messages into threads.
struct ThreadsStage: StreamStage {
    static let name = "threads"
    static let summary =
        "Puts messages into e-mail threads, {\"id\", \"subject\", \"from\", \"blurb\", \"read\", \"messages\": [{…}]}, by their references, the newest last. Keeps messages beyond max_open in a temporary file."
    static let example = #"{ "type": "threads", "by_subject": true }"#

    /// The values of the option `duplicates`.
    enum Duplicates: String, CaseIterable { case drop, keep, reject }

    /// The size of the messages of one thread, in bytes. A record has to fit into the memory.
    private static let maxThreadBytes = 256 << 20

    private let queries: ThreadQueries
    private let maxOpen: Int
    private let bySubject: Bool
    private let duplicates: Duplicates
    private let counts = ThreadCounts()

    init(options: inout OptionReader) {
        queries = ThreadQueries(options: &options)
        bySubject = options.read(
            "by_subject", .boolean, default: false,
            help: "Whether a reply that answers no message of the input belongs to the thread with its subject. Different senders may use "
                + "the same words.")
        duplicates = options.read(
            "duplicates", .choice, default: Duplicates.drop,
            help: "What happens to a message whose identifier an earlier one has: it is dropped and named in a warning, stays in the "
                + "thread, or goes to the rejects file.")
        maxOpen = options.read(
            "max_open", .integer(0...Int.max), default: 10_000,
            help: "The greatest number of messages in memory, of 64 MiB at most. Others wait in a temporary file, in the folder that "
                + "TMPDIR names.")
    }

    var partition: StagePartition { .allRecords }

    var hooks: Hooks { Hooks(notes: counts.notes, closingWarnings: counts.warnings(duplicates)) }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        counts.reset()
        var threads = MessageThreads(bySubject: bySubject)
        var spool = RecordSpool(holding: maxOpen, in: input.context)
        for try await batch in input {
            for record in batch {
                do {
                    let message = try queries.message(of: record)
                    if message.id == nil { counts.noteMissingID() }
                    guard case .duplicate = try threads.add(message, keepsDuplicates: duplicates == .keep) else {
                        try spool.append(record)
                        continue
                    }
                    counts.noteDuplicate(message.id ?? "", at: record.origin)
                    guard duplicates == .reject else { continue }
                    throw RecordError("an earlier message has the identifier \"\((message.id ?? "").prefix(200).printable)\"")
                } catch let failure as PipelineFailure {
                    throw failure
                } catch is MessageThreads.TooManyMessages {
                    throw PipelineFailure(.badData, "threads: the messages and references have more than \(Int32.max) identifiers")
                } catch {
                    try await output.refuse(record, because: error)
                }
            }
        }
        let list = threads.threads()
        counts.note(messages: spool.count, spilled: spool.spilledCount, list)
        let named = Set(list.withSeveralSubjects.prefix(ThreadCounts.maxNamed))
        for index in 0..<list.count {
            try Task.checkCancellation()
            let thread = try await send(list.messages(ofThread: index), root: list.root(ofThread: index), from: &spool, into: &output)
            if named.contains(index), let id = thread?["id"]?.string { counts.noteSeveralSubjects(id) }
        }
    }

    /// Sends the record of a thread. A thread that cannot be made is rejected, message by message.
    ///
    /// - Returns: The thread; nil after a rejection.
    private func send(
        _ numbers: [Int], root: Int, from spool: inout RecordSpool, into output: inout RecordWriter
    ) async throws -> JSONObject? {
        var bytes = 0
        for number in numbers { bytes += spool.bytes(ofRecord: number) }
        guard bytes <= Self.maxThreadBytes else {
            let reason = RecordError(
                "its thread has \(numbers.count.counted("message")) of \(bytes >> 20) MiB; the limit is \(Self.maxThreadBytes >> 20) MiB")
            for number in numbers { try await output.refuse(spool.record(at: number), because: reason) }
            return nil
        }
        var messages: [Record] = []
        for number in numbers { messages.append(try spool.record(at: number)) }
        let thread: JSONObject
        do {
            thread = try queries.thread(of: messages, root: messages[numbers.firstIndex(of: root) ?? 0])
        } catch let failure as PipelineFailure {
            throw failure
        } catch {
            for message in messages { try await output.refuse(message, because: error) }
            return nil
        }
        // The origin is that of the message that came first: the threads have the order of these.
        let origin = numbers.indices.min { numbers[$0] < numbers[$1] }.map { messages[$0].origin } ?? Origin()
        try await output.send(Record(.object(thread), origin: origin))
        return thread
    }
}
