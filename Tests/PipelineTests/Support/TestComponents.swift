import JSONParsing
import Stages
import Synchronization
@testable import Pipeline

/// Sends numbered records; may fail at one of them, or wait for ever at the end.
struct NumberSource: Source {
    static let name = "numbers"
    static let summary = "Sends numbers."

    var count = 10
    var failsAt: Int?
    var waitsAtEnd = false

    init(options: inout OptionReader) {
        count = options.integer("count", in: 0...Int.max, default: 10, help: "How many.")
    }

    init(count: Int, failsAt: Int? = nil, waitsAtEnd: Bool = false) {
        self.count = count
        self.failsAt = failsAt
        self.waitsAtEnd = waitsAtEnd
    }

    func run(into output: inout RecordWriter) async throws {
        for number in 0..<count {
            if number == failsAt { throw PipelineFailure(.remoteUnavailable, "the source broke") }
            try await output.send(["n": .number(JSONNumber(number))])
        }
        if waitsAtEnd { try await Task.sleep(for: .seconds(3600)) }
    }
}

/// Sends JSON values that are written one after the other, with commas.
struct TextSource: Source {
    static let name = "text"
    static let summary = "Sends JSON texts."

    let text: String

    init(options: inout OptionReader) { text = options.string("text", help: "Values with commas.") }
    init(_ text: String) { self.text = text }

    func run(into output: inout RecordWriter) async throws {
        for value in try JSONValue(parsing: "[\(text)]").decoded().array ?? [] { try await output.send(value) }
    }
}

/// Does to each record what a closure says.
struct ClosureStage: Stage {
    static let name = "closure"
    static let summary = "Runs a closure."

    let body: @Sendable (inout Record) throws -> Verdict

    init(options: inout OptionReader) { body = { _ in .keep } }
    init(_ body: @escaping @Sendable (inout Record) throws -> Verdict) { self.body = body }

    func process(_ record: inout Record) throws -> Verdict { try body(&record) }
}

/// Waits for a random moment at some of the records, so that batches overtake each other.
struct SleepyStage: AsyncStage {
    static let name = "sleepy"
    static let summary = "Sleeps."

    var longest = Duration.microseconds(200)

    init(options: inout OptionReader) {}
    init(longest: Duration) { self.longest = longest }

    func process(_ record: inout Record) async throws -> Verdict {
        if Int.random(in: 0..<32) == 0 {
            try await Task.sleep(for: .nanoseconds(Int64.random(in: 0...Int64(longest / .nanoseconds(1)))))
        }
        return .keep
    }
}

/// Holds each record until another one has come: works only if two records wait at once.
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

    private let meeting = Meeting()

    init(options: inout OptionReader) {}
    init() {}

    func process(_ record: inout Record) async throws -> Verdict {
        await meeting.arrive()
        return .keep
    }
}

/// Passes on the first so many records and returns.
struct HeadStage: StreamStage {
    static let name = "head"
    static let summary = "Takes the first records."

    let count: Int

    init(options: inout OptionReader) { count = 1 }
    init(_ count: Int) { self.count = count }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var left = count
        for try await batch in input {
            try await output.send(contentsOf: Array(batch.prefix(left)))
            left -= min(left, batch.count)
            if left == 0 { return }
        }
    }
}

/// Does with all records what a closure says.
struct StreamClosureStage: StreamStage {
    static let name = "stream_closure"
    static let summary = "Runs a closure."

    let body: @Sendable (Batches<Record>, inout RecordWriter) async throws -> Void

    init(options: inout OptionReader) { body = { _, _ in } }
    init(_ body: @escaping @Sendable (Batches<Record>, inout RecordWriter) async throws -> Void) { self.body = body }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws { try await body(input, &output) }
}

/// Produces what a closure produces.
struct ClosureSource: Source {
    static let name = "closure"
    static let summary = "Runs a closure."

    let body: @Sendable (inout RecordWriter) async throws -> Void

    init(options: inout OptionReader) { body = { _ in } }
    init(_ body: @escaping @Sendable (inout RecordWriter) async throws -> Void) { self.body = body }

    func run(into output: inout RecordWriter) async throws { try await body(&output) }
}

/// An error that says nothing of itself, as other people's code throws.
struct ForeignError: Error {}

/// Keeps what a run says.
final class MemoryObserver: RunObserver {
    private let state = Mutex<(warnings: [String], rejects: [Reject])>(([], []))

    var warnings: [String] { state.withLock { $0.warnings } }
    var rejects: [Reject] { state.withLock { $0.rejects } }

    func warn(_ warning: RunWarning) { state.withLock { $0.warnings.append(warning.text) } }
    func reject(_ reject: Reject) { state.withLock { $0.rejects.append(reject) } }
}
