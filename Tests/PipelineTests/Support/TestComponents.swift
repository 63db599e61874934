import JSONParsing
@testable import Pipeline
import Synchronization

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

/// Waits for a random moment.
struct SleepyStage: AsyncStage {
    static let name = "sleepy"
    static let summary = "Sleeps."

    var longest = Duration.microseconds(200)

    init(options: inout OptionReader) {}
    init(longest: Duration) { self.longest = longest }

    func process(_ record: inout Record) async throws -> Verdict {
        try await Task.sleep(for: .nanoseconds(Int64.random(in: 0...Int64(longest / .nanoseconds(1)))))
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

/// Keeps what it gets; may fail at one document. Shared with the test, and so a class.
final class MemorySink: Sink {
    static let name = "memory"
    static let summary = "Keeps documents."

    let failsAt: Int?
    private let lines = Mutex<[String]>([])
    private let ended = Mutex<Bool?>(nil)

    init(options: inout OptionReader) { failsAt = nil }
    init(failsAt: Int? = nil) { self.failsAt = failsAt }

    var documents: [String] { lines.withLock { $0 } }
    /// Whether the input came to its good end; nil while it runs.
    var sawEnd: Bool? { ended.withLock { $0 } }

    func render(_ record: Record) throws -> String { record.value.compactText }

    func write(_ documents: Batches<String>) async throws {
        do {
            for try await batch in documents {
                lines.withLock { $0 += batch }
                if let failsAt, self.documents.count > failsAt { throw PipelineFailure(.cannotWrite, "the disk is full") }
            }
        } catch {
            ended.withLock { $0 = false }
            throw error
        }
        ended.withLock { $0 = true }
    }
}

/// Keeps what a run says.
final class MemoryObserver: RunObserver {
    private let state = Mutex<(warnings: [String], rejects: [Reject])>(([], []))

    var warnings: [String] { state.withLock { $0.warnings } }
    var rejects: [Reject] { state.withLock { $0.rejects } }

    func warn(_ warning: RunWarning) { state.withLock { $0.warnings.append(warning.text) } }
    func reject(_ reject: Reject) { state.withLock { $0.rejects.append(reject) } }
}
