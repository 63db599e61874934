@testable import Pipeline
import Synchronization

/// Keeps what it gets; may fail in several places. Shared with the test, and so a class.
final class MemorySink: Sink {
    /// Where the sink fails.
    enum Fault: Sendable {
        /// Behind the batch that brings more documents than these.
        case after(Int)
        /// Behind the last document, before everything is ready.
        case atEnd(any Error)
    }

    static let name = "memory"
    static let summary = "Keeps documents."

    private struct State {
        var documents: [String] = []
        var withdrawn: [String] = []
        var sawEnd: Bool?
        var hasCommitted = false
    }

    let appearsWhole: Bool
    private let fault: Fault?
    private let refuses: @Sendable (String) -> Bool
    private let onCommit: @Sendable () -> Void
    private let state = Mutex(State())

    init(options: inout OptionReader) {
        appearsWhole = false
        fault = nil
        refuses = { _ in false }
        onCommit = {}
    }

    init(
        _ fault: Fault? = nil, appearsWhole: Bool = false, refuses: @escaping @Sendable (String) -> Bool = { _ in false },
        onCommit: @escaping @Sendable () -> Void = {}
    ) {
        self.fault = fault
        self.appearsWhole = appearsWhole
        self.refuses = refuses
        self.onCommit = onCommit
    }

    var documents: [String] { state.withLock { $0.documents } }
    /// What was admitted and taken back.
    var withdrawn: [String] { state.withLock { $0.withdrawn } }
    /// Whether the input came to its good end; nil while it runs.
    var sawEnd: Bool? { state.withLock { $0.sawEnd } }
    /// Whether all sinks were ready.
    var hasCommitted: Bool { state.withLock { $0.hasCommitted } }

    func render(_ record: Record) throws -> String { record.value.compactText }

    func admit(_ document: String) throws {
        if refuses(document) { throw RecordError("not welcome") }
    }

    func withdraw(_ document: String) { state.withLock { $0.withdrawn.append(document) } }

    func write(_ documents: Batches<String>) async throws {
        do {
            for try await batch in documents {
                state.withLock { $0.documents += batch }
                if case .after(let count)? = fault, self.documents.count > count {
                    throw PipelineFailure(.cannotWrite, "the disk is full")
                }
            }
        } catch {
            state.withLock { $0.sawEnd = false }
            throw error
        }
        state.withLock { $0.sawEnd = true }
        if case .atEnd(let error)? = fault { throw error }
        try await documents.commitPoint()
        state.withLock { $0.hasCommitted = true }
        onCommit()
    }
}
