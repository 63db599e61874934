import JSONParsing
import Stages
import Synchronization
@testable import Pipeline

/// Sends numbered records. Fails at one of them, or waits forever at the end, if told to.
struct NumberSource: Source {
    static let name = "numbers"
    static let summary = "Sends numbers."
    static let example = ""

    var count = 10
    var failsAt: Int?
    var waitsAtEnd = false

    init(options: inout OptionReader) {
        count = options.read("count", .integer(0...Int.max), default: 10, help: "How many.")
    }

    init(count: Int, failsAt: Int? = nil, waitsAtEnd: Bool = false) {
        self.count = count
        self.failsAt = failsAt
        self.waitsAtEnd = waitsAtEnd
    }

    var hooks: Hooks { .none }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws {
        for number in 0..<count {
            if number == failsAt { throw PipelineFailure(.remoteUnavailable, "the source broke") }
            try await output.send(["n": .number(JSONNumber(number))])
        }
        if waitsAtEnd { try await Task.sleep(for: .seconds(3600)) }
    }
}

/// Sends JSON values from a text that separates them by commas.
struct TextSource: Source {
    static let name = "text"
    static let summary = "Sends JSON texts."
    static let example = ""

    let text: String

    init(options: inout OptionReader) { text = options.read("text", .string, help: "Values with commas.") }
    init(_ text: String) { self.text = text }

    var hooks: Hooks { .none }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws {
        for value in try JSONValue(parsing: "[\(text)]").decoded().array ?? [] { try await output.send(value) }
    }
}

/// Processes each record with a closure.
struct ClosureStage: Stage {
    static let name = "closure"
    static let summary = "Runs a closure."
    static let example = ""

    let body: @Sendable (inout Record) throws -> Verdict

    init(options: inout OptionReader) { body = { _ in .keep } }
    init(_ body: @escaping @Sendable (inout Record) throws -> Verdict) { self.body = body }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict { try body(&record) }
}

/// Waits a random time at some records, so that batches overtake each other.
struct SleepyStage: AsyncStage {
    static let name = "sleepy"
    static let summary = "Sleeps."
    static let example = ""

    let concurrency = 16
    var longest = Duration.microseconds(200)

    init(options: inout OptionReader) {}
    init(longest: Duration) { self.longest = longest }

    var hooks: Hooks { .none }

    func copyForRun(in context: RunContext) -> SleepyStage { self }

    func process(_ record: inout Record) async throws -> Verdict {
        if Int.random(in: 0..<32) == 0 {
            try await Task.sleep(for: .nanoseconds(Int64.random(in: 0...Int64(longest / .nanoseconds(1)))))
        }
        return .keep
    }
}

/// Holds each record until another one arrives: two records have to wait at the same time.
actor Meeting {
    private var waiting: CheckedContinuation<Void, Never>?

    func arrive() async {
        if let other = waiting {
            waiting = nil
            return other.resume()
        }
        await withCheckedContinuation { waiting = $0 }
    }
}

/// Lets records through in pairs.
struct MeetingStage: AsyncStage {
    static let name = "meeting"
    static let summary = "Waits for company."
    static let example = ""

    let concurrency = 16
    private let meeting = Meeting()

    init(options: inout OptionReader) {}
    init() {}

    var hooks: Hooks { .none }

    func copyForRun(in context: RunContext) -> MeetingStage { self }

    func process(_ record: inout Record) async throws -> Verdict {
        await meeting.arrive()
        return .keep
    }
}

/// Passes on the first records, up to a number, and returns.
struct HeadStage: StreamStage {
    static let name = "head"
    static let summary = "Takes the first records."
    static let example = ""

    let count: Int

    init(options: inout OptionReader) { count = 1 }
    init(_ count: Int) { self.count = count }

    var hooks: Hooks { .none }
    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var left = count
        for try await batch in input {
            try await output.send(contentsOf: Array(batch.prefix(left)))
            left -= min(left, batch.count)
            if left == 0 { return }
        }
    }
}

/// Processes all records with a closure.
struct StreamClosureStage: StreamStage {
    static let name = "stream_closure"
    static let summary = "Runs a closure."
    static let example = ""

    let body: @Sendable (Batches<Record>, inout RecordWriter) async throws -> Void

    init(options: inout OptionReader) { body = { _, _ in } }
    init(_ body: @escaping @Sendable (Batches<Record>, inout RecordWriter) async throws -> Void) { self.body = body }

    var hooks: Hooks { .none }
    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws { try await body(input, &output) }
}

/// Runs a closure that sends records.
struct ClosureSource: Source {
    static let name = "closure"
    static let summary = "Runs a closure."
    static let example = ""

    let body: @Sendable (inout RecordWriter) async throws -> Void

    init(options: inout OptionReader) { body = { _ in } }
    init(_ body: @escaping @Sendable (inout RecordWriter) async throws -> Void) { self.body = body }

    var hooks: Hooks { .none }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws { try await body(&output) }
}

/// An error without a description, as a plug-in may throw it.
struct ForeignError: Error {}

/// Keeps the warnings and rejects of a run.
final class MemoryObserver: RunObserver {
    private let state = Mutex<(warnings: [String], rejects: [Reject])>(([], []))

    var warnings: [String] { state.withLock { $0.warnings } }
    var rejects: [Reject] { state.withLock { $0.rejects } }

    func warn(_ warning: RunWarning) { state.withLock { $0.warnings.append(warning.text) } }
    func reject(_ reject: Reject) { state.withLock { $0.rejects.append(reject) } }
}
