import JSONParsing
import Synchronization

@testable import Pipeline

/// An asynchronous stage with a closure, which counts the records in it and the copies that runs make.
struct AsyncClosureStage: AsyncStage {
    static let name = "async_closure"
    static let summary = "Runs a closure."
    static let example = ""

    /// What all copies share.
    final class Meter: Sendable {
        private let state = Mutex((now: 0, most: 0, copies: 0))

        var most: Int { state.withLock { $0.most } }
        var copies: Int { state.withLock { $0.copies } }

        func begin() {
            state.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func end() { state.withLock { $0.now -= 1 } }
        func copy() { state.withLock { $0.copies += 1 } }
    }

    let concurrency: Int
    let meter = Meter()
    let body: @Sendable (inout Record, Int) async throws -> Verdict

    init(options: inout OptionReader) { self.init(1) { _, _ in .keep } }

    init(_ concurrency: Int, _ body: @escaping @Sendable (inout Record, _ number: Int) async throws -> Verdict) {
        self.concurrency = concurrency
        self.body = body
    }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) async throws -> Verdict {
        meter.begin()
        defer { meter.end() }
        let number = (try? record.get("n"))?.number.flatMap { Int($0.text) } ?? -1
        return try await body(&record, number)
    }

    func copyForRun(in context: RunContext) -> AsyncClosureStage {
        meter.copy()
        return self
    }
}
